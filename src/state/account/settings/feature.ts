/** Declares the feature: protection and label of an organisation, and settings of a profile, changed in forms. */
import type { RestoredView } from '../../fleet/resume/feature.ts';
import type { KeptCount } from '../organisations/counts.ts';
import type { SavedViews, TableColumns } from '../../fleet/columns/model.ts';
import type { None, Slice, Tagged } from '../../kernel/declare.ts';
import type { Form, SettingChange } from '../../kernel/form.ts';
import { type OrganisationLabel, noLabel } from '../../session/organisations.ts';
import type { ProfileSettings, SettingsFault } from '../../session/profile-settings.ts';
import { type Guards, defaultGuards } from '../../fleet/protection/guards.ts';

/** All settings that forms can change. */
export interface AllSettings {
  readonly guards: Guards;
  readonly label: OrganisationLabel;
  readonly profile: ProfileSettings;
}

export type SettingsKind = keyof AllSettings;

/** Settings to be saved. */
export type SettingsChange = {
  [About in SettingsKind]: { readonly about: About } & Pick<AllSettings, About>;
}[SettingsKind];

/** The open form, with its typed texts. */
export interface SettingsForm extends Form {
  readonly kind: 'settingsForm';
  readonly about: SettingsKind;
}

/** Memory from one start to the next; failures to remember are survived. */
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
  /** The rules; the systems that are protected for good are remembered one by one. */
  rememberGuards(baseUrl: string, orgId: string, guards: Guards): void;
  rememberLabel(baseUrl: string, orgId: string, label: OrganisationLabel): void;
  rememberProtected(baseUrl: string, orgId: string, systemId: string, isProtected: boolean): void;
  view(baseUrl: string, orgId: string): { readonly columns: TableColumns; readonly views: SavedViews };
  rememberView(baseUrl: string, orgId: string, columns: TableColumns, views: SavedViews): void;
  /** Null: never shown before. */
  listView(baseUrl: string, orgId: string): RestoredView | null;
  rememberListView(baseUrl: string, orgId: string, view: RestoredView): void;
  settings(): ProfileSettings;
  rememberSettings(settings: ProfileSettings): void;
  /** Whatever another session has made read-only or protected since is so here, too. Resolves when that is known. */
  refreshProtection(): Promise<void>;
  profileNames(): readonly string[];
  /** From here on everything above is of that profile. */
  useProfile(name: string): void;
  /** Is nothing stored of the profile in use? */
  isNewProfile(): boolean;
  /** Resolves when what was remembered is saved, or cannot be. */
  saved(): Promise<void>;
  /** Why the settings are not understood, so that nothing is changed; null where they are. */
  settingsFault(): SettingsFault | null;
  /** Reads the settings again, as at a start. */
  rereadSettings(): void;
  /** Puts the copy of the last settings that were understood in their place. Answers a failure's code. */
  restoreSettings(): string | null;
}

export interface SettingsFeature {
  /** The settings of the organisation. */
  readonly state: { readonly guards: Guards; readonly label: OrganisationLabel };
  readonly action: Tagged<{
    organisationSettingsRecalled: { orgId: string; guards: Guards; label: OrganisationLabel };
    settingsOpened: { about: SettingsKind };
    /** In the form: the next or the previous word of a field of choices. */
    choiceMoved: { by: 1 | -1 };
    choiceTyped: { word: string };
    settingsApplied: None;
    /** Confirms that the named protection becomes weaker. */
    weakeningConfirmed: None;
    /** Protects the current system by hand, or ends that. */
    protectionToggled: None;
    /** The settings file is not understood, at the start or since. */
    settingsFaultFound: { fault: SettingsFault };
    settingsFaultShown: None;
    settingsEdited: None;
    settingsReread: None;
    settingsRestored: None;
    /** The loaded settings; `says`: the failure before, in one sentence. */
    settingsKnown: { fault: SettingsFault | null; settings: ProfileSettings; isNew: boolean; says: string | null };
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
        /** Settings that would protect less: save them? */
        weakening: { form: SettingsForm; change: SettingsChange; weakened: readonly SettingChange[] };
        /** Discard the changes in the form? */
        unsaved: { form: SettingsForm };
        /** The settings file is not understood: asks for the remedy. */
        settingsFault: { says: string | null };
      }>;
  readonly field: `setting ${string}`;
  readonly port: {
    readonly memory: Memory;
  };
}

export const settingsSlice: Slice<SettingsFeature['state']> = {
  initial: { guards: defaultGuards, label: noLabel },
  lasts: 'organisation',
};
