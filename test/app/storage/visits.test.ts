/** Files of visits: for their owner alone, merged where several sessions write, bounded, and never in the way. */
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import fc from 'fast-check';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { openVisits } from '../../../src/app/storage/visits.ts';
import { mergedVisit } from '../../../src/state/fleet/resume/merge.ts';
import { mostMarks, type Visit } from '../../../src/state/fleet/resume/model.ts';
import { property } from '../../support/property.ts';

const baseUrl = 'https://api.example';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rollcall-'));
  onTestFinished(() => {
    chmodSync(folder, 0o700);
    rmSync(folder, { recursive: true, force: true });
  });
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

test.each(['', 'no JSON', '{"at":1}', '[]'])('a damaged file (%j) is set aside with a sentence', (text) => {
  openVisits(folder).keep('default', baseUrl, aVisit());
  const path = join(folder, 'visits', files()[0] ?? '');
  writeFileSync(path, text);
  const { visit, problem } = openVisits(folder).recall('default', baseUrl, 'N1');
  expect(visit).toBe(null);
  expect(problem).toMatch(/^Marks and filter were not restored: their file is damaged\. It is kept as .*\.bad-/);
  expect(readFileSync(join(folder, 'visits', files()[0] ?? ''), 'utf8')).toBe(text);
  expect(kept()).toBe(null);
});

test('a file that others can write is not read', () => {
  openVisits(folder).keep('default', baseUrl, aVisit({ marks: ['S1'] }));
  chmodSync(join(folder, 'visits', files()[0] ?? ''), 0o622);
  const { visit, problem } = openVisits(folder).recall('default', baseUrl, 'N1');
  expect([visit, problem]).toEqual([null, expect.stringContaining('is not yours alone') as string]);
});

test.runIf(process.getuid?.() === 0)("another person's file is not read, and set aside", () => {
  openVisits(folder).keep('default', baseUrl, aVisit({ marks: ['S1'] }));
  chownSync(join(folder, 'visits', files()[0] ?? ''), 12_345, 12_345);
  const { visit, problem } = openVisits(folder).recall('default', baseUrl, 'N1');
  expect([visit, problem]).toEqual([null, expect.stringContaining('is not yours alone') as string]);
  expect(files()).toEqual([expect.stringContaining('.bad-')]);
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
  for (let at = 0; at < 205; at++) {
    visits.keep('default', baseUrl, aVisit({ orgId: `O${at}` }));
    for (const name of files()) utimesSync(join(folder, 'visits', name), 1000 + at, 1000 + at);
  }
  expect(files().length).toBeLessThanOrEqual(200);
  expect(kept('default', 'O204')).not.toBe(null);
});
