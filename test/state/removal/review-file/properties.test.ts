/** Two people, and any rules of each: the file of one lifts none of the protections that the other has. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { System } from '../../../../src/api/system.ts';
import type { Guards } from '../../../../src/state/fleet/protection/guards.ts';
import { noMarks, withMarked } from '../../../../src/state/fleet/marks/marks.ts';
import { obstacleOf, phraseOf } from '../../../../src/state/removal/review/opening.ts';
import { isReread } from '../../../../src/state/removal/review/check.ts';
import { chosenItems, type Review } from '../../../../src/state/removal/review/review.ts';
import type { ReviewFile } from '../../../../src/state/removal/review-file/format.ts';
import type { State } from '../../../../src/state/root/state.ts';
import { aSession, aStateOf, aSystem, baseUrl, daysAgo, noGuards, systemsOf } from '../../../support/make.ts';
import { property } from '../../../support/property.ts';
import { play } from '../../root/play.ts';
import { reread } from '../deletion/story.ts';

function fileOf(systems: readonly System[], included: readonly boolean[] = []): ReviewFile {
  return {
    ...{ kind: 'delete', by: 'Anna', at: daysAgo(0), days: 90, checksum: 'abcdef0123456789' },
    ...{ baseUrl, orgId: 'N1', orgName: 'Northwind' },
    systems: systems.map((system, at) => ({ system, by: 'rule', isIncluded: included[at] === true })),
  };
}

function reviewIn({ review }: State): Review {
  return review ?? expect.unreachable();
}

const anyGuards: fc.Arbitrary<Guards> = fc.record({
  tags: fc.subarray(['keep', 'prod']),
  keys: fc.subarray(['laptops', '7']),
  seenDays: fc.constantFrom(0, 30, 300),
  session: fc.boolean(),
  share: fc.integer({ min: 1, max: 100 }),
  secondPersonAbove: fc.option(fc.nat(9)),
  systems: fc.subarray(['A0', 'A1', 'A2']).map((ids) => new Set(ids)),
});

const anySystem: fc.Arbitrary<Partial<System>> = fc.record({
  tags: fc.subarray(['keep', 'prod', 'spare']),
  enrolmentKeyDescription: fc.constantFrom('laptops', 'tills'),
  enrolmentKeyId: fc.constantFrom(1, 7),
  lastSeen: fc.constantFrom(daysAgo(20), daysAgo(200), daysAgo(400)),
  connectedFrom: fc.constantFrom('192.0.2.1', '192.0.2.2'),
});

property(
  'an opened review takes the systems that a review of one’s own would take, whatever its writer included',
  [anyGuards, fc.array(anySystem, { minLength: 1, maxLength: 6 }), fc.array(fc.boolean())],
  { numRuns: 300 },
  (guards, abouts, included) => {
    const systems = abouts.map((about, at) => aSystem({ systemId: `A${at}`, ...about }));
    const session = aSession({ address: '192.0.2.2' });
    const again = systems.map((system) => reread(system));
    const start = aStateOf(systems, { guards, session, marks: withMarked(noMarks, systems, { by: 'hand' }) });
    const own = reviewIn(play(start, { kind: 'reviewOpened', does: 'delete' }, ...again).state);
    const file = fileOf(systems, included);
    const opened = reviewIn(play(start, { kind: 'reviewFileRead', file }, ...again).state);
    expect(opened.rules).toEqual(own.rules);
    expect(chosenItems(opened).map(({ system }) => system.systemId)).toEqual(
      chosenItems(own).map(({ system }) => system.systemId),
    );
    // It is the second person, who is asked for by no limit.
    const ownObstacle = obstacleOf(own);
    expect(obstacleOf(opened)).toEqual(ownObstacle?.kind === 'secondPerson' ? null : ownObstacle);
    expect(phraseOf(opened)).toMatch(/ from Northwind reviewed by Anna$/);
  },
);

test.each([1, 1000, 1001, 1500])(
  'no phrase of an opened review of %i systems counts before all are checked',
  (count) => {
    const systems = systemsOf(count, () => ({ lastSeen: daysAgo(200) }));
    const opened = play(aStateOf(systems, { guards: noGuards }), { kind: 'reviewFileRead', file: fileOf(systems) });
    const review = reviewIn(opened.state);
    expect([review.reread === null, isReread(review)]).toEqual([false, false]);
    // One by one up to a thousand, above it by the list.
    const kinds = new Set(opened.effects.map(({ kind }) => kind).filter((kind) => kind.startsWith('re')));
    expect([...kinds]).toEqual([count > 1000 ? 'readReviewPage' : 'rereadSystem']);
    const phrase = phraseOf(review);
    const typed = play(
      opened.state,
      { kind: 'timerEnded', timer: 'arm' },
      { kind: 'phraseStarted', typed: '' },
      { kind: 'textEdited', text: phrase },
      { kind: 'phraseEntered' },
    );
    expect(typed.effects.filter(({ kind }) => kind === 'openJournal')).toEqual([]);
  },
);
