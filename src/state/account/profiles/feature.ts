/** Declares the feature: another profile in place of the one in use. */
import type { None, Tagged } from '../../kernel/declare.ts';
import type { ListPosition } from '../../kernel/list-cursor.ts';
import type { ProfileSettings } from '../../session/profile-settings.ts';

export interface ProfilesFeature {
  readonly action: Tagged<{
    profilesOpened: None;
    profilesListed: { names: readonly string[] };
    profileChosen: None;
    profileNamed: None;
    profilesLeft: None;
    profileSwitched: { name: string };
    profileUsed: { name: string; isNew: boolean; baseUrl: string | null; settings: ProfileSettings };
  }>;
  readonly effect: Tagged<{ listProfiles: None; useProfile: { name: string } }>;
  readonly overlay: Tagged<{
    /** `typed`: the name of another profile, once that was asked for. */
    profiles: { names: readonly string[]; list: ListPosition; typed: string | null; says: string | null };
  }>;
  readonly field: 'profileName';
}
