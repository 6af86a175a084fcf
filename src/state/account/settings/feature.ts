/** Declares the feature: protection and label of an organisation, and settings of a profile, changed in forms. */
import type { RestoredView } from '../../fleet/resume.ts';
import type { KeptCount } from '../organisations/feature.ts';
import type { SavedViews, TableColumns } from '../../fleet/columns.ts';
import type { None, Tagged } from '../../kernel/declare.ts';
import {
  type Form,
  type SettingChange,
  applyForm,
  changedSettings,
  type FormField,
  fieldsOf,
  formWith,
} from '../../kernel/form.ts';
import { type OrganisationLabel, labelTable } from '../../session/organisations.ts';
import { type ProfileSettings, type SettingsFault, profileTable } from '../../session/profile-settings.ts';
import type { Guards } from '../../fleet/protection/guards.ts';
import type { SettingsTable } from '../../kernel/setting.ts';
import { protectionTable } from '../../fleet/protection/protection-table.ts';
import type { State } from '../../root/state.ts';

/** All settings that forms can change. */
interface AllSettings {
  readonly guards: Guards;
  readonly label: OrganisationLabel;
  readonly profile: ProfileSettings;
}

export type SettingsKind = keyof AllSettings;

export type SettingsChange = {
  [About in SettingsKind]: { readonly about: About } & Pick<AllSettings, About>;
}[SettingsKind];

/** The open form, with its typed texts. */
export interface SettingsForm extends Form {
  readonly kind: 'settingsForm';
  readonly about: SettingsKind;
}

/** The memory of rollcall between starts. A failure to store it stops nothing. */
interface Memory {
  baseUrl(): string | null;
  rememberBaseUrl(baseUrl: string): void;
  lastOrganisation(baseUrl: string): string | null;
  rememberOrganisation(baseUrl: string, orgId: string): void;
  /** The counts of an earlier start, by organisation id. */
  counts(baseUrl: string): ReadonlyMap<string, KeptCount>;
  rememberCounts(baseUrl: string, counts: ReadonlyMap<string, KeptCount>): void;
  guards(baseUrl: string, orgId: string | null): Guards;
  label(baseUrl: string, orgId: string): OrganisationLabel;
  /** Stores the rules; permanently protected systems are stored one by one. */
  rememberGuards(baseUrl: string, orgId: string, guards: Guards): void;
  rememberLabel(baseUrl: string, orgId: string, label: OrganisationLabel): void;
  rememberProtected(baseUrl: string, orgId: string, systemId: string, isProtected: boolean): void;
  view(baseUrl: string, orgId: string): { readonly columns: TableColumns; readonly views: SavedViews };
  rememberView(baseUrl: string, orgId: string, columns: TableColumns, views: SavedViews): void;
  /** Null when it was never shown. */
  listView(baseUrl: string, orgId: string): RestoredView | null;
  rememberListView(baseUrl: string, orgId: string, view: RestoredView): void;
  settings(): ProfileSettings;
  rememberSettings(settings: ProfileSettings): void;
  /** Applies read-only modes and protections that another session has set since. Resolves when they are applied. */
  refreshProtection(): Promise<void>;
  profileNames(): readonly string[];
  /** Everything above belongs to this profile from now on. */
  useProfile(name: string): void;
  /** True when nothing is stored for the profile in use. */
  isNewProfile(): boolean;
  /** Resolves when everything is saved, or has failed to be saved. */
  saved(): Promise<void>;
  /** Why the settings are invalid, which blocks all changes; null when they are valid. */
  settingsFault(): SettingsFault | null;
  /** Reloads the settings, as at a start. */
  rereadSettings(): void;
  /** Restores the copy of the last valid settings. Returns null, or the code of the failure. */
  restoreSettings(): string | null;
}

export interface SettingsFeature {
  readonly state: { readonly guards: Guards; readonly label: OrganisationLabel };
  readonly action: Tagged<{
    organisationSettingsRecalled: { orgId: string; guards: Guards; label: OrganisationLabel };
    /** `at`: the name of the setting under the cursor; absent: the first one. */
    settingsOpened: { about: SettingsKind; at?: string };
    /** Saves one setting as its form would, with this text typed into it. */
    settingSet: { about: SettingsKind; name: string; text: string };
    /** Selects the next or previous word of a field of choices. */
    choiceMoved: { by: 1 | -1 };
    choiceTyped: { word: string };
    settingsApplied: None;
    weakeningConfirmed: None;
    /** Protects the current system by hand, or ends that protection. */
    protectionToggled: None;
    /** The settings file is invalid, at the start or later. */
    settingsFaultFound: { fault: SettingsFault };
    settingsFaultShown: None;
    settingsEdited: None;
    settingsReread: None;
    settingsRestored: None;
    /** The loaded settings; `message`: the preceding failure, as a sentence. */
    settingsKnown: { fault: SettingsFault | null; settings: ProfileSettings; isNew: boolean; message: string | null };
  }>;
  readonly effect: Tagged<{
    recallOrganisationSettings: { baseUrl: string; orgId: string };
    rememberGuards: { baseUrl: string; orgId: string; guards: Guards };
    rememberProtected: { baseUrl: string; orgId: string; systemId: string; isProtected: boolean };
    rememberLabel: { baseUrl: string; orgId: string; label: OrganisationLabel };
    rememberProfileSettings: { settings: ProfileSettings };
    rereadSettings: { after: { kind: 'nothing' } | { kind: 'editing'; path: string } | { kind: 'restoring' } };
  }>;
  readonly overlay:
    | SettingsForm
    | Tagged<{
        weakening: { form: SettingsForm; change: SettingsChange; weakened: readonly SettingChange[] };
        unsaved: { form: SettingsForm };
        /** The settings file is invalid: asks how to fix it. */
        settingsFault: { message: string | null };
      }>;
  readonly field: `setting ${string}`;
  readonly port: {
    readonly memory: Memory;
  };
}

declare module '../../root/state.ts' {
  interface Features {
    readonly settings: SettingsFeature;
  }
}

// Settings as other features use them, and the open form.

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
      const after = applyForm(table, before, form);
      return after === null ? null : { change: changeTo(after), changed: changedSettings(table, before, after) };
    },
  };
}

export function fieldsIn(state: State, form: SettingsForm): readonly FormField[] {
  return formsOf(allSettings(state), form.about).fields(form);
}
