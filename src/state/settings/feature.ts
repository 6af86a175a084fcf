/** Declares the feature: protection and label of an organisation, and the settings of a profile. */
import type { None, Slice, Tagged } from '../kernel/declare.ts';
import { type OrganisationLabel, noLabel } from '../organisations/model.ts';
import type { ProfileSettings } from '../profiles/settings.ts';
import { type Guards, defaultGuards } from '../review/guards.ts';

/** What the settings prompt can change. */
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

/** The protection that a change weakens: it is asked about once before it is saved. */
export type Weakening =
  | { readonly kind: 'tags' | 'keys'; readonly names: readonly string[] }
  | { readonly kind: 'seenDays' | 'share'; readonly from: number; readonly to: number }
  | { readonly kind: 'session' | 'readOnly' };

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
