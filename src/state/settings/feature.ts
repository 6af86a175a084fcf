/** Declares the feature: protection and label of an organisation, and the settings of a profile. */
import type { None, Slice, Tagged } from '../kernel/declare.ts';
import { type OrganisationLabel, noLabel } from '../organisations/model.ts';
import type { ProfileSettings } from '../profiles/settings.ts';
import { type Guards, defaultGuards } from '../review/guards.ts';
import type { SettingsChange, SettingsKind, Weakening } from './weakening.ts';

export interface SettingsFeature {
  /** Those of the organisation. */
  readonly state: { readonly guards: Guards; readonly label: OrganisationLabel };
  readonly action: Tagged<{
    organisationSettingsRecalled: { orgId: string; guards: Guards; label: OrganisationLabel };
    settingsOpened: { about: SettingsKind };
    /** Of the protection that the overlay names. */
    weakeningConfirmed: None;
  }>;
  readonly effect: Tagged<{
    recallOrganisationSettings: { baseUrl: string; orgId: string };
    rememberOrganisationSettings: { baseUrl: string; orgId: string; guards: Guards; label: OrganisationLabel };
    rememberProfileSettings: { settings: ProfileSettings };
  }>;
  readonly overlay: Tagged<{
    /** Settings that would protect less: are they to be saved? */
    weakening: { change: SettingsChange; weakened: readonly Weakening[] };
  }>;
  readonly prompt: Tagged<{
    /** `says`: what is wrong with what is typed. */
    settings: { about: SettingsKind; typed: string; says: string | null };
  }>;
  readonly field: 'settings';
}

export const settingsSlice: Slice<SettingsFeature['state']> = {
  initial: { guards: defaultGuards, label: noLabel },
  lasts: 'organisation',
};
