/** Records that earlier sessions left behind. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, statSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { SystemRecord } from '../../src/demo/fleet/fleet.ts';
import { systemNotFound } from '../../src/demo/problems.ts';
import { problem } from '../../src/demo/faults/misbehaviours.ts';
import { aHome, eachInItsOwnProcess, type Home, runWithoutTerminalIn } from '../support/program.ts';
import { entries, outcomesIn } from '../support/records.ts';
import { aCrowd, aService, daysAgo, staleSystems } from '../support/service.ts';
import { aUser, row } from '../support/user.ts';

eachInItsOwnProcess();

/** Lines of a run of these systems without results; the first `inDoubt` have an intent. */
function linesOf(baseUrl: string, systems: readonly SystemRecord[], inDoubt: number, at = daysAgo(1)): string[] {
  const of = { mode: 'run', does: 'delete', orgId: 'n7Kq2wTd', orgName: 'Northwind', baseUrl, days: 90 };
  const lines = [
    { kind: 'change', format: 1, version: '1', at, ...of, items: systems.length, pid: 1, computer: 'x' },
    { kind: 'plan', systems },
    ...systems.slice(0, inDoubt).map((record) => ({ kind: 'intent', at, id: record['systemId'], was: record })),
  ];
  return lines.map((line) => JSON.stringify(line));
}

function leaves(home: Home, name: string, ...lines: readonly string[]): string {
  return home.keeps(`state/rollcall/changes/${name}.jsonl`, lines.map((line) => `${line}\n`).join(''));
}

const day = '2026-11-20T10-00-00';

/** 30 systems: all exist, and 3 are uncertain. */
const old = staleSystems(30);

const cutOff = ['› Interrupted deletion', 'a deletion of 30 systems'];

function fingerprint(path: string): string {
  const { mtimeMs, size, mode } = statSync(path);
  return `${mtimeMs} ${size} ${mode} ${createHash('sha256').update(readFileSync(path)).digest('hex')}`;
}

test('a file whose header is damaged is named where its organisation is opened, and left as it is', async () => {
  const service = await aService({ systems: [...old, ...aCrowd()] });
  const home = aHome();
  const [header = '', plan = '', ...rest] = linesOf(service.baseUrl, old, 3);
  // Without a header, the plan tells the organisation.
  const path = leaves(home, day, header.slice(0, -20), plan.replace('{', '{"orgId":"n7Kq2wTd",'), ...rest);
  const before = fingerprint(path);
  const message = '3 in doubt; its first line is damaged';
  const user = aUser(service, { home });
  await user.sees('50 systems', 'Records not read: 2026-11-20T10-00-00.jsonl, 3 in doubt. E shows it.');
  await user.opensHistory('0 entries · 1 file not read', row('not read', '2026-11-20T10'));
  await user.presses('open these results').sees(message);
  await user.leaves();
  const { output } = await runWithoutTerminalIn(home.env, 'runs');
  expect(output).toContain(message);
  expect(output).toMatch(/not read .* · [\d,]+ bytes\n .*2026-11-20T10-00-00\.jsonl\n/);
  expect(fingerprint(path)).toBe(before);
  expect(service.requests.filter(({ path: asked }) => asked.includes('/systems/'))).toEqual([]);
});

test('an entry that is no file, or too large, is named in the history, and never waited for', async () => {
  const service = await aService({ systems: [...old, ...aCrowd()] });
  const home = aHome();
  const elsewhere = join(home.path, 'elsewhere');
  writeFileSync(elsewhere, `${linesOf(service.baseUrl, old, 3).join('\n')}\n`);
  leaves(home, '2026-11-01T10-00-00');
  const name = (at: number): string => join(home.changesFolder, `2026-11-0${at}T10-00-00.jsonl`);
  symlinkSync(elsewhere, name(2));
  execFileSync('mkfifo', [name(3)]);
  mkdirSync(name(4));
  const large = leaves(home, '2026-11-05T10-00-00', ...linesOf(service.baseUrl, old, 3));
  truncateSync(large, 1_000_000_000);
  leaves(home, '2026-11-06T10-00-00', '');
  writeFileSync(name(7), linesOf(service.baseUrl, old, 0)[0]?.slice(0, 100) ?? '');
  const before = fingerprint(elsewhere);
  const user = aUser(service, { home, columns: 140 });
  await user.sees('50 systems', 'Records not read: 2026-11-05T10-00-00.jsonl, damaged. E shows it.');
  await user.opensHistory(
    '0 entries · 5 files not read',
    row('not read', '2026-11-02T10-00-00.jsonl: a symbolic link, not followed'),
    row('not read', '2026-11-03T10-00-00.jsonl: a pipe, not a file'),
    row('not read', '2026-11-04T10-00-00.jsonl: a folder, not a file'),
    row('Northwind', 'not read', '2026-11-05T10-00-00.jsonl: too large to read'),
    row('not read', '2026-11-06T10-00-00.jsonl: its first line is damaged'),
  );
  const { output } = await runWithoutTerminalIn(home.env, 'runs');
  expect(output).toContain('too large to read · 1,000,000,000 bytes');
  expect(fingerprint(elsewhere)).toBe(before);
  expect(statSync(large).size).toBe(1_000_000_000);
});

test('a run that was cut off at another service is named, and nothing of it is recorded here', async () => {
  const service = await aService({ systems: aCrowd() });
  const home = aHome();
  const path = leaves(home, day, ...linesOf('https://api.example.com', old, 3));
  const before = fingerprint(path);
  const user = aUser(service, { home });
  await user.sees(/A deletion .*was interrupted\. To settle it, start at https:\/\/api\.example\.com\./);
  await user.leaves();
  expect(fingerprint(path)).toBe(before);
  expect(service.requests.filter(({ path: asked }) => asked.includes('/systems/'))).toEqual([]);
});

test('a start that finds no system, and may not list the organisations, records nothing as gone', async () => {
  let isLost = true;
  let lists = 0;
  const service = await aService({
    systems: [...old.slice(3), ...aCrowd()],
    intercept: ({ path }) => {
      if (!isLost) return undefined;
      // The first list lets the session begin.
      if (path === '/account/orgs' && lists++ === 0) return undefined;
      return path === '/account/orgs' ? problem(403) : systemNotFound('https://api.example');
    },
  });
  const home = aHome();
  const path = leaves(home, day, ...linesOf(service.baseUrl, old, 3));
  const user = aUser(service, { home });
  await user.sees(...cutOff, '3 systems still in doubt: the next start asks the service again.');
  await user.leaves();
  expect(readFileSync(path, 'utf8')).not.toContain('isGone');
  expect(entries(home).at(-1)?.kind).not.toBe('end');
  isLost = false;
  const again = aUser(service, { home });
  await again.sees(...cutOff, '✓ 0 deleted   ○ 3 already gone   – 27 not reached');
  await again.leaves();
  expect(entries(home).at(-1)?.kind).toBe('end');
});

test('a start that is ended while it settles has the last line in the file once all is settled', async () => {
  const service = await aService({ systems: [...old, ...aCrowd()] });
  const home = aHome();
  // Sent just now: systems that still exist are checked twice.
  leaves(home, day, ...linesOf(service.baseUrl, old, 3, daysAgo(0)));
  const user = aUser(service, { home });
  await user.sees('› Interrupted deletion', 'a deletion of 30 systems in Northwind · asking the service about 3');
  user.terminal.kill('SIGTERM');
  expect(await user.terminal.exited).toMatchObject({ exitCode: 143 });
  expect([...outcomesIn(home).values()]).toEqual(['failed', 'failed', 'failed']);
  expect(entries(home).at(-1)?.kind).toBe('end');
});
