/** Declares the feature: protection and label of an organisation, and the settings of a profile. */
import type { None, Slice, Tagged } from '../kernel/declare.ts';
import { type OrganisationLabel, noLabel } from '../organisations/label.ts';
import type { ProfileSettings } from '../profiles/settings.ts';
import { type Guards, defaultGuards } from '../review/guards.ts';
import type { SettingsChange, SettingsKind, Weakening } from './weakening.ts';

export interface SettingsState {
  /** Those of the organisation. */
  readonly guards: Guards;
  readonly label: OrganisationLabel;
}

export type SettingsAction = Tagged<{
  organisationSettingsRecalled: { orgId: string; guards: Guards; label: OrganisationLabel };
  settingsOpened: { about: SettingsKind };
  /** Of the protection that the overlay names. */
  weakeningConfirmed: None;
}>;

export type SettingsEffect = Tagged<{
  recallOrganisationSettings: { baseUrl: string; orgId: string };
  rememberOrganisationSettings: { baseUrl: string; orgId: string; guards: Guards; label: OrganisationLabel };
  rememberProfileSettings: { settings: ProfileSettings };
}>;

export type SettingsOverlay =
  /** Settings that would protect less: are they to be saved? */
  { readonly kind: 'weakening'; readonly change: SettingsChange; readonly weakened: readonly Weakening[] };

export type SettingsPrompt =
  /** `says`: what is wrong with what is typed. */
  {
    readonly kind: 'settings';
    readonly about: SettingsKind;
    readonly typed: string;
    readonly says: string | null;
  };

export interface SettingsFeature {
  readonly state: SettingsState;
  readonly action: SettingsAction;
  readonly effect: SettingsEffect;
  readonly overlay: SettingsOverlay;
  readonly prompt: SettingsPrompt;
  readonly field: 'settings';
}

export const settingsSlice: Slice<SettingsState> = {
  initial: { guards: defaultGuards, label: noLabel },
  lasts: 'organisation',
};
