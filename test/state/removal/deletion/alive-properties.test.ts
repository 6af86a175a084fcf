/** No system is deleted or disabled that a list, a review or the last visit shows alive. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeSystem } from '../../../../src/api/decode.ts';
import type { System } from '../../../../src/api/system.ts';
import { defaultGuards } from '../../../../src/state/fleet/protection/guards.ts';
import { noMarks, withMarked, withStaleMarked } from '../../../../src/state/fleet/marks/marks.ts';
import { reduce } from '../../../../src/state/root/reduce.ts';
import type { RunKind } from '../../../../src/state/change/run-kinds.ts';
import { phraseOf } from '../../../../src/state/removal/review/opening.ts';
import { chosenItems } from '../../../../src/state/removal/review/review.ts';
import type { Effect, Action, State } from '../../../../src/state/root/state.ts';
import { dayMs, isStale } from '../../../../src/state/fleet/staleness/staleness.ts';
import { isChange } from './story.ts';
import { aListing, aPage, aState, daysAgo, now, refused } from '../../../support/make.ts';
import { holds } from '../../../support/property.ts';

/** A record as the service sends it. */
type Sent = Readonly<Record<string, unknown>> & { readonly systemId: string };

const alive = ['Connected', 'connected ', 'Online', 'Connecting', 'Active', 'Connected, degraded', 'Con\u200Bnected'];
const dead = ['Disconnected', ' offline', 'DISABLED', 'Inactive', 'Expired'];
const unclear = ['Away', 'not connected', '', null, undefined, 1, true, { code: 1 }, ['x']];

const anyTime = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(200, 201, 400).map((days) => daysAgo(days)) },
  { weight: 2, arbitrary: fc.constantFrom(0, 1, 6.9, 8, 89).map((days) => daysAgo(days)) },
  { weight: 1, arbitrary: fc.constantFrom('2026-01-02T03:04:05.1234567Z', '2026-01-02T03:04:05.1234568Z') },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(1_763_640_000, true, {}, [], 'never', null, '', undefined) },
);

const kept = ['protect', ['protect'], [{ tag: 'env=protect' }], [{ name: 'Protected' }], [{ protect: true }]];
const anyTags = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom<unknown>([], [{ tag: 'till' }], undefined, null, 'till', [{ protect: false }]),
  },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(...kept) },
);

const anyFacts = fc.record({
  state: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom<unknown>(...dead) },
    { weight: 1, arbitrary: fc.constantFrom<unknown>(...alive) },
    { weight: 1, arbitrary: fc.constantFrom<unknown>(...unclear) },
  ),
  lastSeen: anyTime,
  enrolledAt: anyTime,
  // Seldom there, and then often of now: what a list does not carry, the record of one system may show.
  connectedAt: fc.oneof(
    { weight: 6, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: anyTime },
    { weight: 1, arbitrary: fc.constant(daysAgo(0)) },
  ),
  connectedFrom: fc.constantFrom<unknown>('192.0.2.1', '192.0.2.1', '192.0.2.1', '192.0.2.2', undefined, 7),
  serviceVersion: fc.constantFrom<unknown>('4.2', '4.2', '4.2', '4.3', undefined),
  isEnabled: fc.constantFrom<unknown>(true, true, false, undefined),
  tags: anyTags,
});

type Facts = Readonly<Record<string, unknown>>;

/** The facts before, with some of those that come after: mostly nothing changes. */
function anyLater(before: Facts): fc.Arbitrary<Facts> {
  const changed = fc
    .tuple(fc.subarray([...Object.keys(before), 'connectedAt'], { minLength: 1, maxLength: 2 }), anyFacts)
    .map(([fields, facts]): Facts => {
      const of = new Map(Object.entries(facts));
      return { ...before, ...Object.fromEntries(fields.map((field) => [field, of.get(field)])) };
    });
  return fc.oneof({ weight: 5, arbitrary: fc.constant(before) }, { weight: 2, arbitrary: changed });
}

/**
 * Records of one system from the service: in the list, to the review, and just before its request; null: an error. `late`:
 * once more, where that was too long ago when the request was to leave; null: it was not.
 */
interface Life {
  readonly listed: readonly Facts[];
  readonly reread: Facts | null;
  readonly rechecked: Facts;
  readonly late: Facts | null;
}

const anyLife: fc.Arbitrary<Life> = anyFacts.chain((facts) =>
  fc
    .tuple(
      fc.oneof(
        { weight: 4, arbitrary: fc.constant([]) },
        { weight: 1, arbitrary: fc.array(anyLater(facts), { maxLength: 2 }) },
      ),
      fc.oneof({ weight: 9, arbitrary: anyLater(facts) }, { weight: 1, arbitrary: fc.constant(null) }),
    )
    .chain(([others, reread]) =>
      fc.record({
        listed: fc.shuffledSubarray([facts, ...others], { minLength: 1 + others.length }),
        reread: fc.constant(reread),
        rechecked: anyLater(reread ?? facts),
        late: fc.option(anyLater(reread ?? facts), { freq: 3 }),
      }),
    ),
);

interface Story {
  readonly lives: readonly Life[];
  /** By the rule, or each by hand. */
  readonly isByRule: boolean;
  /** Rows whose protection the user lifts, before or after the refresh. */
  readonly lifted: readonly number[];
  readonly isLiftedEarly: boolean;
  readonly pageSize: number;
}

const anyStory: fc.Arbitrary<Story> = fc.record({
  lives: fc.array(anyLife, { minLength: 1, maxLength: 8 }),
  isByRule: fc.boolean(),
  lifted: fc.array(fc.nat({ max: 8 }), { maxLength: 3 }),
  isLiftedEarly: fc.boolean(),
  pageSize: fc.integer({ min: 1, max: 5 }),
});

function decoded(systemId: string, facts: Facts): System {
  const sent: Sent = { ...facts, systemId, hostname: systemId };
  const read = decodeSystem(JSON.parse(JSON.stringify(sent)));
  if (!read.ok) throw new Error(read.path);
  return read.value;
}

interface Played {
  readonly sent: readonly string[];
  readonly lifted: ReadonlySet<string>;
}

function played(does: RunKind, { lives, isByRule, lifted: rows, isLiftedEarly, pageSize }: Story): Played {
  const lifeOf = new Map(lives.map((life, at) => [`S${at}`, life]));
  // The second records stand pages away from the first ones.
  const rounds = [0, 1, 2].flatMap((round) =>
    [...lifeOf].flatMap(([id, { listed }]) => (listed[round] === undefined ? [] : [decoded(id, listed[round])])),
  );
  const pages = Array.from({ length: Math.ceil(rounds.length / pageSize) }, (_, page) =>
    aPage(rounds.slice(page * pageSize, (page + 1) * pageSize), { total: 1000 }),
  );
  const listing = aListing(pages);
  const systems = listing.scan?.pages.flat() ?? [];
  const stale = systems.filter((system) => isStale(system, 90, now));
  const marks = isByRule ? withStaleMarked(noMarks, stale) : withMarked(noMarks, systems, { by: 'hand' });
  if (marks.size === 0) return { sent: [], lifted: new Set() };
  let state: State = aState({ listing, marks, organisationTotal: 1000, guards: { ...defaultGuards, share: 100 } });
  const asked: Effect[] = [];
  const sent: string[] = [];
  const lifted = new Set<string>();
  const waited = new Set<string>();
  const happens = (action: Action): void => {
    const [next, ...effects] = reduce(state, action);
    state = next;
    asked.push(...effects);
  };
  const lift = (): void => {
    for (const row of rows) {
      const { review } = state;
      const item = review?.items[row];
      if (review === null || item?.judgement.guard == null || item.judgement.isGuardLifted) continue;
      state = { ...state, review: { ...review, rows: [row], list: { row: 0, top: 0 } } };
      happens({ kind: 'guardToggled' });
      lifted.add(item.system.systemId);
    }
  };
  const answers = (): void => {
    for (let effect = asked.shift(); effect !== undefined; effect = asked.shift()) {
      if (isChange(effect) && lifeOf.get(effect.systemId)?.late != null && !waited.has(effect.systemId)) {
        const { run, systemId } = effect;
        waited.add(systemId);
        happens({ kind: 'rereadTooOld', run, systemId, now });
        continue;
      }
      if (isChange(effect)) sent.push(effect.systemId);
      const action = answerTo(effect, lifeOf, waited);
      if (action !== null) happens(action);
    }
  };
  happens({ kind: 'reviewOpened', does });
  if (isLiftedEarly) lift();
  answers();
  if (!isLiftedEarly) lift();
  happens({ kind: 'timerEnded', timer: 'arm' });
  if (state.review === null || chosenItems(state.review).length === 0) return { sent, lifted };
  happens({ kind: 'phraseStarted', typed: '' });
  happens({ kind: 'textEdited', text: phraseOf(state.review) });
  happens({ kind: 'phraseEntered' });
  answers();
  return { sent, lifted };
}

function answerTo(effect: Effect, lifeOf: ReadonlyMap<string, Life>, waited: ReadonlySet<string>): Action | null {
  if (effect.kind === 'openJournal') return { kind: 'journalOpened', run: effect.run, path: '/runs/1.jsonl', now };
  if (!('systemId' in effect)) return null;
  const { systemId } = effect;
  const life = lifeOf.get(systemId);
  if (life === undefined) return null;
  if (effect.kind === 'rereadSystem') {
    const { review } = effect;
    if (life.reread === null) return { kind: 'rereadFailed', review, systemId, problem: refused(500) };
    return { kind: 'systemReread', review, systemId, system: decoded(systemId, life.reread), askedAt: 0, now };
  }
  if (effect.kind === 'recheckSystem') {
    const system = decoded(systemId, (waited.has(systemId) ? life.late : null) ?? life.rechecked);
    return { kind: 'systemRechecked', run: effect.run, systemId, system, record: {}, askedAt: 0, now };
  }
  if (effect.kind === 'recordIntent') return { kind: 'intentRecorded', run: effect.run, systemId };
  if (isChange(effect)) return { kind: 'systemChanged', run: effect.run, systemId, accepted: false, now };
  return null;
}

/** Does one record show life, or something that protects? By the words of the rules, and not by the program's. */
function livesBy(facts: Facts): boolean {
  const { state, lastSeen, enrolledAt, connectedAt, tags } = facts;
  const isLate = (time: unknown): boolean => typeof time === 'string' && Date.parse(time) >= now - 7 * dayMs;
  return (
    !dead.includes(state as string) ||
    [lastSeen, enrolledAt, connectedAt].some(isLate) ||
    kept.some((one) => JSON.stringify(one) === JSON.stringify(tags))
  );
}

/** Is anything else in the later record that the earlier one has as well, or gone from it? */
function isChanged(before: Facts, after: Facts): boolean {
  return Object.keys(before).some((field) => {
    const [one, other] = [JSON.stringify(before[field]), JSON.stringify(after[field])] as (string | undefined)[];
    if (one === undefined || one === other) return false;
    if (field === 'isEnabled') return one === 'false' && other === 'true';
    if (field === 'connectedAt' && Number.isNaN(Date.parse(String(before[field])))) return false;
    // Nothing, in whatever way it is said; an empty state is a state that nobody understands.
    const nothing = field === 'state' ? ['null', undefined] : ['null', '""', undefined, '[]'];
    return ![one, other].every((value) => nothing.includes(value));
  });
}

function isUnreadable({ lastSeen }: Facts): boolean {
  if (typeof lastSeen === 'string') return lastSeen !== '' && Number.isNaN(Date.parse(lastSeen));
  return lastSeen !== undefined && lastSeen !== null;
}

/** The counts say that the property is not empty. */
test.each(['delete', 'disable'] as const)(
  '%s: never a system that any record of it shows alive, unless a person lifted its protection',
  (does) => {
    const seen = { sent: 0, kept: 0, lifted: 0 };
    holds([anyStory], { numRuns: 500 }, (story) => {
      const { sent, lifted } = played(does, story);
      expect(new Set(sent).size).toBe(sent.length);
      for (const [at, { listed, reread, rechecked, late }] of story.lives.entries()) {
        if (!sent.includes(`S${at}`)) {
          seen.kept++;
          continue;
        }
        // A field that the list does not carry is in the record of one system.
        const carried = listed.map((one) => (one['state'] === undefined ? { ...one, state: dead[0] } : one));
        const lastly = late === null ? [rechecked] : [rechecked, late];
        if (does === 'disable') expect(lastly.at(-1)?.['isEnabled']).not.toBe(false);
        const records = [...carried, ...(reread === null ? [] : [reread]), ...lastly];
        if (lifted.has(`S${at}`)) seen.lifted++;
        else expect(records.filter(livesBy)).toEqual([]);
        seen.sent++;
        expect(reread === null ? [] : listed.every((one) => isChanged(one, reread)) ? [reread] : []).toEqual([]);
        for (const last of lastly) {
          expect((reread === null ? listed : [reread]).every((one) => isChanged(one, last))).toBe(false);
        }
        if (story.isByRule) expect(records.filter(isUnreadable)).toEqual([]);
      }
    });
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(1);
  },
);
