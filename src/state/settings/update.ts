/** Changes guards, label and profile settings in a prompt that holds them as one line. */
import { settingsEffects } from './effects.ts';
import type { Feature } from '../kernel/feature.ts';
import { guardsText, readGuards } from '../review/guards.ts';
import { labelText, readLabel } from '../organisations/label.ts';
import { type ProfileSettings, profileSettingsText, readProfileSettings } from '../profiles/settings.ts';
import { withProfileSettings } from '../sign-in/session.ts';
import type { Prompt, State } from '../state.ts';
import { said, type Step } from '../kernel/step.ts';
import { withThreshold } from '../staleness/operations.ts';
import { type SettingsChange, type SettingsKind, weakeningsOf } from './weakening.ts';

function textOf(state: State, about: SettingsKind): string {
  switch (about) {
    case 'guards':
      return guardsText(state.settings.guards);
    case 'label':
      return labelText(state.settings.label);
    case 'profile':
      // Its own: what a flag or a moved threshold says holds for this session, and is not to be saved with the rest.
      return profileSettingsText(state.session.profileSettings);
  }
}

/** Takes what was typed, if it can be read; protection that ends by it is asked about first. */
function settingsAccepted(state: State, prompt: Prompt & { readonly kind: 'settings' }): Step {
  const read = readSettings(state, prompt);
  if (!read.ok) return [{ ...state, prompt: { ...prompt, says: read.says } }];
  const weakened = weakeningsOf({ ...state.settings, profile: state.session.profileSettings }, read.change);
  if (weakened.length > 0) return [{ ...state, overlay: { kind: 'weakening', change: read.change, weakened } }];
  return saved(state, read.change);
}

function readSettings(
  { settings: { guards, label }, session }: State,
  { about, typed }: Prompt & { readonly kind: 'settings' },
): { ok: true; change: SettingsChange } | { ok: false; says: string } {
  switch (about) {
    case 'guards': {
      const read = readGuards(typed, guards);
      return read.ok ? { ok: true, change: { about, guards: read.guards } } : read;
    }
    case 'label': {
      const read = readLabel(typed, label);
      return read.ok ? { ok: true, change: { about, label: read.label } } : read;
    }
    case 'profile': {
      const read = readProfileSettings(typed, session.profileSettings);
      return read.ok ? { ok: true, change: { about, settings: read.settings } } : read;
    }
  }
}

/** Remembers the settings, and says what they are now. */
function saved(state: State, change: SettingsChange): Step {
  const { organisation, session } = state;
  const closed: State = { ...state, prompt: null, overlay: null };
  if (change.about === 'profile') {
    const { settings } = change;
    return profileChanged(said(closed, `Settings: ${profileSettingsText(settings)}`), settings);
  }
  const { baseUrl } = session;
  if (organisation === null || baseUrl === null) return [state];
  const { orgId, orgName } = organisation;
  const { guards, label } = { ...state.settings, ...change };
  const text =
    change.about === 'guards'
      ? `Guards of ${orgName}: ${guardsText(guards)}`
      : `Settings of ${orgName}: ${labelText(label)}`;
  return [
    { ...said(closed, text), settings: { guards, label } },
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
      const typed = `${textOf(state, about)} `;
      return [{ ...state, prompt: { kind: 'settings', about, typed, says: null, before: state.list.listing } }];
    },
    weakeningConfirmed: (state) => (state.overlay?.kind === 'weakening' ? saved(state, state.overlay.change) : [state]),
  },
  effects: settingsEffects,
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
