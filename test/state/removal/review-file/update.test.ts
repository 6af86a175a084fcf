/** A review is written for another person, and that of another one is opened once its organisation is there. */
import { describe, expect, test } from 'vitest';
import type { ReviewFile } from '../../../../src/state/removal/review-file/format.ts';
import { openingCommand } from '../../../../src/state/removal/review-file/feature.ts';
import { writtenEdit } from '../../../../src/state/change/journal/written-edit.ts';
import type { Action, Effect, State } from '../../../../src/state/root/state.ts';
import { aDefinition } from '../../../support/definition.ts';
import { anEdit, editable } from '../../../support/edits.ts';
import {
  aListing,
  anOrganisation,
  aPage,
  aState,
  aStateOf,
  baseUrl,
  daysAgo,
  noGuards,
  refused,
  systemsOf,
} from '../../../support/make.ts';
import { play, type Played } from '../../root/play.ts';
import { aReview, aRun, old } from '../deletion/story.ts';

const systems = systemsOf(3, () => old);
const file: ReviewFile = {
  ...{ kind: 'delete', by: 'anna', at: daysAgo(1), days: 60, checksum: 'abcdef0123456789' },
  ...{ baseUrl, orgId: 'N1', orgName: 'Northwind' },
  systems: systems.map((system) => ({ system, by: 'rule', isIncluded: false })),
};
const list = aStateOf(systems, { guards: noGuards });
const disabling: ReviewFile = { ...file, kind: 'disable' };
const changing: ReviewFile = { ...file, kind: 'change', change: { edit: writtenEdit(anEdit()) } };

function opened(state: State, about: ReviewFile = file): Played {
  return play(state, { kind: 'reviewFileRead', file: about });
}

function refusal({ overlay }: State): string | null {
  return overlay?.kind === 'reviewRefused' ? overlay.message : null;
}

function asks({ effects }: Played): boolean {
  return effects.some(({ kind }) => kind === 'askOffers');
}

test('it is refused to the one who wrote it', () => {
  expect(refusal(opened(list, { ...file, by: 'Sam' }).state)).toMatch(/^You reviewed it yourself, as Sam/);
});

test('it is opened with the name, the days and the systems of its file, and says so', () => {
  const { state } = opened(list);
  expect(state).toMatchObject({
    ...{ screen: { kind: 'review' }, reviewFile: { waiting: null } },
    review: { kind: 'delete', reviewer: { by: 'anna', at: file.at, days: 60, typed: 'anna' } },
  });
  expect(state.review?.items.map(({ system }) => system)).toEqual(systems);
  expect(opened({ ...list, screen: { kind: 'organisations' } }).state.notice).toEqual({
    ...{ kind: 'said', text: 'Opens the review: deletion of 3.' },
  });
});

describe('it waits', () => {
  const unread = aState({ guards: noGuards });
  const empty = (isWhole: boolean): State => {
    const next = isWhole ? ({ kind: 'end' } as const) : ({ kind: 'page', url: `${baseUrl}/2` } as const);
    return aState({ guards: noGuards, listing: aListing([aPage([], { next })]) });
  };

  test.each<[string, State]>([
    ['for an organisation', { ...list, organisation: null }],
    ['on another screen', { ...list, screen: { kind: 'organisations' } }],
    ['behind an overlay', play(list, { kind: 'helpOpened' }).state],
    ['behind a prompt', play(list, { kind: 'filterOpened' }).state],
    ['for the list', unread],
    ['for a system of the list', empty(false)],
  ])('%s', (_, state) => {
    const after = opened(state).state;
    expect([after.review, after.reviewFile.waiting]).toEqual([null, { file, areOffersAsked: false }]);
  });

  test('for no system of a list that has none', () => {
    expect(opened(empty(true)).state.screen.kind).toBe('review');
  });
});

test.each<[RegExp, State]>([
  [/^This review is of the organisation Northwind/, { ...list, organisation: anOrganisation({ orgId: 'T1' }) }],
  [/^Read-only/, { ...list, session: { ...list.session, mode: 'read-only' } }],
  [
    /^This organisation is read-only/,
    { ...list, settings: { ...list.settings, label: { ...list.settings.label, isReadOnly: true } } },
  ],
  [/^A deletion is in progress; J shows it. Open the review after it.$/, { ...aRun(2), screen: { kind: 'systems' } }],
])('it is refused, and waits no longer: %s', (says, state) => {
  const after = opened(state).state;
  expect(refusal(after)).toMatch(says);
  expect([after.review?.reviewer ?? null, after.reviewFile.waiting]).toEqual([null, null]);
});

describe('a review that is to disable', () => {
  const offering = aDefinition({ 'PUT /org/{orgId}/systems/{systemId}/disable': {} });
  const arrived = (definition = offering): Action => ({ kind: 'definitionArrived', definition });

  test('asks once what the service offers, and is opened where that is there', () => {
    const asked = opened(list, disabling);
    expect([asks(asked), asked.state.reviewFile.waiting]).toEqual([true, { file: disabling, areOffersAsked: true }]);
    expect(asks(play(asked.state, { kind: 'resized', columns: 90, rows: 30 }))).toBe(false);
    const { state } = play(asked.state, { kind: 'reviewOffersWanted' }, { kind: 'definitionNotKept' }, arrived());
    expect(state.review).toMatchObject({ kind: 'disable', reviewer: { by: 'anna' } });
    expect(asks(opened(play(list, arrived()).state, disabling))).toBe(false);
  });

  test('is refused where it is not there, or cannot be known', () => {
    const asked = play(opened(list, disabling).state, { kind: 'reviewOffersWanted' }, { kind: 'definitionNotKept' });
    const neither = play(asked.state, arrived(aDefinition({ 'GET /account': {} })));
    expect(refusal(neither.state)).toBe(
      "The service's definition names no way to disable a system. The review is not opened.",
    );
    const problem = { ...refused(404), operation: 'read definition' } as const;
    const none = play(asked.state, { kind: 'definitionFailed', problem });
    expect(refusal(none.state)).toBe('The service has no definition (404). The review is not opened.');
    const passing = { operation: 'read definition', kind: 'timedOut', seconds: 30 } as const;
    expect(refusal(play(asked.state, { kind: 'definitionFailed', problem: passing }).state)).toBe(
      'The service did not answer; D asks again. The review is not opened.',
    );
  });
});

test('a review of an operation is opened by the definition of the service, or refused by it', () => {
  const withDefinition = (definition = editable): State => ({
    ...list,
    definition: { ...list.definition, definition },
  });
  expect(asks(opened(list, changing))).toBe(true);
  expect(opened(withDefinition(), changing).state.review).toMatchObject({
    ...{ kind: 'change', reviewer: { by: 'anna' }, edit: { operation: { id: anEdit().operation.id } } },
  });
  expect(refusal(opened(withDefinition(aDefinition({ 'GET /account': {} })), changing).state)).toMatch(/does not have/);
});

test('it waits for a definition that is being read, whatever is known of what the service offers', () => {
  const { definition } = play(list, {
    kind: 'definitionArrived',
    definition: aDefinition({ 'GET /account': {} }),
  }).state;
  const reading: State = { ...list, definition: { ...definition, reading: 'service' } };
  const asked = opened(reading, disabling).state;
  expect([refusal(asked), asked.reviewFile.waiting?.file]).toEqual([null, disabling]);
  expect(refusal(opened({ ...list, definition }, disabling).state)).toMatch(/names no way to disable/);
});

test('the path of a file is asked for, and read without blanks around it; none is no path', () => {
  const asked: Action[] = [{ kind: 'reviewFileAsked' }, { kind: 'textEdited', text: ' ~/a b.json ' }];
  const reads = (...actions: Action[]): readonly Effect[] => {
    const { state, effects } = play(list, ...actions, { kind: 'promptAccepted' });
    expect(state.prompt).toBeNull();
    return effects;
  };
  expect(reads(...asked)).toEqual([{ kind: 'readReview', path: '~/a b.json' }]);
  expect(reads(...asked, { kind: 'textEdited', text: '  ' })).toEqual([]);
});

test('a file that was written is shown with the command of the other person, which can be copied', () => {
  const written = play(aReview(2), { kind: 'reviewWritten', path: "/home/sam/it's.json", systems: 2 }).state;
  expect(written.overlay).toEqual({ kind: 'reviewWritten', path: "/home/sam/it's.json", systems: 2 });
  const command = openingCommand("/home/sam/it's.json");
  expect(command).toBe("rollcall --review 'it'\\''s.json'");
  const copied = play(written, { kind: 'reviewCommandCopied' });
  expect(copied.effects).toEqual([{ kind: 'copyLines', lines: [command] }]);
  expect(play(list, { kind: 'reviewCommandCopied' })).toEqual({ state: list, effects: [] });
  expect(play(list, { kind: 'reviewWriteRequested' }).effects).toEqual([]);
  expect(refusal(play(aReview(2), { kind: 'reviewFileRefused', message: 'No.' }).state)).toBe('No.');
});
