/** How are guards, label and profile settings changed? In a prompt that holds them as one line. */
import type { SettingsAction } from './actions.ts';
import { guardsText, readGuards } from './guards.ts';
import { labelText, readLabel } from './organisation-label.ts';
import { type ProfileSettings, profileSettingsText, readProfileSettings } from './profile-settings.ts';
import { withProfileSettings } from './session.ts';
import type { SettingsKind } from './settings-kind.ts';
import type { Prompt, State } from './state.ts';
import type { Step } from './step.ts';
import { withThreshold } from './threshold.ts';

export function reduceSettings(state: State, action: SettingsAction): Step {
  switch (action.kind) {
    case 'organisationSettingsRecalled':
      if (state.organisation?.orgId !== action.orgId) return [state];
      return [{ ...state, guards: action.guards, label: action.label }];
    case 'settingsOpened': {
      const prompt: Prompt = { kind: 'settings', about: action.about, typed: '', says: null, before: state.listing };
      return [{ ...state, prompt: { ...prompt, typed: `${textOf(state, action.about)} ` } }];
    }
  }
}

function textOf(state: State, about: SettingsKind): string {
  switch (about) {
    case 'guards':
      return guardsText(state.guards);
    case 'label':
      return labelText(state.label);
    case 'profile':
      // Its own: what a flag or a moved threshold says holds for this session, and is not to be saved with the rest.
      return profileSettingsText(state.session.profileSettings);
  }
}

/** Takes what was typed, if it can be read, and remembers it. */
export function settingsAccepted(state: State, prompt: Prompt & { readonly kind: 'settings' }): Step {
  const { organisation } = state;
  const { baseUrl } = state.session;
  const refused = (says: string): Step => [{ ...state, prompt: { ...prompt, says } }];
  const said = (text: string): Partial<State> => ({ prompt: null, notice: { kind: 'said', text } });
  if (prompt.about === 'profile') {
    const read = readProfileSettings(prompt.typed);
    if (!read.ok) return refused(read.says);
    return profileChanged({ ...state, ...said(`Settings: ${profileSettingsText(read.settings)}`) }, read.settings);
  }
  if (organisation === null || baseUrl === null) return [state];
  const { orgId, orgName } = organisation;
  if (prompt.about === 'guards') {
    const read = readGuards(prompt.typed);
    if (!read.ok) return refused(read.says);
    const { guards } = read;
    const next: State = { ...state, guards, ...said(`Guards of ${orgName}: ${guardsText(guards)}`) };
    return [next, { kind: 'rememberOrganisationSettings', baseUrl, orgId, guards, label: state.label }];
  }
  const read = readLabel(prompt.typed);
  if (!read.ok) return refused(read.says);
  const { label } = read;
  const next: State = { ...state, label, ...said(`Settings of ${orgName}: ${labelText(label)}`) };
  return [next, { kind: 'rememberOrganisationSettings', baseUrl, orgId, guards: state.guards, label }];
}

/** What was not touched in the prompt stays as this session has it. */
function profileChanged(state: State, settings: ProfileSettings): Step {
  const { pageSize } = settings;
  const days = settings.days === state.session.profileSettings.days ? state.days : settings.days;
  const session = withProfileSettings(state.session, settings);
  return [withThreshold({ ...state, pageSize, session }, days), { kind: 'rememberProfileSettings', settings }];
}
