/** Runs whose records are damaged, or cannot be written. */
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { aRunInItsMiddle } from '../support/hazards.ts';
import { seesInterrupted } from '../support/interrupted.ts';
import { aHome, eachInItsOwnProcess, runWithoutTerminalIn } from '../support/program.ts';
import { entries, runFile } from '../support/records.ts';
import { aCrowd, aService, aSystem, daysAgo, idOf, systemsCalled } from '../support/service.ts';
import { aSmallDisk, canMount } from '../support/small-disk.ts';
import { aUser, aUserIn, row, type User } from '../support/user.ts';

eachInItsOwnProcess();

describe('a damaged file', () => {
  test.each([
    [
      'whose last line is torn',
      (path: string) => {
        appendFileSync(path, '{"kind":"result","at":"2026-');
      },
      'Records  ',
    ],
    [
      'with a line of something else',
      (path: string) => {
        appendFileSync(path, 'x\u0000\n{"kind":"intent"}\n[]\n');
      },
      /3\s+damaged\s+lines\s+kept\s+there/,
    ],
  ])('%s loses no other line', async (_, damage, said) => {
    const { service, user, release } = await aRunInItsMiddle();
    user.terminal.kill('SIGKILL');
    await user.terminal.exited;
    release();
    const path = runFile(user.home);
    damage(path);
    const before = readFileSync(path, 'utf8');
    const again = aUser(service, { home: user.home });
    await seesInterrupted(again, 'a deletion of 10 systems', '○ 4 already gone   – 6 not attempted', said);
    await again.leaves();
    expect(readFileSync(path, 'utf8').startsWith(before)).toBe(true);
    const { output } = await runWithoutTerminalIn(user.home.env, 'runs');
    expect(output).toContain('0 deleted · 4 already gone · 6 not attempted');
  });

  test('with times that are none is opened and exported all the same', async () => {
    const home = aHome();
    const [at, orgId] = [daysAgo(1), 'N1'];
    const header = {
      kind: 'run',
      format: 1,
      mode: 'run',
      does: 'delete',
      version: '1',
      orgId,
      baseUrl: null,
      days: 90,
      systems: 1,
    };
    const lines = [
      { ...header, at, orgName: 'Fabrikam' },
      { kind: 'plan', systems: [aSystem({ hostname: 'old' })] },
      { kind: 'intent', at: 'x', systemId: idOf('old'), record: {} },
      { kind: 'end', at: 'x', stop: null, counts: {} },
    ];
    mkdirSync(home.runsFolder, { recursive: true });
    const path = join(home.runsFolder, '2026-11-20T10-00-00.jsonl');
    writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    writeFileSync(path.replace('20T', '21T'), `${JSON.stringify({ ...header, at: 'garbage', orgName: 'Contoso' })}\n`);
    const user = await aUserIn('Northwind', await aService({ systems: aCrowd() }), { home, columns: 160 });
    user.presses('history: deletions, disabling, requests');
    await user.sees(
      '› History',
      '1 deletion ',
      '1 file not read',
      row('Contoso', 'not read'),
      row('Fabrikam', '1 not attempted'),
    );
    await user.goesTo('Fabrikam');
    await user.presses('open these results').sees('2 damaged lines kept there', '✓ 0 deleted   – 1 not attempted');
    await user.presses('export the results').sees('Written:');
  });

  test('that is no run’s is named in the history, and shows up nowhere else', async () => {
    const home = aHome();
    mkdirSync(home.runsFolder, { recursive: true });
    writeFileSync(join(home.runsFolder, '2026-11-20T10-00-00.jsonl'), '{"kind":"run"');
    writeFileSync(join(home.runsFolder, '2026-11-21T10-00-00.jsonl'), '\u0000\u0001\u0002'.repeat(50_000));
    const user = await aUserIn('Northwind', await aService({ systems: aCrowd() }), { home, columns: 130 });
    expect(user.screen()).not.toContain('not read');
    user.presses('history: deletions, disabling, requests');
    await user.sees(
      '› History',
      '0 entries · 1 file not read',
      row('not read', '2026-11-21T10-00-00.jsonl: its first line is damaged'),
      row('2026-11-20T10-00-00.jsonl: ended before its first line: nothing was deleted'),
    );
  });
});

async function deletes(user: User, count: number): Promise<void> {
  await user.opens('Northwind');
  await user.presses('mark all stale').sees(`${count} marked`);
  await user.deletes(`delete ${count}`);
}

describe('a disk on which the records do not fit', () => {
  const old = systemsCalled('old', 10, { lastSeen: daysAgo(200), description: 'x'.repeat(3000) });

  test('from the beginning: the run does not start', async () => {
    const home = aHome();
    mkdirSync(home.runsFolder, { recursive: true });
    // Root may write anywhere, but not into a file in the folder's place.
    rmSync(home.runsFolder, { recursive: true });
    writeFileSync(home.runsFolder, '');
    chmodSync(home.runsFolder, 0o400);
    const service = await aService({ systems: [...old, ...aCrowd(), ...systemsCalled('spare', 30)] });
    const user = aUser(service, { home });
    await deletes(user, 10);
    await user.sees('✓ 0 deleted   – 10 not attempted', 'cannot save records (EEXIST)');
    expect(service.sent('DELETE')).toEqual([]);
  });

  test.runIf(canMount).each([4, 16, 32, 40, 44, 48, 52, 56, 60, 64, 68, 72])(
    'with %i kB: what is not written is not deleted, and what is known is on the screen',
    async (kilobytes) => {
      const home = aHome();
      aSmallDisk(dirname(home.runsFolder), kilobytes);
      const service = await aService({ systems: [...old, ...aCrowd(), ...systemsCalled('spare', 30)] });
      const user = aUser(service, { home });
      await deletes(user, 10);
      const told = (screen: string, outcome: string): number =>
        Number(new RegExp(`[✓–] (\\d+) ${outcome}`).exec(screen)?.[1] ?? 0);
      const isAllShown = (screen: string): boolean => told(screen, 'deleted') + told(screen, 'not attempted') === 10;
      const screen = await user.sees(/systems? deleted · \d+ s/, isAllShown);
      const deleted = told(screen, 'deleted');
      expect(service.hostnames()).toHaveLength(60 - deleted);
      // A run whose plan did not fit has no file, so nothing looks like an interrupted run.
      const [file] = readdirSync(home.runsFolder);
      const lines = file === undefined ? [] : entries(home);
      expect(lines.slice(0, 2).map(({ kind }) => kind)).toEqual(file === undefined ? [] : ['run', 'plan']);
      const intents = lines.filter(({ kind }) => kind === 'intent');
      expect(service.sent('DELETE').length).toBeLessThanOrEqual(intents.length);
      if (deleted === 10) return;
      expect(screen).toMatch(/(?:cannot save records|could not save \d+ results?) \(ENOSPC\)/);
      const words = await user.leaves();
      expect(words).toContain(`${deleted} deleted · ${10 - deleted} not attempted`);
    },
  );
});

test('records that are removed in the middle of a run stop it', async () => {
  const { service, user, release } = await aRunInItsMiddle();
  rmSync(dirname(user.home.runsFolder), { recursive: true });
  release();
  await user.sees(/could not save \d results? \(ENOENT\)/, '✓ 4 deleted   – 6 not attempted', '4 systems deleted');
  expect(service.sent('DELETE')).toHaveLength(4);
  // The terminal at least shows the outcomes of the four.
  expect(await user.leaves()).toContain('These outcomes could not be written to the records (ENOENT). Keep them:');
});

test.each<[string, (path: string) => void]>([
  [
    'a pipe',
    (path) => {
      execFileSync('mkfifo', [path]);
    },
  ],
  ['a folder', mkdirSync],
  [
    'a link to what never ends',
    (path) => {
      symlinkSync('/dev/zero', path);
    },
  ],
])('%s in the place of records does not block', async (_, make) => {
  const home = aHome();
  mkdirSync(home.runsFolder, { recursive: true });
  make(join(home.runsFolder, '2026-11-20T10-00-00.jsonl'));
  const user = await aUserIn('Northwind', await aService({ systems: aCrowd() }), { home });
  await user.presses('history: deletions, disabling, requests').sees('1 file not read');
  await user.leaves();
});
