/** Declares the feature: another profile in place of the one in use. */
import type { ListPosition } from '../kernel/list-cursor.ts';
import type { ProfileSettings } from './settings.ts';

export type ProfilesAction =
  | { readonly kind: 'profilesOpened' }
  | { readonly kind: 'profilesListed'; readonly names: readonly string[] }
  | { readonly kind: 'profileChosen' }
  | { readonly kind: 'profileNamed' }
  | { readonly kind: 'profilesLeft' }
  | { readonly kind: 'profileSwitched'; readonly name: string }
  | {
      readonly kind: 'profileUsed';
      readonly name: string;
      readonly baseUrl: string | null;
      readonly settings: ProfileSettings;
    };

export type ProfilesEffect = { readonly kind: 'listProfiles' } | { readonly kind: 'useProfile'; readonly name: string };

export type ProfilesOverlay =
  /** `typed`: the name of another profile, once that was asked for. */
  {
    readonly kind: 'profiles';
    readonly names: readonly string[];
    readonly list: ListPosition;
    readonly typed: string | null;
    readonly says: string | null;
  };

/** Another profile in place of the one in use. */
export interface ProfilesFeature {
  readonly action: ProfilesAction;
  readonly effect: ProfilesEffect;
  readonly overlay: ProfilesOverlay;
}
