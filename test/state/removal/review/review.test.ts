/** A review: its order and counts, while its systems are refreshed, and while protections are lifted. */
import { describe, expect, test } from 'vitest';
import type { Problem } from '../../../../src/api/problem.ts';
import type { System } from '../../../../src/api/system.ts';
import { isReread, rereadConcurrency, rereading, withReread } from '../../../../src/state/removal/review/check.ts';
import {
  chosenItems,
  countsOf,
  groupsIn,
  maxReread,
  type Review,
  withGuards,
  withGuardToggled,
  withToggled,
} from '../../../../src/state/removal/review/review.ts';
import { type Finding, rejudge } from '../../../../src/state/removal/review/judgement.ts';
import { isProtected } from '../../../../src/state/fleet/protection/guards.ts';
import { withNewerRecord } from '../../../../src/state/fleet/systems/compare.ts';
import {
  aReviewOf,
  aSystem,
  daysAgo,
  noGuards,
  now,
  refused,
  systemNotFound,
  systemsOf,
} from '../../../support/make.ts';

const old = { lastSeen: daysAgo(200) };
const guards = { ...noGuards, tags: ['protect'], keys: ['servers'] };
const rules = { days: 90, now, guards, address: null };

function idsChosen(review: Review): string[] {
  return chosenItems(review).map(({ system }) => system.systemId);
}

describe('reading again', () => {
  test('has so many on their way and no more, asks for each system once, and ends with the last answer', () => {
    let [review, waiting] = rereading(aReviewOf(systemsOf(20, () => old)));
    expect(waiting).toHaveLength(rereadConcurrency);
    const asked = [...waiting];
    for (let answered = 0; answered < asked.length; answered++) {
      const system = asked[answered] ?? aSystem();
      expect(isReread(review)).toBe(false);
      [review, waiting] = rereading(withReread(review, system.systemId, system, null));
      expect(waiting.length).toBeLessThanOrEqual(1);
      asked.push(...waiting);
    }
    expect(new Set(asked.map(({ systemId }) => systemId)).size).toBe(20);
    expect(asked).toHaveLength(20);
    expect(isReread(review)).toBe(true);
  });

  test.each([
    [maxReread, rereadConcurrency, false],
    [maxReread + 1, 0, true],
  ])('of %i systems asks for %i at first', (count, first, isDone) => {
    const [review, systems] = rereading(aReviewOf(systemsOf(count, () => old)));
    expect(systems).toHaveLength(first);
    expect(isReread(review)).toBe(isDone);
  });

  test.each<[string, Problem, object, string[]]>([
    ['is gone', systemNotFound, { gone: 1, unread: 0 }, ['S1']],
    ['has an id that fits in no address', { operation: 'read system', kind: 'oddId' }, { oddId: 1, unread: 0 }, ['S1']],
    ['could not be read', refused(500), { gone: 0, unread: 1 }, ['S0', 'S1']],
    ['is answered by a proxy (404)', refused(404), { gone: 0, unread: 1 }, ['S0', 'S1']],
  ])('a system that %s is counted as that', (_, problem, counts, kept) => {
    const review = withReread(aReviewOf(systemsOf(2, () => old)), 'S0', null, problem);
    expect(countsOf(review)).toMatchObject(counts);
    expect(idsChosen(review)).toEqual(kept);
  });

  test.each<[string, Partial<System>, object]>([
    ['is connected now', { ...old, state: 'Connected' }, { connectedSince: 1 }],
    ['was seen since', { lastSeen: daysAgo(1) }, { seenSince: 1 }],
    ['has another name', { ...old, hostname: 'payroll-db' }, { changed: 1 }],
    ['was given a tag that protects', { ...old, tags: ['protect'] }, { changed: 1 }],
  ])('a system that %s is left out, whatever was chosen', (_, about, counts) => {
    const review = aReviewOf([aSystem({ systemId: 'S0', ...old })], { rules });
    const read = withReread(review, 'S0', aSystem({ systemId: 'S0', ...about }), null);
    expect(countsOf(read)).toMatchObject(counts);
    expect(idsChosen(read)).toEqual([]);
    expect(idsChosen(withToggled(withToggled(read, 0), 0))).toEqual([]);
  });

  test('excluded systems stay excluded, and earlier problems are gone', () => {
    const system = aSystem({ systemId: 'S0', ...old });
    const failed = withReread(aReviewOf([system]), 'S0', null, refused(500));
    expect(countsOf(withReread(failed, 'S0', system, null))).toMatchObject({ unread: 0, lastSeen: 1 });
    expect(countsOf(withReread(withToggled(failed, 0), 'S0', system, null))).toMatchObject({
      excluded: 1,
      lastSeen: 0,
    });
  });
});

describe('a guard', () => {
  const tagged = aSystem({ systemId: 'tagged', lastSeen: daysAgo(300), tags: ['protect'] });
  const plain = aSystem({ systemId: 'plain', ...old });

  test('keeps its system out until it is lifted, and again once it is set', () => {
    const review = aReviewOf([tagged, plain], { rules });
    expect(review.items.map(({ system }) => system.systemId)).toEqual(['tagged', 'plain']);
    const lifted = withGuardToggled(review, 0);
    expect([review, lifted, withGuardToggled(lifted, 0)].map(idsChosen)).toEqual([
      ['plain'],
      ['tagged', 'plain'],
      ['plain'],
    ]);
    expect(countsOf(review)).toMatchObject({ guarded: 1, lastSeen: 1 });
  });

  test('cannot be lifted where there is none', () => {
    const review = aReviewOf([plain], { rules });
    expect(withGuardToggled(review, 0).items[0]?.judgement.isGuardLifted).toBe(false);
  });

  test('that was lifted stays lifted when its system is refreshed, and holds where it is another one', () => {
    const lifted = withGuardToggled(aReviewOf([tagged], { rules }), 0);
    expect(idsChosen(withReread(lifted, 'tagged', tagged, null))).toEqual(['tagged']);
    const moved = { ...tagged, tags: [], enrolmentKeyDescription: 'servers' };
    const read = withReread(lifted, 'tagged', moved, null);
    expect(read.items[0]).toMatchObject({ judgement: { guard: { kind: 'key' }, isGuardLifted: false } });
    expect(idsChosen(read)).toEqual([]);
  });

  test('by a field that only the list has holds also where the record of the one system lacks it', () => {
    const address = '203.0.113.7';
    const listed = { names: ['virtualAddress'], values: JSON.stringify(['::ffff:203.0.113.7']) };
    const guarding = { ...rules, guards: { ...guards, session: true }, address };
    const review = aReviewOf([{ ...plain, others: listed }], { rules: guarding });
    const read = withReread(review, 'plain', plain, null);
    expect(read.items[0]).toMatchObject({
      judgement: { guard: { kind: 'session', field: 'virtualAddress' }, change: null },
    });
    expect(idsChosen(read)).toEqual([]);
    // The row in the list keeps its sign, too, whatever else a check brings.
    const checked = withNewerRecord({ ...plain, others: listed }, { ...plain, description: 'checked' });
    expect(isProtected(withNewerRecord(checked, plain), guarding)).toBe(true);
  });
});

describe('the list', () => {
  const systemOf = (systemId: string, lastSeen: string | null, about: Partial<System> = {}) =>
    aSystem({ systemId, lastSeen, ...about });
  const recent = systemOf('old', daysAgo(200));
  const older = systemOf('older', daysAgo(300));
  const never = systemOf('never', null, { enrolledAt: daysAgo(250) });
  const fresh = systemOf('fresh', daysAgo(2));
  const live = systemOf('live', daysAgo(400), { state: 'Connected' });

  test('begins with the oldest', () => {
    const { items } = aReviewOf([recent, fresh, never, live, older, systemOf('timeless', 'never')]);
    expect(items.map(({ system, judgement }) => [system.systemId, judgement.isStale ? 'stale' : 'not stale'])).toEqual([
      ['live', 'not stale'],
      ['older', 'stale'],
      ['never', 'stale'],
      ['old', 'stale'],
      ['fresh', 'not stale'],
      ['timeless', 'not stale'],
    ]);
  });

  test('is counted by reason, with those connected apart', () => {
    const review = aReviewOf([recent, older, never, fresh, live]);
    expect(countsOf(review)).toMatchObject({ lastSeen: 2, neverConnected: 1, notStale: 2, connected: 1, excluded: 0 });
    expect(countsOf(withToggled(review, 0))).toMatchObject({ lastSeen: 2, notStale: 1, connected: 0, excluded: 1 });
  });

  test('counts each system once, by the reason that comes first', () => {
    const tagged = systemOf('tagged', daysAgo(200), { tags: ['protect'] });
    const away = systemOf('away', daysAgo(200), { state: 'Away' });
    const off = systemOf('off', daysAgo(200), { isEnabled: false });
    const all = [recent, older, never, fresh, live, tagged, away, off];
    const review = aReviewOf(all, { rules });
    const none = { ...countsOf(aReviewOf([])) };
    expect(countsOf(review)).toEqual({
      ...{
        ...none,
        lastSeen: 3,
        neverConnected: 1,
        notStale: 2,
        connected: 1,
        disabled: 1,
        guarded: 1,
        notUnderstood: 1,
      },
    });
    expect(Object.values(none).every((count) => count === 0)).toBe(true);
    const at = (id: string): number => review.items.findIndex(({ system }) => system.systemId === id);
    const included = withGuardToggled(review, at('tagged'));
    expect(countsOf(included)).toMatchObject({ guarded: 0, included: 1, lastSeen: 4 });
    const unread = review.items.map((item) => rejudge(item, { problem: refused(500) }));
    expect(countsOf({ ...review, items: unread }).unread).toBe(6);
    const names = { connected: 'connectedSince', seenSince: 'seenSince', changed: 'changed', protected: 'protected' };
    for (const [why, name] of Object.entries({ ...names, gone: 'gone', already: 'already', oddId: 'oddId' })) {
      const items = review.items.map((item) => rejudge(item, { change: { why } as Finding }));
      expect(countsOf({ ...review, items })).toEqual({ ...none, [name]: 8 });
      const group = why === 'protected' ? 'protected' : 'reconnected';
      expect(Object.values(groupsIn(items)).flat()).toEqual([...items.keys()]);
      expect(groupsIn(items)[group]).toHaveLength(8);
    }
  });

  test('lets a system be excluded and included', () => {
    const review = { ...aReviewOf([recent, older]), isWrong: true };
    const without = withToggled(review, 0);
    expect(chosenItems(without).map(({ system }) => system.systemId)).toEqual(['old']);
    expect(without.isWrong).toBe(false);
    expect(withToggled(without, 0)).toEqual({ ...review, isWrong: false });
    expect(withToggled(review, 7)).toBe(review);
  });
});

test('other protection judges the review again, and ends nothing that a person included', () => {
  const review = aReviewOf([aSystem({ ...old, tags: ['prod'] })]);
  const protective = { ...noGuards, tags: ['prod'] };
  expect(chosenItems(withGuards(review, protective))).toEqual([]);
  const included = withGuardToggled(withGuards(review, protective), 0);
  expect(chosenItems(withGuards(included, { ...protective, share: 20 }))).toHaveLength(1);
  expect(chosenItems(withGuards(included, { ...protective, tags: ['prod', 'old'], seenDays: 365 }))).toEqual([]);
});
