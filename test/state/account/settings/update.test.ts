import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defaultGuards, type Guards } from '../../../../src/state/fleet/protection/guards.ts';
import { defaultProfileSettings, type ProfileSettings } from '../../../../src/state/session/profile-settings.ts';
import { fieldText } from '../../../../src/state/root/navigation.ts';
import { type Forced, withProfileSettings } from '../../../../src/state/session/session.ts';
import type { Action, State } from '../../../../src/state/root/state.ts';
import {
  anOrganisation,
  aSession,
  aState,
  aStateOf,
  aSystem,
  daysAgo,
  type StateParts,
} from '../../../support/make.ts';
import { play, shownIds } from '../../root/play.ts';
import { property } from '../../../support/property.ts';

const readOnly: ProfileSettings = { ...defaultProfileSettings, isReadOnly: true };

function started(forced: Forced | null, settings: ProfileSettings, about: StateParts = {}): State {
  return aState({ session: withProfileSettings(aSession({ forced }), settings), ...about });
}

const opened = { kind: 'settingsOpened', about: 'profile' } as const;
const applied = { kind: 'settingsApplied' } as const;
const down: Action = { kind: 'moved', motion: 'down' };

/** Types these texts into the fields one after the other; null leaves one as it is. */
function fills(...texts: readonly (string | null)[]): Action[] {
  return texts.flatMap((text) => (text === null ? [down] : [{ kind: 'textEdited', text }, down]));
}

function remembered(settings: ProfileSettings) {
  return { kind: 'rememberProfileSettings', settings };
}

test.each<[string, Forced | null, ProfileSettings, State['session']['mode']]>([
  ['nothing', null, defaultProfileSettings, 'normal'],
  ['a profile that is read-only', null, readOnly, 'read-only'],
  ['--read-only', 'read-only', defaultProfileSettings, 'read-only'],
  ['--preview and a profile that is read-only', 'preview', readOnly, 'preview'],
])('%s: saving the settings as they stand changes nothing', (_, forced, settings, mode) => {
  const start = started(forced, settings);
  expect(start.session.mode).toBe(mode);
  const { state, effects } = play(start, opened, applied);
  expect(effects).toEqual([]);
  expect(state).toMatchObject({ overlay: null, session: start.session, notice: { text: 'Nothing changed.' } });
});

test('a read-only profile ends being so once that is typed and confirmed, and then the screen says normal', () => {
  const { state, effects } = play(
    started(null, readOnly),
    opened,
    ...[down, down, { kind: 'choiceTyped', word: 'no' } as const],
    applied,
    { kind: 'weakeningConfirmed' },
  );
  expect(effects).toContainEqual(remembered(defaultProfileSettings));
  expect(state.session.mode).toBe('normal');
});

test.each(['preview', 'read-only'] as const)('%s by a flag stays, whichever profile is used', (forced) => {
  const { state } = play(started(forced, readOnly), {
    kind: 'profileUsed',
    isNew: false,
    name: 'tills',
    baseUrl: null,
    settings: defaultProfileSettings,
  });
  expect(state.session).toMatchObject({ mode: forced, profileSettings: defaultProfileSettings });
});

test.each<[string, number | null, number]>([
  ['of a flag stays, whichever profile is used', 7, 7],
  ['is that of the profile that is used, where no flag says another', null, 30],
])('the threshold %s', (_, flaggedDays, days) => {
  const start = aState({ session: aSession({ flaggedDays }), days: flaggedDays ?? 90 });
  const settings = { ...defaultProfileSettings, days: 30 };
  const { state } = play(start, { kind: 'profileUsed', isNew: false, name: 'tills', baseUrl: null, settings });
  expect(state).toMatchObject({ staleness: { days }, session: { profileSettings: { days: 30 } } });
});

test('the threshold of a flag is not saved into the profile, and stays', () => {
  const prompted = play(started(null, defaultProfileSettings, { days: 7 }), opened).state;
  expect(fieldText(prompted)).toBe('90');
  const { state, effects } = play(prompted, ...fills(null, '50'), applied);
  expect(effects).toContainEqual(remembered({ ...defaultProfileSettings, pageSize: 50 }));
  expect(state).toMatchObject({ staleness: { days: 7 }, session: { profileSettings: { pageSize: 50 } } });
});

test('a filter that asks what is stale follows the threshold at once', () => {
  const list = aStateOf([100, 200].map((days) => aSystem({ systemId: `S${days}`, lastSeen: daysAgo(days) })));
  const filtered = play(
    list,
    { kind: 'filterOpened' },
    { kind: 'textEdited', text: 'is:stale' },
    { kind: 'promptAccepted' },
  ).state;
  const { state } = play(filtered, opened, ...fills('150'), applied);
  expect([filtered, state].map(shownIds)).toEqual([['S100', 'S200'], ['S200']]);
});

test.each([[''], ['30'], ['', '50']])('a read-only profile stays so where only %j is typed', (...texts) => {
  const { state } = play(started(null, readOnly), opened, ...fills(...texts), applied);
  expect(state).toMatchObject({ overlay: null, session: { mode: 'read-only', profileSettings: { isReadOnly: true } } });
});

function protects(guards: Guards, ...actions: readonly Action[]) {
  return play(
    aState({ guards, organisation: anOrganisation() }),
    { kind: 'settingsOpened', about: 'guards' },
    ...actions,
    applied,
  );
}

property(
  'weaker guards are saved once that is confirmed, and stronger ones at once',
  [fc.nat({ max: 14 }), fc.integer({ min: 1, max: 100 }), fc.boolean()],
  (seenDays, share, session) => {
    fc.pre(seenDays !== defaultGuards.seenDays || share !== defaultGuards.share || !session);
    const choice: Action = { kind: 'choiceTyped', word: session ? 'yes' : 'no' };
    const { state, effects } = protects(
      defaultGuards,
      ...fills(null, null, `${seenDays}`),
      ...[choice, down],
      ...fills(`${share}`),
    );
    const isWeaker = seenDays < defaultGuards.seenDays || share > defaultGuards.share || !session;
    expect([state.overlay?.kind, effects.length]).toEqual(isWeaker ? ['weakening', 0] : [undefined, 1]);
    const confirmed = isWeaker ? play(state, { kind: 'weakeningConfirmed' }) : { state, effects };
    expect(confirmed.state).toMatchObject({ overlay: null, prompt: null });
    expect(confirmed.state.settings.guards).toEqual({ ...defaultGuards, seenDays, share, session });
    expect(confirmed.effects).toMatchObject([{ kind: 'rememberGuards' }]);
  },
);

test('every field, typed into and left empty, changes nothing', () => {
  const guards = { ...defaultGuards, keys: ['lab'], systems: new Set(['A']) };
  const { state, effects } = protects(guards, ...fills('', ' ', ''), down, ...fills(''));
  expect([state.overlay, state.settings.guards, effects]).toEqual([null, guards, []]);
});

test('a field that cannot be read gets the cursor, all text stays, and nothing is saved', () => {
  const { state, effects } = protects(defaultGuards, ...fills('prod', null, 'soon'));
  expect(effects).toEqual([]);
  expect(state.settings.guards).toBe(defaultGuards);
  expect(state.overlay).toMatchObject({
    kind: 'settingsForm',
    isRefused: true,
    list: { row: 2 },
    typed: { tags: 'prod', keys: 'none', seenDays: 'soon' },
  });
  expect(fieldText(state)).toBe('soon');
});

test('a setting is saved by its name alone, and asks like its form before it protects less', () => {
  const set = (about: 'guards' | 'profile', name: string, text: string) =>
    play(aState({ organisation: anOrganisation() }), { kind: 'settingSet', about, name, text });
  const { state, effects } = set('profile', 'theme', 'light');
  expect(effects).toContainEqual(remembered({ ...defaultProfileSettings, theme: 'light' }));
  expect(state).toMatchObject({ overlay: null, notice: { text: 'Saved. Use the colours of the theme: light.' } });
  expect(set('guards', 'share', '60').state.overlay).toMatchObject({ kind: 'weakening', weakened: [{ to: '60' }] });
  expect(set('guards', 'share', '0')).toMatchObject({
    state: { overlay: { kind: 'settingsForm', isRefused: true, list: { row: 4 }, typed: { share: '0' } } },
    effects: [],
  });
});

test('a form opens at the setting that was named', () => {
  const { overlay } = play(aState(), { kind: 'settingsOpened', about: 'profile', at: 'theme' }).state;
  expect(overlay).toMatchObject({ kind: 'settingsForm', list: { row: 6 } });
});

test('esc asks only where something typed would be lost, and the form is there again with all of it', () => {
  const open = (...actions: Action[]): State =>
    play(aState(), { kind: 'settingsOpened', about: 'guards' }, ...actions).state;
  const back: Action = { kind: 'wentBack' };
  expect(open(back).overlay).toBeNull();
  expect(open(...fills(''), back).overlay).toBeNull();
  const typed = open(...fills(null, 'lab'));
  const asked = play(typed, back).state;
  expect(asked.overlay).toMatchObject({ kind: 'unsaved' });
  expect(play(asked, back).state.overlay).toEqual(typed.overlay);
});
