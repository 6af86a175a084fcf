/** A feature that the root has never heard of: its folders, and its lines in the registries. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { notPasted } from '../../src/app/keyboard/typing-guards.ts';
import { aCrowd } from '../support/service.ts';
import { aUserOf, type User } from '../support/user.ts';

/** Each line stands behind one that is there. */
const registries: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'src/state/root/features.ts': {
    "from './feature.ts';": "import { erasure } from '../shell/erasure.ts';",
    ' news,': 'erasure,',
  },
  'src/screens/screens.ts': {
    "from './screen-definition.ts';": "import { erasureScreens } from './shell/erasure-screens.tsx';",
    '...helpScreens,': '...erasureScreens,',
  },
};

const folder = mkdtempSync(join(tmpdir(), 'rollcall-added-'));

function runs(...words: readonly string[]): void {
  execFileSync(process.execPath, words, { cwd: folder, stdio: 'inherit' });
}

beforeAll(() => {
  for (const path of ['src', 'packaging', 'build.ts', 'package.json', 'tsconfig.json'])
    cpSync(path, join(folder, path), { recursive: true });
  cpSync('test/fixtures/added-feature', folder, { recursive: true });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  for (const [path, lines] of Object.entries(registries)) {
    const text = readFileSync(join(folder, path), 'utf8');
    const added = Object.entries(lines).reduce((all, [after, line]) => {
      expect(all).toContain(after);
      return all.replace(after, `${after}\n${line}`);
    }, text);
    writeFileSync(join(folder, path), added);
  }
  runs('build.ts');
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

async function aUser(...flags: readonly string[]): Promise<User> {
  const { user } = await aUserOf({ systems: aCrowd(), flags, program: join(folder, 'dist/main.js') });
  return user;
}

/** A user whom the phrase is asked for. */
async function anEraser(...flags: readonly string[]): Promise<User> {
  const user = await aUser(...flags);
  await user.pressesKey('#').sees('› Erase logs', 'note:');
  await user.pressesKey('enter').sees('code:');
  await user.types('s3cr3t').sees('code: ••••••');
  await user.pressesKey('enter').sees('Type: erase logs >');
  await user.rests();
  return user;
}

test('compiles, with these lines and no other', () => {
  const project = { extends: './tsconfig.json', compilerOptions: { incremental: false }, include: ['src/app'] };
  writeFileSync(join(folder, 'added.json'), JSON.stringify(project));
  runs(resolve('node_modules/typescript/bin/tsc'), '-p', 'added.json');
});

test('its phrase takes no paste, and a burst only with a second enter', async () => {
  const user = await anEraser();
  await user.pastes('erase logs', notPasted, /logs > *$/m);
  await user.types('erase logs\r').sees('Enter arrived together with text.');
  await user.rests();
  await user.pressesKey('enter').sees('6 logs erased.');
});

test('its screen lies over others, and esc leads back to the one beneath', async () => {
  const user = await aUser();
  const details = /1 of \d+$/m;
  await user.presses('open the system').sees(details);
  await user.pressesKey('#').sees('› Erase logs');
  await user.pressesKey('esc').sees(details);
});

test('its service does the work, quitting waits for it, and the log holds no secret', async () => {
  const user = await anEraser('--log', 'log.jsonl');
  await user.typesPhrase('erase logs');
  await user.pressesKey('enter').sees('Erasing…');
  await user.presses('quit').sees('Quits when the service has answered.');
  expect(await user.terminal.exited).toEqual({ exitCode: 0, signal: 0 });
  const log = readFileSync(join(user.home.path, 'log.jsonl'), 'utf8');
  expect(log).toMatch(/eraseLogs[^]*logsErased/);
  expect(log).not.toMatch(/s3cr3t|erase logs/);
});
