/** Changes guards, label and profile settings in a prompt that holds them as one line. */
import type { Feature, Of } from '../kernel/feature.ts';
import { guardsText, readGuards } from '../review/guards.ts';
import { labelText, readLabel } from '../organisations/model.ts';
import { type ProfileSettings, profileSettingsText, readProfileSettings } from '../profiles/settings.ts';
import { withProfileSettings } from '../sign-in/session.ts';
import type { Prompt, State } from '../state.ts';
import { said, type Step } from '../kernel/step.ts';
import { withThreshold } from '../staleness/operations.ts';
import type { AllSettings, SettingsChange, SettingsKind, Weakening } from './feature.ts';

function allOf({ settings, session }: State): AllSettings {
  // The profile's own: what a flag or a moved threshold says holds for this session, and is not to be saved with the rest.
  return { ...settings, profile: session.profileSettings };
}

const textOf: { readonly [About in SettingsKind]: (all: AllSettings) => string } = {
  guards: ({ guards }) => guardsText(guards),
  label: ({ label }) => labelText(label),
  profile: ({ profile }) => profileSettingsText(profile),
};

/** Takes what was typed, if it can be read; protection that ends by it is asked about first. */
function settingsAccepted(state: State, prompt: Of<Prompt, 'settings'>): Step {
  const before = allOf(state);
  const read = readSettings(before, prompt);
  if (!read.ok) return [{ ...state, prompt: { ...prompt, says: read.says } }];
  const weakened = weakeningsOf(before, read);
  if (weakened.length > 0) return [{ ...state, overlay: { kind: 'weakening', change: read, weakened } }];
  return saved(state, read);
}

function readSettings(
  { guards, label, profile }: AllSettings,
  { about, typed }: Of<Prompt, 'settings'>,
): (SettingsChange & { ok: true }) | { about: SettingsKind; ok: false; says: string } {
  switch (about) {
    case 'guards':
      return { about, ...readGuards(typed, guards) };
    case 'label':
      return { about, ...readLabel(typed, label) };
    case 'profile':
      return { about, ...readProfileSettings(typed, profile) };
  }
}

/** What a change weakens: nothing, where every protection is as strong as before, or stronger. */
function weakeningsOf(before: AllSettings, change: SettingsChange): readonly Weakening[] {
  const after = { ...before, ...change };
  const [was, is] = [before.guards, after.guards];
  const tags = without(was.tags, is.tags);
  const keys = without(was.keys, is.keys);
  const weakened: Weakening[] = [];
  if (tags.length > 0) weakened.push({ kind: 'tags', names: tags });
  if (keys.length > 0) weakened.push({ kind: 'keys', names: keys });
  if (is.seenDays < was.seenDays) weakened.push({ kind: 'seenDays', from: was.seenDays, to: is.seenDays });
  if (is.share > was.share) weakened.push({ kind: 'share', from: was.share, to: is.share });
  if (was.session && !is.session) weakened.push({ kind: 'session' });
  const endsIn = (part: 'label' | 'profile'): boolean => before[part].isReadOnly && !after[part].isReadOnly;
  if (endsIn('label') || endsIn('profile')) weakened.push({ kind: 'readOnly' });
  return weakened;
}

/** Those that are no longer there; names protect in any case. */
function without(before: readonly string[], after: readonly string[]): readonly string[] {
  const left = new Set(after.map((name) => name.toLowerCase()));
  return before.filter((name) => !left.has(name.toLowerCase()));
}

/** Remembers the settings, and says what they are now. */
function saved(state: State, change: SettingsChange): Step {
  const { organisation, session } = state;
  const all = { ...allOf(state), ...change };
  const closed: State = { ...state, prompt: null, overlay: null };
  const text = textOf[change.about](all);
  if (change.about === 'profile') return profileChanged(said(closed, `Settings: ${text}`), all.profile);
  const { baseUrl } = session;
  if (organisation === null || baseUrl === null) return [state];
  const { orgId, orgName } = organisation;
  const { guards, label } = all;
  const what = change.about === 'guards' ? 'Guards' : 'Settings';
  return [
    { ...said(closed, `${what} of ${orgName}: ${text}`), settings: { guards, label } },
    { kind: 'rememberOrganisationSettings', baseUrl, orgId, guards, label },
  ];
}

/** What was not touched in the prompt stays as this session has it. */
function profileChanged(state: State, settings: ProfileSettings): Step {
  const days = settings.days === state.session.profileSettings.days ? state.staleness.days : settings.days;
  const session = withProfileSettings(state.session, settings);
  return [withThreshold({ ...state, session }, days), { kind: 'rememberProfileSettings', settings }];
}

export const settings: Feature<'settings'> = {
  update: {
    organisationSettingsRecalled: (state, { orgId, guards, label }) => [
      state.organisation?.orgId === orgId ? { ...state, settings: { guards, label } } : state,
    ],
    settingsOpened(state, { about }) {
      const typed = `${textOf[about](allOf(state))} `;
      return [{ ...state, prompt: { kind: 'settings', about, typed, says: null, before: state.list.listing } }];
    },
    weakeningConfirmed: (state) => (state.overlay?.kind === 'weakening' ? saved(state, state.overlay.change) : [state]),
  },
  effects: {
    recallOrganisationSettings({ baseUrl, orgId }, { ports: { memory }, dispatch }) {
      const guards = memory.guards(baseUrl, orgId);
      const label = memory.label(baseUrl, orgId);
      dispatch({ kind: 'organisationSettingsRecalled', orgId, guards, label });
      const unread = memory.unreadGuard(baseUrl, orgId);
      if (unread !== null) {
        const says = `A guard of this organisation is unreadable: "${unread}". Its usual guards hold too.`;
        dispatch({ kind: 'preferencesFailed', says });
      }
      return { kind: 'organisationViewRecalled', orgId, ...memory.view(baseUrl, orgId) };
    },
    rememberOrganisationSettings({ baseUrl, orgId, guards, label }, { ports }) {
      ports.memory.rememberOrganisationSettings(baseUrl, orgId, guards, label);
      return null;
    },
    rememberProfileSettings({ settings }, { ports }) {
      ports.memory.rememberSettings(settings);
      return null;
    },
  },
  screens: {
    weakening: {},
    settings: {
      field: (state, prompt) => ({
        name: 'settings',
        text: prompt.typed,
        edited: (typed) => [{ ...state, prompt: { ...prompt, typed, says: null } }],
      }),
      accepted: settingsAccepted,
    },
  },
};
