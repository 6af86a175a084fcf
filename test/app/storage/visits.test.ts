/** Files of visits: for their owner alone, merged where several sessions write, bounded, and never in the way. */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import process from 'node:process';
import fc from 'fast-check';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { nameFor } from '../../../src/app/storage/folders.ts';
import {
  compareWithLastVisit,
  keepVisits,
  leaveOutOfLastVisit,
  openVisits,
  visitMs,
} from '../../../src/app/storage/visits.ts';
import type { Changes } from '../../../src/state/fleet/changes/changes.ts';
import { mergedVisit, mostMarks, type Visit } from '../../../src/state/fleet/resume/model.ts';
import { createStore } from '../../../src/state/kernel/store.ts';
import { reduce } from '../../../src/state/root/reduce.ts';
import type { Action } from '../../../src/state/root/state.ts';
import { aFolder, inShell } from '../../support/folder.ts';
import { aStateOf, now, systemsOf } from '../../support/make.ts';
import { property } from '../../support/property.ts';

const baseUrl = 'https://api.example';

let folder: string;

beforeEach(() => {
  folder = aFolder();
});

function aVisit(about: Partial<Visit> = {}): Visit {
  return {
    at: 1,
    orgId: 'N1',
    orgName: 'Northwind',
    search: '',
    includeDisabled: false,
    filter: '',
    sort: { by: 'listed', reversed: false },
    days: null,
    isWide: false,
    systemId: null,
    marks: [],
    filterMarks: [],
    staleMarks: [],
    ...about,
  };
}

function files(): string[] {
  return readdirSync(join(folder, 'visits')).sort();
}

function kept(profile = 'default', orgId = 'N1'): Visit | null {
  return openVisits(folder).recall(profile, baseUrl, orgId).visit;
}

test('a visit is there at the next start, by profile, service and organisation, for its owner alone', () => {
  const visits = openVisits(folder);
  visits.keep('default', baseUrl, aVisit({ marks: ['S1'] }));
  visits.keep('tills', baseUrl, aVisit({ marks: ['S2'] }));
  visits.keep('default', baseUrl, aVisit({ orgId: 'C1', filter: 'key:x' }), true);
  expect(kept()?.marks).toEqual(['S1']);
  expect(kept('tills')?.marks).toEqual(['S2']);
  expect(kept('default', 'C1')?.filter).toBe('key:x');
  expect(kept('nobody')).toBe(null);
  for (const name of files()) expect(statSync(join(folder, 'visits', name)).mode & 0o777).toBe(0o600);
  expect(files()).toHaveLength(3);
});

test('a visit that has not changed is not written again', () => {
  const visits = openVisits(folder);
  visits.keep('default', baseUrl, aVisit({ marks: ['S1'] }));
  const [name = ''] = files();
  const before = statSync(join(folder, 'visits', name)).ino;
  visits.keep('default', baseUrl, aVisit({ marks: ['S1'], at: 2 }));
  expect(statSync(join(folder, 'visits', name)).ino).toBe(before);
});

test('without a folder it is kept for this session', () => {
  const visits = openVisits(null);
  visits.keep('default', baseUrl, aVisit({ marks: ['S1'] }));
  expect(visits.recall('default', baseUrl, 'N1').visit?.marks).toEqual(['S1']);
  expect(visits.unsaved()).toBe(null);
});

test('two sessions in one organisation lose no mark of one another, however often they write', () => {
  openVisits(folder).keep('default', baseUrl, aVisit({ marks: ['S1', 'S2'] }));
  const [one, other] = [openVisits(folder), openVisits(folder)];
  for (const session of [one, other]) session.recall('default', baseUrl, 'N1');
  one.keep('default', baseUrl, aVisit({ marks: ['S1', 'S2', 'S3'], filter: 'name:a' }));
  other.keep('default', baseUrl, aVisit({ marks: ['S2', 'S4'] }));
  expect(kept()).toMatchObject({ marks: ['S2', 'S3', 'S4'], filter: 'name:a' });
  other.keep('default', baseUrl, aVisit({ marks: ['S2', 'S4', 'S5'] }));
  one.keep('default', baseUrl, aVisit({ marks: ['S1', 'S2', 'S3'], filter: 'name:b' }), true);
  expect(kept()).toMatchObject({ marks: ['S2', 'S3', 'S4', 'S5'], filter: 'name:b' });
});

const letters = ['a', 'b', 'c', 'd', 'e', 'f'];
const ids = fc.uniqueArray(fc.constantFrom(...letters));

property(
  'a merge has every mark that either added, none that either removed, and no mark twice',
  [ids, ids, ids],
  (base, ours, theirs) => {
    const visit = (marks: string[]): Visit => aVisit({ marks });
    const { marks } = mergedVisit(visit(base), visit(ours), visit(theirs));
    for (const id of letters) {
      const [was, here, there] = [base, ours, theirs].map((list) => list.includes(id));
      expect(marks.includes(id)).toBe(was === true ? here === true && there === true : here === true || there === true);
    }
    expect(new Set(marks).size).toBe(marks.length);
  },
);

property('a merge of what one session alone has changed is that', [ids, ids], (base, ours) => {
  const [before, after] = [aVisit({ marks: base }), aVisit({ marks: ours, filter: 'x' })];
  expect(mergedVisit(before, after, before)).toEqual(after);
  expect(mergedVisit(null, after, null)).toEqual(after);
});

test.each([
  ...['', 'no JSON', '{"at":1}', '[]'].map((text) => [
    JSON.stringify(text),
    `printf '%s' '${text}' > "$(ls)"`,
    'is damaged',
  ]),
  ['larger than any', 'truncate -s 16000001 *', 'is damaged'],
  ['writable by others', 'chmod 622 *', 'is not yours alone'],
  ...(process.getuid?.() === 0 ? [['of another person', 'chown 12345:12345 *', 'is not yours alone']] : []),
])('a file that is damaged or not yours (%s) is set aside with a sentence', (_, spoil, why) => {
  openVisits(folder).keep('default', baseUrl, aVisit({ marks: ['S1'] }));
  inShell(join(folder, 'visits'), spoil);
  const before = readFileSync(join(folder, 'visits', files()[0] ?? ''), 'utf8');
  const { visit, problem } = openVisits(folder).recall('default', baseUrl, 'N1');
  expect(visit).toBe(null);
  expect(problem).toMatch(/^Marks and filter were not restored: their file .*\. It is kept as .*\.bad-/);
  expect(problem).toContain(`their file ${why}.`);
  expect(files()).toEqual([expect.stringContaining('.bad-')]);
  expect(readFileSync(join(folder, 'visits', files()[0] ?? ''), 'utf8')).toBe(before);
  expect(kept()).toBe(null);
});

test('a visit that cannot be saved is kept for this session, and its code is known', () => {
  writeFileSync(join(folder, 'visits'), '');
  const visits = openVisits(folder);
  visits.keep('default', baseUrl, aVisit({ marks: ['S1'] }), true);
  expect(visits.unsaved()).not.toBe(null);
  expect(visits.recall('default', baseUrl, 'N1').visit?.marks).toEqual(['S1']);
  rmSync(join(folder, 'visits'));
  visits.keep('default', baseUrl, aVisit({ marks: ['S1'] }), true);
  expect([visits.unsaved(), kept()?.marks]).toEqual([null, ['S1']]);
});

test('a change that could not be saved and was taken back since is forgotten', () => {
  const visits = openVisits(folder);
  visits.keep('default', baseUrl, aVisit({ marks: ['S1'] }));
  chmodSync(join(folder, 'visits'), 0o777);
  visits.keep('default', baseUrl, aVisit({ marks: ['S1', 'S2'] }));
  expect(visits.unsaved()).toBe('writable by others');
  chmodSync(join(folder, 'visits'), 0o700);
  visits.keep('default', baseUrl, aVisit({ marks: ['S1'] }));
  expect([visits.unsaved(), visits.recall('default', baseUrl, 'N1').visit?.marks]).toEqual([null, ['S1']]);
});

test('a file that no other session has written since is not read again', () => {
  openVisits(folder).keep('default', baseUrl, aVisit({ marks: ['S1'] }));
  const path = join(folder, 'visits', files()[0] ?? '');
  utimesSync(path, 1000, 1000);
  const visits = openVisits(folder);
  expect(visits.recall('default', baseUrl, 'N1')).toStrictEqual({ visit: aVisit({ marks: ['S1'] }), problem: null });
  // To every program it looks the same.
  writeFileSync(path, 'x'.repeat(statSync(path).size));
  utimesSync(path, 1000, 1000);
  visits.keep('default', baseUrl, aVisit({ marks: ['S2'] }));
  expect([kept()?.marks, files()]).toEqual([['S2'], [basename(path)]]);
});

test('more marks than are saved are said, and the file stays as it was', () => {
  const visits = openVisits(folder);
  visits.keep('default', baseUrl, aVisit({ marks: ['S1'] }));
  visits.keep('default', baseUrl, aVisit({ marks: Array.from({ length: mostMarks + 1 }, (_, at) => `S${at}`) }));
  expect([visits.unsaved(), kept()?.marks]).toEqual([`more than ${mostMarks} marks`, ['S1']]);
});

test('a hundred thousand marks are kept and read in little room', () => {
  const marks = Array.from({ length: 100_000 }, (_, at) => `F3A5E${String(at).padStart(7, '0')}`);
  const visits = openVisits(folder);
  visits.keep('default', baseUrl, aVisit({ marks }));
  expect(kept()?.marks).toEqual(marks);
  expect(statSync(join(folder, 'visits', files()[0] ?? '')).size).toBeLessThan(2_000_000);
});

test('a lock that a killed session left is no longer one', () => {
  mkdirSync(join(folder, 'visits'), { mode: 0o700 });
  const visits = openVisits(folder);
  visits.keep('default', baseUrl, aVisit());
  const lock = join(folder, 'visits', `${files()[0] ?? ''}.lock`);
  writeFileSync(lock, '');
  utimesSync(lock, 0, 0);
  visits.keep('default', baseUrl, aVisit({ filter: 'name:a' }));
  expect(kept()?.filter).toBe('name:a');
  expect(files()).toHaveLength(1);
});

test('the organisations that were visited longest ago are forgotten', () => {
  const visits = openVisits(folder);
  const known = new Set<string>();
  for (let at = 0; at < 205; at++) {
    visits.keep('default', baseUrl, aVisit({ orgId: `O${at}` }));
    // Only the new one: each has its own time.
    for (const name of files().filter((one) => !known.has(one))) {
      utimesSync(join(folder, 'visits', name), 1000 + at, 1000 + at);
      known.add(name);
    }
  }
  const left = Array.from({ length: 205 }, (_, at) => at).filter((at) => kept('default', `O${at}`) !== null);
  expect(left).toEqual(Array.from({ length: 200 }, (_, at) => at + 5));
});

function started() {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const kept: Visit[] = [];
  const store = createStore(aStateOf(systemsOf(20)), reduce, () => undefined);
  keepVisits(store, {
    recall: () => ({ visit: null, problem: null }),
    keep: (_, __, visit) => {
      kept.push(visit);
    },
  });
  const act = (...actions: readonly Action[]): void => {
    for (const action of actions) store.dispatch(action);
  };
  return { kept, act };
}

test.each<[string, Action]>([
  ['a mark', { kind: 'markToggled' }],
  ['a filter', { kind: 'filterSet', text: 'name:s' }],
  ['a sort', { kind: 'sortChanged' }],
  ['a sort the other way round', { kind: 'sortReversed' }],
  ['a threshold', { kind: 'thresholdSet', days: 45 }],
  ['wide columns', { kind: 'wideToggled' }],
])('%s is kept once, a moment after the key', (_, action) => {
  const { kept, act } = started();
  act(action);
  vi.advanceTimersByTime(visitMs - 1);
  expect(kept).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(kept).toHaveLength(1);
  expect(vi.getTimerCount()).toBe(0);
});

test('the effect of several keys is kept once, a moment after the last of them', () => {
  const { kept, act } = started();
  act({ kind: 'filterSet', text: 'name:s' });
  vi.advanceTimersByTime(visitMs - 1);
  act({ kind: 'markToggled' });
  vi.advanceTimersByTime(visitMs - 1);
  expect(kept).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(kept).toMatchObject([{ filter: 'name:s', marks: [expect.stringMatching(/ S0$/)] }]);
});

test('a key that only moves, and time that passes, keep nothing and start no timer', () => {
  const { kept, act } = started();
  act({ kind: 'moved', motion: 'down' }, { kind: 'minutePassed', now: now + 60_000 }, { kind: 'filterOpened' });
  expect([kept, vi.getTimerCount()]).toEqual([[], 0]);
});

describe('the snapshot of the last visit', () => {
  let path: string;

  beforeEach(() => {
    mkdirSync(join(folder, 'seen'));
    path = join(folder, 'seen', `${nameFor(`${baseUrl}\nN1`)}.json`);
  });

  function visit(...systems: string[]): Changes | null {
    return compareWithLastVisit(folder, baseUrl, 'N1', { at: 1, systems, connected: [], names: systems }).changes;
  }

  test('each visit is compared with the one before', () => {
    expect(visit('S1')).toBeNull();
    expect(visit('S1', 'S2')).not.toBeNull();
    expect(readdirSync(join(folder, 'seen'))).toHaveLength(1);
  });

  test('a system that the same person has deleted since is left out of it, and is no news then', () => {
    visit('S1', 'S2', 'S3');
    leaveOutOfLastVisit(folder, baseUrl, 'N1', new Set(['S2']));
    expect(visit('S1')).toMatchObject({ since: 1, gone: new Map([['S3', 'S3']]), fresh: new Set() });
  });

  test('where there was no visit, nothing is removed from it', () => {
    leaveOutOfLastVisit(folder, baseUrl, 'N1', new Set(['S2']));
    expect(readdirSync(join(folder, 'seen'))).toHaveLength(0);
  });

  test('a pipe in its place does not block, and is replaced', () => {
    execFileSync('mkfifo', [path]);
    expect(visit('S1')).toBeNull();
    expect(visit('S1')).not.toBeNull();
  });

  test('a link in its place is not followed: what it leads to stays as it is', () => {
    const precious = join(folder, 'precious');
    writeFileSync(precious, 'precious');
    symlinkSync(precious, path);
    expect(visit('S1')).toBeNull();
    expect(readFileSync(precious, 'utf8')).toBe('precious');
    expect(visit('S1')).not.toBeNull();
  });

  test('a folder in its place, or an invalid file, is moved aside, and that is reported once', () => {
    const damaged = { changes: null, problem: expect.stringContaining('damaged, and kept aside.') as string };
    const compared = () =>
      compareWithLastVisit(folder, baseUrl, 'N1', { at: 1, systems: [], connected: [], names: [] });
    mkdirSync(path);
    expect(compared()).toEqual(damaged);
    writeFileSync(path, '{"at":1,"systems":{},"connected":[]}');
    expect(compared()).toEqual(damaged);
    expect(compared()).toMatchObject({ changes: { since: 1 }, problem: null });
    expect(readdirSync(join(folder, 'seen'))).toHaveLength(3);
  });
});
