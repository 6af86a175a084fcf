import { describe, expect, test } from 'vitest';
import type { Problem } from '../../../../src/api/problem.ts';
import { disabling } from '../../../../src/state/removal/disabling/feature.ts';
import {
  alternativeOffered,
  failureWords,
  isOffered,
  offerRefusal,
  switchingOf,
} from '../../../../src/state/removal/disabling/offer.ts';
import type { Definition, DefinitionFailure } from '../../../../src/api/openapi/definition.ts';
import { type Run, withSettled } from '../../../../src/state/change/run.ts';
import type { Action, State } from '../../../../src/state/root/state.ts';
import { runBindings } from '../../../../src/screens/removal/review-keys.ts';
import { aDefinition } from '../../../support/definition.ts';
import {
  aReviewer,
  aNewRun,
  anOrganisation,
  aReviewOf,
  aStateOf,
  aSystem,
  daysAgo,
  now,
  refused,
} from '../../../support/make.ts';
import { play, type Played, shownIds } from '../../root/play.ts';

const disable = 'PUT /org/{orgId}/systems/{systemId}/disable';
const enable = 'PUT /org/{orgId}/systems/{systemId}/enable';
const both = aDefinition({ [disable]: {}, [enable]: {} });
const neither = aDefinition({ 'GET /account': {} });

const wanted: Action = { kind: 'switchingWanted', does: 'disable' };
const start = aStateOf([aSystem({ systemId: 'A' }), aSystem({ systemId: 'B', isEnabled: false })]);

function pressed(action: Action): Action {
  return { kind: 'keyPressed', action };
}

function read(definition: Definition): Action {
  return { kind: 'definitionArrived', definition };
}

/** D is pressed, and nothing was kept of the definition: the service is being asked. */
function asking(from: State = start): Played {
  return play(from, pressed(wanted), { kind: 'definitionNotKept' });
}

function opening({ effects }: Played): unknown {
  return effects.find(({ kind }) => kind === 'openSwitching');
}

function unread(status: number): Problem {
  return { ...refused(status, { retryAfter: 60 }), operation: 'read definition' };
}

function refusalIn(state: State): string | null {
  return runBindings.find(({ keys }) => keys.includes('D'))?.refusal?.(state) ?? null;
}

test('the definition is asked for at the first D, and the review opens when it is there', () => {
  const { state, effects } = asking();
  expect(effects.map(({ kind }) => kind)).toEqual(['recallDefinition', 'readDefinition']);
  expect(state.notice).toMatchObject({ kind: 'said', text: expect.stringContaining('Asking the service') as string });
  expect(refusalIn(state)).toBe('the service is being asked; esc stops that');
  const answered = play(state, read(both));
  expect(opening(answered)).toEqual({ kind: 'openSwitching', does: 'disable' });
  expect(isOffered(answered.state, 'disable')).toBe(true);
  expect(opening(play(answered.state, pressed(wanted)))).toEqual({ kind: 'openSwitching', does: 'disable' });
});

test('whoever presses another key has moved on: no review opens', () => {
  for (const action of [
    { kind: 'moved', motion: 'down' },
    { kind: 'wentBack' },
    { kind: 'markToggled' },
    { kind: 'helpOpened' },
  ] as const) {
    const played = play(asking().state, pressed(action), read(both));
    expect(opening(played), action.kind).toBeUndefined();
    expect(played.state.screen.kind).toBe('systems');
  }
});

test('where the definition has no such operation, it is said, and the key is refused from then on', () => {
  const played = play(asking().state, read(neither));
  expect(opening(played)).toBeUndefined();
  const text = "The service's definition names no way to disable a system.";
  expect(played.state.notice).toEqual({ kind: 'refused', text });
  expect(refusalIn(played.state)).toBe("the service's definition names no way to disable a system");
});

test('where there is no definition, the key is refused; where no answer came, it asks again', () => {
  const failed = (status: number): State =>
    play(asking().state, { kind: 'definitionFailed', problem: unread(status) }).state;
  expect(failed(404).notice).toEqual({ kind: 'refused', text: 'The service has no definition (404).' });
  expect(offerRefusal(failed(404), 'disable')).toBe('the service has no definition (404)');
  const problem = { operation: 'read definition', kind: 'timedOut', seconds: 30 } as const;
  const { state } = play(asking().state, { kind: 'definitionFailed', problem });
  expect(state.notice).toEqual({ kind: 'refused', text: 'The service did not answer; D asks again.' });
  expect(refusalIn(state)).toBeNull();
  expect(asking(state).effects.map(({ kind }) => kind)).toContain('readDefinition');
});

test('a review of a deletion asks for the definition once, quietly, after it is drawn', () => {
  const review: Action = { kind: 'reviewOpened', does: 'delete' };
  const opened = play(start, review);
  expect(opened.effects).toContainEqual({ kind: 'startTimer', timer: 'seekOffers', ms: 500 });
  const sought = play(opened.state, { kind: 'timerEnded', timer: 'seekOffers' });
  expect(sought.effects.map(({ kind }) => kind)).toEqual(['recallDefinition']);
  const reading = play(sought.state, { kind: 'definitionNotKept' });
  for (const status of [401, 429, 404]) {
    const { state } = play(reading.state, { kind: 'definitionFailed', problem: unread(status) });
    expect(state, String(status)).toMatchObject({ screen: { kind: 'review' }, overlay: null, notice: null });
    expect(state.requests.backoff, String(status)).toBeNull();
    const { effects } = play(state, { kind: 'wentBack' }, review);
    expect(effects).not.toContainEqual({ kind: 'startTimer', timer: 'seekOffers', ms: 500 });
  }
});

/** A run over these systems has just ended: it was done to each of them. */
function over(state: State, does: 'disable' | 'enable', ids: readonly string[]): Played {
  const systems = ids.map((systemId) => aSystem({ systemId }));
  const settled = systems.map((system) => ({ system, outcome: { kind: 'done' } as const }));
  const run: Run = {
    ...withSettled(aNewRun(aReviewOf(systems, { kind: does })), settled),
    taken: ids.length,
    check: null,
  };
  const before: State = { ...state, deletion: { ...run, finishedAt: null } };
  const done: State = { ...state, deletion: { ...run, finishedAt: now } };
  // Its last answer: here it is the state itself that says that the run is over.
  const [next, ...effects] = disabling.after?.(done, before) ?? [done];
  return { state: next, effects };
}

function withDisabledShown({ list }: State): State['list'] {
  const { scan } = list.listing;
  if (scan === null) throw new Error('There is no list.');
  return { ...list, listing: { ...list.listing, scan: { ...scan, query: { ...scan.query, includeDisabled: true } } } };
}

const long = { isEnabled: false, lastSeen: daysAgo(200) } as const;
const fleet = aStateOf([
  ...['A', 'B', 'D'].map((systemId) => aSystem({ systemId, ...long })),
  aSystem({ systemId: 'C', ...long, lastSeen: daysAgo(3) }),
  aSystem({ systemId: 'E', ...long, isEnabled: true }),
  aSystem({ systemId: 'F', ...long, lastSeen: null, enrolledAt: daysAgo(400) }),
]);
const day = 24 * 60 * 60_000;
const enrolledAtMs = now - 400 * day;
const times = new Map(
  ['A', 'B', 'C', 'E', 'F'].map((id) => [id, { at: now - (id === 'B' ? 7 : 34) * day, enrolledAtMs }] as const),
);
const found: Action = { kind: 'disabledFound', orgId: 'N1', times };

test('a filter that looks at what rollcall disabled asks for it once, and the list follows', () => {
  const filtered = play(fleet, { kind: 'filterSet', text: 'is:disabled-by-us' });
  expect(filtered.effects).toEqual([{ kind: 'findDisabled', baseUrl: fleet.session.baseUrl, orgId: 'N1' }]);
  expect(shownIds(filtered.state)).toEqual([]);
  const { state, effects } = play(filtered.state, found, { kind: 'filterSet', text: 'disabled:>30d' });
  expect(effects).toEqual([]);
  expect(shownIds(play(filtered.state, found).state)).toEqual(['A', 'B', 'F']);
  expect(shownIds(state)).toEqual(['A', 'F']);
  const elsewhere = play(filtered.state, { ...found, orgId: 'T1' });
  expect(shownIds(elsewhere.state)).toEqual([]);
});

test('the view after the days of grace shows what rollcall disabled before them and is silent still', () => {
  const shown = play({ ...fleet, list: withDisabledShown(fleet) }, { kind: 'graceShown' }, found).state;
  expect(shown.list.listing.view.filter.text).toBe('is:disabled-by-us disabled:>30d is:stale');
  expect(shownIds(shown).toSorted()).toEqual(['A', 'F']);
  const short = play(
    { ...shown, settings: { ...shown.settings, label: { ...shown.settings.label, graceDays: 5 } } },
    { kind: 'graceShown' },
  );
  expect(shownIds(short.state).toSorted()).toEqual(['A', 'B', 'F']);
});

test('the view asks for the whole list with its disabled systems where they are hidden', () => {
  const { effects } = play(fleet, { kind: 'graceShown' });
  const query = expect.objectContaining({ includeDisabled: true, search: '' }) as unknown;
  expect(effects).toContainEqual(expect.objectContaining({ kind: 'readPage', query }));
});

test('the view asks for the whole list where a search left systems out', () => {
  const { scan } = fleet.list.listing;
  const searched = scan === null ? null : { ...scan, query: { ...scan.query, includeDisabled: true, search: 'web' } };
  const list = { ...fleet.list, listing: { ...fleet.list.listing, scan: searched } };
  const { effects } = play({ ...fleet, list }, { kind: 'graceShown' });
  const query = expect.objectContaining({ includeDisabled: true, search: '' }) as unknown;
  expect(effects).toContainEqual(expect.objectContaining({ kind: 'readPage', query }));
});

test('a run of this session is known at once', () => {
  const { state: known } = play({ ...fleet, list: withDisabledShown(fleet) }, { kind: 'graceShown' }, found);
  const after = over(known, 'enable', ['A']).state;
  expect(shownIds(after)).toEqual(['F']);
  const again = over(after, 'disable', ['D']).state;
  expect(shownIds(play(again, { kind: 'filterSet', text: 'disabled:<1d' }).state)).toEqual(['D']);
});

test('the time of a run of this session is the service’s, and none where the service tells none', () => {
  const known = play(
    { ...fleet, list: withDisabledShown(fleet) },
    { kind: 'graceShown' },
    { ...found, times: new Map([['E', { at: null, enrolledAtMs }]]) },
  ).state;
  const timeOf = (id: string, clock: State['clock']): unknown => {
    const { records } = over({ ...known, clock }, 'disable', [id]).state.disabling;
    return typeof records?.times === 'object' ? records.times.get(id)?.at : undefined;
  };
  expect(timeOf('D', { kind: 'fine' })).toBe(now);
  expect(timeOf('D', { kind: 'ahead', ms: 200 * day })).toBe(now);
  expect(timeOf('D', { kind: 'behind', ms: 60 * day })).toBe(now + 60 * day);
  expect(timeOf('D', { kind: 'unverified' })).toBeNull();
  // Which of the two was the later one?
  expect(timeOf('E', { kind: 'fine' })).toBeNull();
});

test('where no system is meant, a key does what it says, and undoes nothing', () => {
  expect(switchingOf(aStateOf([]), 'disable')).toBe('disable');
  expect(switchingOf(aStateOf([aSystem({ isEnabled: false })]), 'disable')).toBe('enable');
});

test.each<[DefinitionFailure, string, boolean]>([
  [{ kind: 'fault', fault: { kind: 'notJson' } } as never, "the service's definition cannot be used; A says why", true],
  [{ kind: 'problem', problem: unread(404) }, 'the service has no definition (404)', true],
  [{ kind: 'problem', problem: unread(403) }, "the service's definition cannot be read (403)", true],
  [{ kind: 'problem', problem: unread(401) }, "the service's definition cannot be read (401)", false],
  [{ kind: 'problem', problem: unread(429) }, "the service's definition cannot be read (429)", false],
  [{ kind: 'problem', problem: unread(502) }, "the service's definition cannot be read (502)", false],
  ...(
    [
      { operation: 'read definition', kind: 'lost', code: 'ECONNRESET' },
      { operation: 'read definition', kind: 'timedOut', seconds: 30 },
      { operation: 'read definition', kind: 'unreachable', host: 'x', code: 'ENOTFOUND' },
    ] as const
  ).map((problem): [DefinitionFailure, string, boolean] => [
    ...([{ kind: 'problem', problem }, 'the service did not answer; D asks again', false] as const),
  ]),
  [
    { kind: 'problem', problem: { operation: 'read definition', kind: 'oddId' } },
    "the service's definition cannot be read; A says why",
    true,
  ],
  [
    { kind: 'problem', problem: { operation: 'read definition', kind: 'aborted' } },
    "the service's definition cannot be read; A says why",
    false,
  ],
])('why the definition is not known is said, and whether it can be asked for again: %j', (failure, words, lasts) => {
  expect(failureWords(failure)).toBe(words);
  const failed = (about: object = {}): State => ({ ...start, definition: { ...start.definition, failure, ...about } });
  expect(offerRefusal(failed(), 'disable')).toBe(lasts ? words : null);
  // While it is read once more nobody knows.
  expect(offerRefusal(failed({ reading: 7 }), 'disable')).toBeNull();
});

test('an operation that the service turned out not to know is refused from then on, and nothing else is', () => {
  const withdrawn = (status: number | null): State => ({
    ...play(start, read(both), { kind: 'definitionNotKept' }).state,
    disabling: { ...start.disabling, withdrawn: new Map([['disable', { status }]]) },
  });
  const known = { ...start.definition, offers: new Set(['disable system', 'enable system']) } as State['definition'];
  const state: State = { ...withdrawn(405), definition: known };
  expect(offerRefusal(state, 'disable')).toBe('the service does not know how to disable systems (405)');
  expect(offerRefusal(withdrawn(null), 'disable')).toBe('the service does not know how to disable systems');
  expect([isOffered(state, 'disable'), isOffered(state, 'enable'), isOffered(state, 'delete')]).toEqual([
    ...[false, true, true],
  ]);
  expect([offerRefusal(state, 'enable'), offerRefusal(state, 'change')]).toEqual([
    ...[null, "the service's definition names no way to change a system"],
  ]);
});

test('esc while the service is asked stops that, and says so', () => {
  const { state } = asking();
  const left = play(state, { kind: 'disablingLeft' }).state;
  expect(left.disabling.isAsking).toBeNull();
  expect(left.notice).toEqual({ kind: 'said', text: 'Stopped. Nothing was disabled.' });
  const text = 'Asking the service whether systems can be disabled… esc stops that.';
  expect(state.notice).toEqual({ kind: 'said', text });
});

test('the alternative to a review is offered where the service has it, and to no review of another person', () => {
  const offering = play(start, { kind: 'reviewOpened', does: 'delete' }).state;
  const state: State = {
    ...offering,
    definition: { ...offering.definition, offers: new Set(['disable system']) },
  };
  expect(alternativeOffered(state)).toBe('disable');
  expect(alternativeOffered(offering)).toBeNull();
  expect(alternativeOffered({ ...state, review: null })).toBeNull();
  const reviewer = aReviewer();
  expect(alternativeOffered({ ...state, review: state.review && { ...state.review, reviewer } })).toBeNull();
});

describe('the systems that rollcall disabled are asked for once, where they are needed:', () => {
  const finds = ({ effects }: Played): number => effects.filter(({ kind }) => kind === 'findDisabled').length;
  const typing = (text: string): Action => ({ kind: 'textEdited', text });
  const onDisabled = play(start, { kind: 'moved', motion: 'last' }).state;
  const wide = (state: State): Played => play(state, { kind: 'resized', columns: 200, rows: 30 });
  const arrived = (systemId: string, isEnabled: boolean): Action => ({
    ...{ kind: 'detailsArrived', systemId, system: aSystem({ systemId, isEnabled }), now },
  });

  test.each<[string, Played, number]>([
    ['a filter that is typed', play(start, { kind: 'filterOpened' }, typing('is:disabled-by-us')), 1],
    ['one for marks, that is begun', play(start, { kind: 'patternOpened' }, typing('disabled')), 1],
    ['another one', play(start, { kind: 'filterOpened' }, typing('name:x')), 0],
    [
      'the filter of a review',
      play(start, { kind: 'reviewOpened', does: 'delete' }, { kind: 'listFilterOpened' }, typing('disabled:')),
      1,
    ],
    ['a disabled system beside the list', wide(onDisabled), 1],
    ['an enabled one beside it', wide(start), 0],
    ['the list alone', play(start, { kind: 'moved', motion: 'last' }), 0],
    ['the details of a disabled system', play(onDisabled, { kind: 'detailsOpened' }), 1],
    ['those of one that turns out to be disabled', play(start, { kind: 'detailsOpened' }, arrived('A', false)), 1],
    ['those of an enabled one', play(start, { kind: 'detailsOpened' }, arrived('A', true)), 0],
  ])('%s', (_, played, times) => {
    expect(finds(played)).toBe(times);
    // Not again before it is there.
    if (times === 1) expect(finds(wide(played.state))).toBe(0);
  });

  test('what is known of another organisation is forgotten', () => {
    const of: Action = { kind: 'disabledFound', orgId: 'N1', times: new Map() };
    const known = play(wide(onDisabled).state, of).state;
    expect(known.disabling.records).toEqual({ orgId: 'N1', times: new Map() });
    const other = { ...known, organisation: anOrganisation({ orgId: 'T1' }) };
    const again = play(other, { kind: 'resized', columns: 201, rows: 30 });
    expect(again.effects).toEqual([{ kind: 'findDisabled', baseUrl: start.session.baseUrl, orgId: 'T1' }]);
    const nowhere = { ...other, session: { ...other.session, baseUrl: null } };
    const none = play(nowhere, { kind: 'resized', columns: 201, rows: 30 });
    expect([none.effects, none.state.disabling.records]).toEqual([[], null]);
  });
});
