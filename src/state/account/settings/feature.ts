/** Declares the feature: protection and label of an organisation, and the settings of a profile, changed in forms. */
import type { None, Slice, Tagged } from '../../kernel/declare.ts';
import type { Form, SettingChange } from '../../kernel/form.ts';
import { type OrganisationLabel, noLabel } from '../../session/organisations.ts';
import type { ProfileSettings } from '../../session/profile-settings.ts';
import { type Guards, defaultGuards } from '../../fleet/protection/guards.ts';
import type { SettingsFault } from './fault.ts';

/** What forms can change. */
export interface AllSettings {
  readonly guards: Guards;
  readonly label: OrganisationLabel;
  readonly profile: ProfileSettings;
}

export type SettingsKind = keyof AllSettings;

/** Settings as they are to be saved. */
export type SettingsChange = {
  [About in SettingsKind]: { readonly about: About } & Pick<AllSettings, About>;
}[SettingsKind];

/** The open form, with what is typed into it. */
export interface SettingsForm extends Form {
  readonly kind: 'settingsForm';
  readonly about: SettingsKind;
}

export interface SettingsFeature {
  /** Those of the organisation. */
  readonly state: { readonly guards: Guards; readonly label: OrganisationLabel };
  readonly action: Tagged<{
    organisationSettingsRecalled: { orgId: string; guards: Guards; label: OrganisationLabel };
    settingsOpened: { about: SettingsKind };
    /** In the form: the next word of a field that is chosen, or the one before. */
    choiceMoved: { by: 1 | -1 };
    choiceTyped: { word: string };
    settingsApplied: None;
    /** Of the protection that the overlay names. */
    weakeningConfirmed: None;
    /** The system at hand is protected for good, or no longer. */
    protectionToggled: None;
    /** The settings file is not understood, at the start or since. */
    settingsFaultFound: { fault: SettingsFault };
    settingsFaultShown: None;
    settingsEdited: None;
    settingsReread: None;
    settingsRestored: None;
    /** What was read; `says`: what went wrong before, in one sentence. */
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
        /** Settings that would protect less: are they to be saved? */
        weakening: { form: SettingsForm; change: SettingsChange; weakened: readonly SettingChange[] };
        /** Are the changes in the form to be discarded? */
        unsaved: { form: SettingsForm };
        /** The settings file is not understood: what is to be done about it? */
        settingsFault: { says: string | null };
      }>;
  readonly field: `setting ${string}`;
}

export const settingsSlice: Slice<SettingsFeature['state']> = {
  initial: { guards: defaultGuards, label: noLabel },
  lasts: 'organisation',
};
