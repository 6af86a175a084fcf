/** Two people at one review: who may open a file, when its phrase is offered, and what is kept of both. */
import { describe, expect, test } from 'vitest';
import { defaultGuards, strongerOf } from '../../../../src/state/fleet/protection/guards.ts';
import { noMarks, withMarked } from '../../../../src/state/fleet/marks/marks.ts';
import { changeIn, misfitOf, type ReviewFile } from '../../../../src/state/removal/review-file/format.ts';
import { chosenItems, countsOf } from '../../../../src/state/removal/review/review.ts';
import { obstacleOf, phraseOf } from '../../../../src/state/removal/review/opening.ts';
import type { Action, State } from '../../../../src/state/root/state.ts';
import { lineIn, type BegunRun } from '../../../../src/state/change/journal/format.ts';
import { writtenEdit } from '../../../../src/state/change/journal/written-edit.ts';
import { anEdit, editable } from '../../../support/edits.ts';
import { aRunHeader, aStateOf, aSystem, baseUrl, daysAgo, noGuards, now } from '../../../support/make.ts';
import { play } from '../../root/play.ts';
import { reread, typed } from '../deletion/story.ts';

const old = Array.from({ length: 30 }, (_, at) => aSystem({ systemId: `S${at}`, lastSeen: daysAgo(200) }));

const file: ReviewFile = {
  ...{ kind: 'delete', by: 'Anna', at: '2026-04-06T10:00:00.000Z', days: 90, checksum: 'abcdef0123456789' },
  ...{ baseUrl, orgId: 'N1', orgName: 'Northwind' },
  systems: old.map((system) => ({ system, by: 'rule', isIncluded: false })),
};
const reader = { person: 'ben', baseUrl, orgId: 'N1' };

test.each<[string, string, Partial<ReviewFile>, Partial<typeof reader>]>([
  [
    'who wrote it',
    'You reviewed it yourself, as Anna. Another person confirms it, under another name.',
    {},
    { person: ' anna\u200b' },
  ],
  [
    'at another service',
    'This review is of the service https://api.example, and you are at https://other.example. Open it with a profile of that service.',
    {},
    { baseUrl: 'https://other.example' },
  ],
  [
    'in another organisation',
    'This review is of the organisation Northwind (N1). Open that one first (@), then the review.',
    {},
    { orgId: 'T2' },
  ],
  [
    'whose rollcall does not know its change',
    'This review is of a change that this rollcall does not know. Update it here.',
    { change: { edit: writtenEdit(anEdit()) } },
    {},
  ],
  [
    'whose rollcall misses its change',
    'This review is of a change that this rollcall does not know. Update it here.',
    { kind: 'change' },
    {},
  ],
])('a file is refused to one %s', (_, message, about, other) => {
  expect(misfitOf({ ...file, ...about }, { ...reader, ...other })).toBe(message);
});

test('a file is for another person at the same service, by whatever name of it, or where nobody knows it yet', () => {
  expect(misfitOf(file, reader)).toBeNull();
  expect(misfitOf(file, { ...reader, baseUrl: null, orgId: null })).toBeNull();
  expect(misfitOf({ ...file, kind: 'change', change: { edit: writtenEdit(anEdit()) } }, reader)).toBeNull();
  expect(
    misfitOf({ ...file, baseUrl: 'http://localhost:7000' }, { ...reader, baseUrl: 'http://127.0.0.1:7000' }),
  ).toBeNull();
});

/** The review in this file, checked where its systems are as they were. */
function opened(about: ReviewFile = file, guards = noGuards): State {
  const start = aStateOf(old, { guards });
  return play(start, { kind: 'reviewFileRead', file: about }, ...old.map((system) => reread(system))).state;
}

test('the phrase of an opened review names the organisation and the person, else the beginning of the checksum', () => {
  const phrase = ({ review }: State): string => (review === null ? '' : phraseOf(review));
  expect(phrase(opened())).toBe('delete 30 from Northwind reviewed by Anna');
  expect(phrase(opened({ ...file, by: 'Åsa\u202e' }))).toBe('delete 30 from Northwind reviewed by abcdef01');
});

test('a run of an opened review has both people in its header, each with a time of their own', () => {
  const phrase = 'delete 30 from Northwind reviewed by Anna';
  const { effects } = play(opened(), { kind: 'timerEnded', timer: 'arm' }, ...typed(phrase));
  const [begun] = effects.filter((effect) => effect.kind === 'openJournal');
  expect(begun?.header).toEqual({
    ...{
      mode: 'run',
      does: 'delete',
      orgId: 'N1',
      orgName: 'Northwind',
      baseUrl,
      days: 90,
      items: 30,
      person: 'sam',
    },
    ...{
      reviewed: { by: 'Anna', at: file.at, file: file.checksum },
      confirmed: { by: 'sam', at: new Date(now).toISOString() },
    },
  });
});

test('every system of an opened review is asked for, and marks and exclusions of the reader stay', () => {
  const marks = withMarked(noMarks, old.slice(0, 2), { by: 'hand' });
  const { state, effects } = play(
    aStateOf(old, { marks }),
    { kind: 'reviewFileRead', file },
    { kind: 'reviewItemToggled' },
  );
  expect(effects.filter(({ kind }) => kind === 'rereadSystem')).toHaveLength(8);
  expect(state.review?.reread?.of).toHaveLength(30);
  const left = play(state, ...old.map((system) => reread(system)), { kind: 'wentBack' }).state;
  expect(left.marks).toBe(state.marks);
});

test('esc stops the check of an opened review, and the next one leaves it; its own review is left at once', () => {
  const begun = play(aStateOf(old), { kind: 'reviewFileRead', file }).state;
  const stopped = play(begun, { kind: 'wentBack' });
  expect(stopped.state.screen.kind).toBe('review');
  expect(stopped.effects.filter(({ kind }) => kind === 'rereadSystem')).toEqual([]);
  expect(
    play(stopped.state, ...old.slice(0, 8).map((system) => reread(system)), { kind: 'wentBack' }).state.screen.kind,
  ).toBe('systems');
  const own = play(aStateOf(old, { marks: withMarked(noMarks, old, { by: 'hand' }) }), {
    kind: 'reviewOpened',
    does: 'delete',
  }).state;
  expect(play(own, { kind: 'wentBack' }).state.screen.kind).toBe('systems');
});

test('an opened review that is left marks and excludes nothing here, and says that its file stays', () => {
  const { state } = play(opened(), { kind: 'reviewItemToggled' }, { kind: 'wentBack' });
  expect(state).toMatchObject({ screen: { kind: 'systems' }, review: null, marks: { excluded: new Set() } });
  expect(state.notice).toEqual({ kind: 'said', text: 'Nothing was deleted. The file of the review stays.' });
});

test('esc leads from the phrase to the list while the check of an opened review goes on', () => {
  const field: Action[] = [
    { kind: 'timerEnded', timer: 'arm' },
    { kind: 'phraseStarted', typed: '' },
  ];
  const typing = play(aStateOf(old, { guards: noGuards }), { kind: 'reviewFileRead', file }, ...field).state;
  expect(typing.review).toMatchObject({ isInField: true, reread: { sent: 8 } });
  const { state } = play(typing, { kind: 'wentBack' });
  expect(state.review).toMatchObject({ isInField: false, reread: { sent: 8 } });
  expect(play(state, { kind: 'wentBack' }).state.review?.reread?.sent).toBe(30);
});

test('the review is written with its systems, the rules, the name and the time', () => {
  const marks = withMarked(noMarks, old, { by: 'hand' });
  const guards = { ...noGuards, seenDays: 9, systems: new Set(['S7']) };
  const opens: Action[] = [{ kind: 'reviewOpened', does: 'delete' }, { kind: 'reviewItemToggled' }];
  const { effects } = play(aStateOf(old, { marks, guards }), ...opens, { kind: 'reviewWriteRequested' });
  const [written] = effects.filter((effect) => effect.kind === 'writeReview');
  expect(written).toMatchObject({
    content: { by: 'sam', at: new Date(now).toISOString() },
    rules: { protection: { seenDays: 9 }, protectedSystems: ['S7'], excluded: ['S0'], filter: '' },
  });
  const systems = old.filter(({ systemId }) => !['S0', 'S7'].includes(systemId));
  expect(written?.content.systems.map(({ system }) => system)).toEqual(systems);
});

test('systems of an opened review are judged by the records of the file, whatever the list here has', () => {
  const renamed = old.map((system) => ({ ...system, hostname: 'another' }));
  const start = aStateOf(renamed, { guards: noGuards });
  const again = renamed.map((system) => reread(system));
  const { review } = play(start, { kind: 'reviewFileRead', file }, ...again).state;
  expect(review && countsOf(review)).toMatchObject({ changed: 30 });
  expect(review && chosenItems(review)).toEqual([]);
});

test('the rules of the reader protect here, also from inclusions of the writer', () => {
  const tagged = old.map((system) => ({ ...system, tags: ['keep'] }));
  const included: ReviewFile = {
    ...file,
    systems: tagged.map((system) => ({ system, by: 'rule', isIncluded: true })),
  };
  const start = aStateOf(tagged, { guards: { ...noGuards, tags: ['keep'] } });
  const again = tagged.map((system) => reread(system));
  const { review } = play(start, { kind: 'reviewFileRead', file: included }, ...again).state;
  expect(review && countsOf(review)).toMatchObject({ guarded: 30 });
  expect(review && chosenItems(review)).toEqual([]);
});

describe('above the limit of an organisation', () => {
  const limited = (secondPersonAbove: number | null) => ({ ...noGuards, secondPersonAbove });
  const opens: Action = { kind: 'reviewOpened', does: 'delete' };
  test.each([
    [29, { kind: 'secondPerson', above: 29 }],
    [0, { kind: 'secondPerson', above: 0 }],
    [30, null],
    [null, null],
  ])('%j, thirty systems are confirmed by a second person: %j', (above, obstacle) => {
    const start = aStateOf(old, { marks: withMarked(noMarks, old, { by: 'hand' }), guards: limited(above) });
    const { review } = play(start, opens, ...old.map((system) => reread(system))).state;
    expect(review && obstacleOf(review)).toEqual(obstacle);
  });

  test('an opened review has its phrase', () => {
    const { review } = opened(file, limited(2));
    expect(review && obstacleOf(review)).toBeNull();
  });
});

test('two entries of one organisation have the lower limit of both', () => {
  const limit = (one: number | null, other: number | null): number | null =>
    strongerOf({ ...defaultGuards, secondPersonAbove: one }, { ...defaultGuards, secondPersonAbove: other })
      .secondPersonAbove;
  expect([limit(5, 9), limit(null, 9), limit(5, null), limit(null, null)]).toEqual([5, 9, 5, null]);
});

test('a header keeps who reviewed and who confirmed, and is read without them, or with others that are damaged', () => {
  const people = {
    reviewed: { by: 'anna', at: '2026-04-06T10:00:00.000Z' },
    confirmed: { by: 'ben', at: '2026-04-06T11:00:00.000Z' },
  };
  const read = (about: object): BegunRun => lineIn(JSON.stringify({ ...aRunHeader({}), ...about })) as BegunRun;
  expect(read(people)).toMatchObject(people);
  expect(read({})).not.toHaveProperty('reviewed.by');
  expect(read({ reviewed: 7, confirmed: { by: 'ben' } })).toMatchObject({
    kind: 'change',
    orgId: aRunHeader({}).orgId,
  });
});

describe('the operation of an opened review', () => {
  const where = { baseUrl, basePath: null, orgId: 'N1' };
  const written = writtenEdit(anEdit());
  const read = (about: Partial<typeof written>) => changeIn({ edit: { ...written, ...about } }, editable, where, old);

  test('is that of the definition here', () => {
    expect(read({})).toMatchObject({ ok: true, edit: { operation: { summary: 'Describe a system' } } });
  });

  const unknown = "This review is of an operation that the service's definition does not have.";
  const lacking = 'This review lacks values of its operation. Fill in the operation here instead (A).';
  const deleting = 'This review would delete systems under another name. It is not opened.';
  const unsendable = 'This review cannot be sent from here. s0 has no "nothing". For the text itself type {{nothing}}.';

  test.each<[string, string, Partial<typeof written>]>([
    ['of an id that is not there', unknown, { operation: { ...written.operation, id: 'PATCH /other' } }],
    ['whose path is another one', unknown, { operation: { ...written.operation, path: '/other' } }],
    ['whose method is another one', unknown, { operation: { ...written.operation, method: 'DELETE' } }],
    ['without the place of a system', lacking, { systemParameter: null }],
    ['with a secret left out', lacking, { body: { password: '•••' } }],
    ['that deletes systems by its body', deleting, { body: { action: 'delete' } }],
    ['that uses a field which is empty', unsendable, { body: { description: '{nothing}' } }],
  ])('is refused where it is one %s', (_, message, about) => {
    expect(read(about)).toEqual({ ok: false, message });
  });
});
