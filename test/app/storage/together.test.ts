/** Several programs change the settings, or `state.json`, at the same time, and some are killed while they write. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { beforeEach, expect, test } from 'vitest';
import { openRemembered } from '../../../src/app/storage/remembered.ts';
import { openPreferences } from '../../../src/app/storage/preferences/preferences.ts';
import { ownFolders } from '../../support/folder.ts';

let folders: ReturnType<typeof ownFolders>;

beforeEach(() => {
  folders = ownFolders();
  for (const folder of [folders.config, folders.state]) mkdirSync(folder, { recursive: true, mode: 0o700 });
});

function aProgram(script: string, name: string) {
  return spawn(process.execPath, ['--input-type=module', '-e', script, name], { stdio: 'ignore' });
}

/** Runs three programs with names of their own, to their ends. */
async function together(script: string): Promise<void> {
  const ends = await Promise.all(['a', 'b', 'c'].map((name) => once(aProgram(script, name), 'close')));
  expect(ends).toEqual(ends.map(() => [0, null]));
}

function source(path: string): string {
  return JSON.stringify(resolve(path));
}

/** Remembers organisations, one after the other. */
function remembering(): string {
  return `
    import { openRemembered } from ${source('src/app/storage/remembered.ts')};
    const remembered = openRemembered(${JSON.stringify(folders.state)});
    for (let at = 0; at < 20; at++) {
      remembered.change(process.argv[1] + at, () => ({ lastOrganisations: { a: 'N1' } }));
      await remembered.saved();
    }`;
}

function stored(): { readonly profiles: object } {
  return JSON.parse(readFileSync(join(folders.state, 'state.json'), 'utf8')) as { readonly profiles: object };
}

test('programs that remember at the same time lose nothing of one another', async () => {
  await together(remembering());
  expect(Object.keys(stored().profiles)).toHaveLength(60);
});

test('programs that change the settings at the same time lose nothing of one another', async () => {
  const file = join(folders.config, 'config.json');
  await together(`
    import { changePreferences } from ${source('src/app/storage/preferences/preferences.ts')};
    for (let at = 0; at < 40; at++) {
      const name = process.argv[1] + at;
      await changePreferences(${JSON.stringify(file)}, (before) => ({
        ...before, profiles: { ...before.profiles, [name]: { days: at + 1 } },
      }));
    }`);
  expect((await openPreferences('default', () => undefined)).profileNames).toHaveLength(121);
});

test('a program that is killed while it remembers leaves a whole file', async () => {
  const path = join(folders.state, 'state.json');
  for (let at = 0; at < 5; at++) {
    const program = aProgram(remembering(), `k${at}-`);
    const closed = once(program, 'close');
    await expect
      .poll(() => existsSync(path) && readFileSync(path, 'utf8').includes(`k${at}-`), { timeout: 120_000 })
      .toBe(true);
    program.kill('SIGKILL');
    await closed;
    expect(Object.keys(stored())).toEqual(['profiles']);
  }
  const remembered = openRemembered(folders.state);
  remembered.change('last', () => ({ lastOrganisations: { a: 'N2' } }));
  await remembered.saved();
  expect(stored().profiles).toMatchObject({ last: { lastOrganisations: { a: 'N2' } } });
});
