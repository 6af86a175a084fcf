/** The lines of runs, read one after the other. */
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { noCounts } from '../../../../src/state/change/outcome.ts';
import type { RunKind } from '../../../../src/state/change/run-kinds.ts';
import { decodeRecord } from '../../../../src/state/change/runs/effects.ts';
import {
  findLeft,
  listChanges,
  readEach,
  readRunNow,
  findUnfinishedRuns,
} from '../../../../src/state/change/runs/files.ts';
import { aFolderOf, canSeeOpenFiles, openFilesIn } from '../../../support/folder.ts';
import { aRunHeader, baseUrl, daysAgo, now, systemsOf } from '../../../support/make.ts';

// More lines than are read in one go.
const ids = systemsOf(2000).map(({ systemId }) => systemId);
const intents = ids.map((systemId) => ({ kind: 'intent', at: daysAgo(0), id: systemId, was: { systemId } }));

/** The ids in each run of a folder, no more of one than so many. */
async function idsIn(folder: string, most: number): Promise<readonly (readonly string[])[]> {
  const read = async (entries: AsyncIterable<{ readonly id: string }>): Promise<readonly string[]> => {
    const found: string[] = [];
    for await (const { id } of entries) {
      found.push(id);
      if (found.length === most) break;
    }
    return found;
  };
  const all: (readonly string[])[] = [];
  for await (const found of readEach(folder, { baseUrl, orgId: 'N1', kinds: ['intent'], read })) all.push(found);
  return all;
}

test('the lines of each run are read until nobody wants more of them, and then its file is closed', async () => {
  const folder = aFolderOf({ 'a.jsonl': [aRunHeader(), ...intents], 'b.jsonl': [aRunHeader(), ...intents.slice(1)] });
  expect(await idsIn(folder, Infinity)).toEqual([ids.slice(1), ids]);
  expect(await idsIn(folder, 2)).toEqual([ids.slice(1, 3), ids.slice(0, 2)]);
  if (canSeeOpenFiles) expect(openFilesIn(folder)).toEqual([]);
});

test('a run that cannot be read to its end is passed over', async () => {
  const folder = aFolderOf({ 'a.jsonl': [aRunHeader(), ...intents], 'b.jsonl': [aRunHeader({ does: 'disable' })] });
  const read = (_: unknown, does: RunKind): Promise<RunKind> =>
    does === 'disable' ? Promise.reject(new Error('EIO')) : Promise.resolve(does);
  const all: RunKind[] = [];
  for await (const one of readEach(folder, { baseUrl, orgId: 'N1', kinds: ['intent'], read })) all.push(one);
  expect(all).toEqual(['delete']);
});

const at = daysAgo(0);
const end = { kind: 'end', at, stop: null, counts: { ...noCounts, done: 1 } };
const result = (systemId: string, kind = 'done') => ({ kind: 'result', at, id: systemId, outcome: { kind } });
const plan = { kind: 'plan', systems: [{ systemId: 'S0' }, { systemId: 'S1' }] };
const other = 'https://elsewhere.example';

/** Runs by the day of their beginning, of which the session at work has locked the organisation. */
function runsOf(files: Readonly<Record<string, readonly object[]>>): string {
  const named = Object.entries(files).map(([day, lines]) => [`2026-11-${day}T10-00-00.jsonl`, lines] as const);
  return aFolderOf(Object.fromEntries(named));
}

function dayOf(path: string | undefined): string | undefined {
  return path === undefined ? undefined : /2026-11-(\d\d)/.exec(path)?.[1];
}

test('the newest run without an end is at work where its organisation is locked, and each older one was cut off', async () => {
  const folder = runsOf({
    '01': [aRunHeader()],
    '02': [aRunHeader({ orgId: 'T1' })],
    '03': [aRunHeader(), plan, result('S0'), { kind: 'intent', at, id: 'S1', was: {} }],
    '04': [aRunHeader(), plan, result('S0'), end],
    '05': [aRunHeader({ mode: 'preview' })],
    '06': [aRunHeader({ baseUrl: null })],
  });
  const asked: unknown[] = [];
  const isLocked = (...of: readonly string[]) => Promise.resolve((asked.push(of), of[1] === 'N1'));
  const rows = await listChanges(folder, decodeRecord, isLocked, now);
  const stages = rows.map((row) => ('stage' in row ? [dayOf(row.path), row.stage] : []));
  expect(stages).toEqual([
    ['06', 'cutOff'],
    ['05', 'cutOff'],
    ['04', 'ended'],
    ['03', 'going'],
    ['02', 'cutOff'],
    ['01', 'cutOff'],
  ]);
  expect(asked).toEqual([
    [baseUrl, 'N1'],
    [baseUrl, 'T1'],
  ]);
  // Systems that may still end are not counted; those that were cut off are.
  expect(rows[3]).toMatchObject({ counts: { ...noCounts, done: 1 } });
  const cutOff = await listChanges(folder, decodeRecord, () => Promise.resolve(false), now);
  expect(cutOff[3]).toMatchObject({ stage: 'cutOff', counts: { ...noCounts, done: 1, unknown: 1 } });
  expect(cutOff[2]).toMatchObject({ counts: { ...noCounts, done: 1 } });
});

test('changes are listed by the time in their names, to the millisecond, beside all files that are not understood', async () => {
  const names = ['2026-11-01T10-00-00.120-b', '2026-11-01T10-00-00.020-c', '2026-11-01T10-00-00.003-a'];
  const folder = aFolderOf({
    ...Object.fromEntries(names.map((name) => [`${name}.jsonl`, [aRunHeader()]])),
    ...{ '2026-10-01T10-00-00.jsonl': [{ kind: 'odd' }], 'notes.txt': [aRunHeader()] },
  });
  const rows = await listChanges(folder, decodeRecord, () => Promise.resolve(false), now);
  expect(rows.map(({ path }) => basename(path, '.jsonl'))).toEqual([...names, '2026-10-01T10-00-00']);
});

test('a run that was left is the newest of its service, else of another one, and never a preview', async () => {
  const folder = runsOf({
    '01': [aRunHeader()],
    '02': [aRunHeader({ does: 'disable' })],
    '03': [aRunHeader({ baseUrl: other })],
    '04': [aRunHeader({ mode: 'preview' })],
    '05': [aRunHeader({ orgId: 'T1', does: 'enable' })],
    '06': [aRunHeader(), end],
    '07': [{ kind: 'change', format: 9, orgId: 'N1' }],
    '08': [{ kind: 'change', format: 9, orgId: 'T1' }],
  });
  const left = async (service: string, orgId: string): Promise<unknown> => {
    const { open, unread } = await findLeft(folder, service, orgId);
    return [dayOf(open?.path), unread.map(({ path }) => dayOf(path))];
  };
  expect(await left(baseUrl, 'N1')).toEqual(['02', ['07']]);
  expect(await left(other, 'N1')).toEqual(['03', ['07']]);
  expect(await left('https://third.example', 'N1')).toEqual(['03', ['07']]);
  expect(await left(baseUrl, 'X9')).toEqual([undefined, []]);
  expect(await findUnfinishedRuns(folder, baseUrl)).toEqual(
    new Map([
      ['T1', 'enable'],
      ['N1', 'disable'],
    ]),
  );
  expect(await findUnfinishedRuns(folder, other)).toEqual(new Map([['N1', 'delete']]));
});

test('a run that is opened is at work only if it is the newest one that is left there', async () => {
  const folder = runsOf({
    ...{ '01': [aRunHeader()], '02': [aRunHeader(), plan], '03': [aRunHeader(), end] },
    ...{ '04': [aRunHeader({ mode: 'preview' })], '05': [{ kind: 'odd' }] },
  });
  const stage = async (day: string, isLocked: boolean): Promise<unknown> => {
    const path = join(folder, `2026-11-${day}T10-00-00.jsonl`);
    return (await readRunNow(path, decodeRecord, () => Promise.resolve(isLocked)))?.stage ?? null;
  };
  const days = ['01', '02', '03', '04', '05', '06'];
  expect(await Promise.all(days.map((day) => stage(day, true)))).toEqual([
    ...['cutOff', 'going', 'ended', 'cutOff', null, null],
  ]);
  expect(await Promise.all(days.slice(0, 3).map((day) => stage(day, false)))).toEqual(['cutOff', 'cutOff', 'ended']);
});
