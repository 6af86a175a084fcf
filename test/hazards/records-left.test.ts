/** Records that earlier sessions left behind. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, statSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { SystemRecord } from '../../src/demo/fleet/fleet.ts';
import { systemNotFound } from '../../src/demo/problems.ts';
import { body, problem } from '../../src/demo/faults/misbehaviours.ts';
import { aHome, eachInItsOwnProcess, type Home, runWithoutTerminalIn } from '../support/program.ts';
import { entries, outcomesIn } from '../support/records.ts';
import { aCrowd, aService, daysAgo, onRequest, staleSystems } from '../support/service.ts';
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

/** How many requests for single systems were under way at once? */
function counted() {
  const most = { atOnce: 0, now: 0 };
  const intercept = onRequest('GET', async ({ path }) => {
    if (path.endsWith('/systems') || path.endsWith('/orgs')) return undefined;
    most.atOnce = Math.max(most.atOnce, ++most.now);
    await new Promise((resolve) => setTimeout(resolve, 5));
    most.now--;
    return undefined;
  });
  return { most, intercept };
}

test('many uncertain outcomes are checked four at a time, with progress, and esc leaves the rest open', async () => {
  const { most, intercept } = counted();
  const many = staleSystems(1500);
  const service = await aService({ systems: [...many.slice(700), ...aCrowd()], intercept });
  const home = aHome();
  const path = leaves(home, day, ...linesOf(service.baseUrl, many, 1100));
  const user = aUser(service, { home });
  await user.sees(
    '› Interrupted deletion',
    'a deletion of 1,500 systems in Northwind · asking the service about',
    /[1-9]\d+ already gone/,
  );
  await user.pressesKey('esc').sees(/\d+ systems still in doubt: the next start asks the service again\./);
  await user.leaves();
  const settled = outcomesIn(home).size;
  expect(settled).toBeGreaterThan(0);
  expect(settled).toBeLessThan(1100);
  expect(entries(home).at(-1)?.kind).not.toBe('end');
  expect(most.atOnce).toBe(4);

  const again = aUser(service, { home });
  await again.sees('✓ 0 deleted   ✗ 400 failed   ○ 700 already gone');
  await again.leaves();
  expect(most.atOnce).toBe(4);
  expect(outcomesIn(home).size).toBe(1100);
  expect(entries(home).at(-1)?.kind).toBe('end');
  expect(readFileSync(path, 'utf8').match(/"kind":"end"/g)).toHaveLength(1);
  expect(service.sent('DELETE')).toEqual([]);
  expect(service.systems()).toHaveLength(820);
});

/** 30 systems: all exist, and 3 are uncertain. */
const old = staleSystems(30);

const cutOff = ['› Interrupted deletion', 'a deletion of 30 systems'];

function fingerprint(path: string): string {
  const { mtimeMs, size, mode } = statSync(path);
  return `${mtimeMs} ${size} ${mode} ${createHash('sha256').update(readFileSync(path)).digest('hex')}`;
}

test.each([
  [
    'whose header is damaged',
    (header: string) => [header.slice(0, -20)],
    '3 in doubt',
    /3 in doubt; its first line is damaged/,
  ],
  ['whose header is gone', () => ['\0'.repeat(40)], '3 in doubt', /3 in doubt; its first line is damaged/],
  [
    'of a newer format',
    (header: string) => [header.replace('"format":1', '"format":2').replace('"version":"1"', '"version":"1.4.0"')],
    'newer format',
    /by a newer rollcall \(version 1\.4\.0\); this reads format 1/,
  ],
  ['with two headers', (header: string) => [header, header], '3 in doubt', /3 in doubt; two changes in one file/],
])('a file %s is named where its organisation is opened, and left as it is', async (_, damaged, briefly, says) => {
  const service = await aService({ systems: [...old, ...aCrowd()] });
  const home = aHome();
  const [header = '', plan = '', ...rest] = linesOf(service.baseUrl, old, 3);
  // Without a header, the plan tells the organisation.
  const path = leaves(home, day, ...damaged(header), plan.replace('{', '{"orgId":"n7Kq2wTd",'), ...rest);
  const before = fingerprint(path);
  const user = aUser(service, { home });
  await user.sees('50 systems', `Records not read: 2026-11-20T10-00-00.jsonl, ${briefly}. E shows it.`);
  await user.opensHistory('0 entries · 1 file not read', row('not read', '2026-11-20T10'));
  await user.presses('open these results').sees(says);
  await user.leaves();
  const { output } = await runWithoutTerminalIn(home.env, 'runs');
  expect(output).toMatch(says);
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

test('a run that was cut off is found and settled by another name of the same service', async () => {
  const service = await aService({ systems: [...old.slice(2), ...aCrowd()] });
  const home = aHome();
  leaves(home, day, ...linesOf(service.baseUrl.replace('127.0.0.1', 'LOCALHOST'), old, 3));
  const user = aUser(service, { home });
  await user.sees(...cutOff, '✓ 0 deleted   ✗ 1 failed   ○ 2 already gone   – 27 not reached');
  // Appears after the run has checked itself.
  await user.sees('Checked against a fresh list at', 'r retry 28');
  await user.presses('retry the failed systems, after a review').sees(/› Delete /);
  await user.pressesKey('esc').sees(/› Systems.*\n.*(loaded|systems)/);
  await user.leaves();
  expect(entries(home).at(-1)?.kind).toBe('end');
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

test.each(['is forbidden', 'has lost the organisation'])(
  'a start that finds no system, whose list of organisations %s, records nothing as gone',
  async (how) => {
    let isLost = true;
    let lists = 0;
    const nothing = JSON.stringify({ metadata: { total: 0 }, links: {}, items: [] });
    const service = await aService({
      systems: [...old.slice(3), ...aCrowd()],
      intercept: ({ path }) => {
        if (!isLost) return undefined;
        // The first list lets the session begin.
        if (path === '/account/orgs' && lists++ === 0) return undefined;
        if (path === '/account/orgs') return how === 'is forbidden' ? problem(403) : body('application/json', nothing);
        return systemNotFound('https://api.example');
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
  },
);

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
