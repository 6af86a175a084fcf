import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defaultGuards } from '../../../src/state/review/guards.ts';
import { defaultProfileSettings, type ProfileSettings } from '../../../src/state/profiles/settings.ts';
import { fieldText } from '../../../src/state/navigation.ts';
import { type Forced, withProfileSettings } from '../../../src/state/sign-in/session.ts';
import type { State } from '../../../src/state/state.ts';
import { anOrganisation, aSession, aState, aStateOf, aSystem, daysAgo, type StateParts } from '../../support/make.ts';
import { play, shownIds } from '../play.ts';

const readOnly: ProfileSettings = { ...defaultProfileSettings, isReadOnly: true };

function started(forced: Forced | null, settings: ProfileSettings, about: StateParts = {}): State {
  return aState({ session: withProfileSettings(aSession({ forced }), settings), ...about });
}

const opened = { kind: 'settingsOpened', about: 'profile' } as const;
const accepted = { kind: 'promptAccepted' } as const;

function remembered(settings: ProfileSettings) {
  return { kind: 'rememberProfileSettings', settings };
}

test.each<[string, Forced | null, ProfileSettings, State['session']['mode']]>([
  ['nothing', null, defaultProfileSettings, 'normal'],
  ['a profile that is read-only', null, readOnly, 'read-only'],
  ['--read-only', 'read-only', defaultProfileSettings, 'read-only'],
  ['--preview and a profile that is read-only', 'preview', readOnly, 'preview'],
])('%s: saving the settings as they stand changes neither them nor the session', (_, forced, settings, mode) => {
  const start = started(forced, settings);
  expect(start.session.mode).toBe(mode);
  const { state, effects } = play(start, opened, accepted);
  expect(effects).toContainEqual(remembered(settings));
  expect(state.session).toEqual(start.session);
});

test('a read-only profile ends being so once that is typed and confirmed, and then the screen says normal', () => {
  const { state, effects } = play(
    started(null, readOnly),
    opened,
    { kind: 'textEdited', text: 'read-only:off' },
    accepted,
    { kind: 'weakeningConfirmed' },
  );
  expect(effects).toContainEqual(remembered(defaultProfileSettings));
  expect(state.session.mode).toBe('normal');
});

test.each(['preview', 'read-only'] as const)('%s by a flag stays, whichever profile is used', (forced) => {
  const { state } = play(started(forced, readOnly), {
    kind: 'profileUsed',
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
  const { state } = play(start, { kind: 'profileUsed', name: 'tills', baseUrl: null, settings });
  expect(state).toMatchObject({ staleness: { days }, session: { profileSettings: { days: 30 } } });
});

test('the threshold of a flag is not saved into the profile, and stays', () => {
  const prompted = play(started(null, defaultProfileSettings, { days: 7 }), opened).state;
  expect(fieldText(prompted)).toBe('days:90 page-size:200 read-only:off ');
  const { state, effects } = play(prompted, { kind: 'textEdited', text: 'days:90 page-size:50' }, accepted);
  expect(effects).toContainEqual(remembered({ ...defaultProfileSettings, pageSize: 50 }));
  expect(state).toMatchObject({ staleness: { days: 7 }, session: { profileSettings: { pageSize: 50 } } });
});

test('a filter that asks what is stale follows the threshold at once', () => {
  const list = aStateOf([100, 200].map((days) => aSystem({ systemId: `S${days}`, lastSeen: daysAgo(days) })));
  const filtered = play(list, { kind: 'filterOpened' }, { kind: 'textEdited', text: 'is:stale' }, accepted).state;
  const { state } = play(filtered, opened, { kind: 'textEdited', text: 'days:150' }, accepted);
  expect([filtered, state].map(shownIds)).toEqual([['S100', 'S200'], ['S200']]);
});

test.each(['', 'days:30', 'read-only:on'])('a read-only profile stays so with "%s"', (text) => {
  const { state } = play(started(null, readOnly), opened, { kind: 'textEdited', text }, accepted);
  expect(state).toMatchObject({ overlay: null, session: { mode: 'read-only', profileSettings: { isReadOnly: true } } });
});

test('weaker guards are saved once that is confirmed, and stronger ones at once', () => {
  const typed = (text: string) =>
    play(
      aState({ guards: defaultGuards, organisation: anOrganisation() }),
      { kind: 'settingsOpened', about: 'guards' },
      { kind: 'textEdited', text },
      accepted,
    );
  fc.assert(
    fc.property(fc.nat({ max: 14 }), fc.integer({ min: 1, max: 100 }), fc.boolean(), (seenDays, share, session) => {
      const { state, effects } = typed(`seen:${seenDays} share:${share} session:${session ? 'on' : 'off'}`);
      const isWeaker = seenDays < defaultGuards.seenDays || share > defaultGuards.share || !session;
      expect([state.overlay?.kind, effects.length]).toEqual(isWeaker ? ['weakening', 0] : [undefined, 1]);
      const confirmed = isWeaker ? play(state, { kind: 'weakeningConfirmed' }) : { state, effects };
      expect(confirmed.state).toMatchObject({ overlay: null, prompt: null });
      expect(confirmed.state.settings.guards).toEqual({ ...defaultGuards, seenDays, share, session });
      expect(confirmed.effects).toMatchObject([{ kind: 'rememberOrganisationSettings' }]);
    }),
  );
});
