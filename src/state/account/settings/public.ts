/** Settings as other features use them, and the open form. */
import {
  appliedForm,
  changedSettings,
  type Form,
  type FormField,
  fieldsOf,
  formWith,
  type SettingChange,
} from '../../kernel/form.ts';
import type { SettingsTable } from '../../kernel/setting.ts';
import { labelTable } from '../../session/organisations.ts';
import { profileTable } from '../../session/profile-settings.ts';
import { protectionTable } from '../../fleet/protection/protection-table.ts';
import type { State } from '../../root/state.ts';
import type { AllSettings, SettingsChange, SettingsForm, SettingsKind } from './feature.ts';

export function withSettings(state: State, change: Partial<State['settings']>): State {
  return { ...state, settings: { ...state.settings, ...change } };
}

export function allSettings({ settings, session }: State): AllSettings {
  // The profile's own values: a flag or a moved threshold applies to this session only, and is not saved.
  return { ...settings, profile: session.profileSettings };
}

interface Forms {
  readonly opened: Form;
  readonly fields: (form: Pick<Form, 'typed'>) => readonly FormField[];
  /** Null when a field is invalid. */
  readonly applied: (form: Pick<Form, 'typed'>) => {
    readonly change: SettingsChange;
    readonly changed: readonly SettingChange[];
  } | null;
}

export function formsOf(all: AllSettings, about: SettingsKind): Forms {
  switch (about) {
    case 'guards':
      return formsFor(protectionTable, all.guards, (rules) => ({ about, guards: { ...all.guards, ...rules } }));
    case 'label':
      return formsFor(labelTable, all.label, (label) => ({ about, label }));
    case 'profile':
      return formsFor(profileTable, all.profile, (profile) => ({ about, profile }));
  }
}

function formsFor<Values extends object>(
  table: SettingsTable<Values>,
  before: NoInfer<Values>,
  changeTo: (after: NoInfer<Values>) => SettingsChange,
): Forms {
  return {
    opened: formWith(table, before),
    fields: (form) => fieldsOf(table, before, form),
    applied(form) {
      const after = appliedForm(table, before, form);
      return after === null ? null : { change: changeTo(after), changed: changedSettings(table, before, after) };
    },
  };
}

export function fieldsIn(state: State, form: SettingsForm): readonly FormField[] {
  return formsOf(allSettings(state), form.about).fields(form);
}
