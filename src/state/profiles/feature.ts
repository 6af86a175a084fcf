/** Declares the feature: another profile in place of the one in use. */
import type { None, Tagged } from '../kernel/declare.ts';
import type { ListPosition } from '../kernel/list-cursor.ts';
import type { ProfileSettings } from './settings.ts';

export type ProfilesAction = Tagged<{
  profilesOpened: None;
  profilesListed: { names: readonly string[] };
  profileChosen: None;
  profileNamed: None;
  profilesLeft: None;
  profileSwitched: { name: string };
  profileUsed: { name: string; baseUrl: string | null; settings: ProfileSettings };
}>;

export type ProfilesEffect = Tagged<{
  listProfiles: None;
  useProfile: { name: string };
}>;

export type ProfilesOverlay =
  /** `typed`: the name of another profile, once that was asked for. */
  {
    readonly kind: 'profiles';
    readonly names: readonly string[];
    readonly list: ListPosition;
    readonly typed: string | null;
    readonly says: string | null;
  };

export interface ProfilesFeature {
  readonly action: ProfilesAction;
  readonly effect: ProfilesEffect;
  readonly overlay: ProfilesOverlay;
  readonly field: 'profileName';
}
