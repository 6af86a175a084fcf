/** Declares the feature: switching to another profile. */
import type { None, Tagged } from '../../kernel/declare.ts';
import type { ListPosition } from '../../kernel/list-view.ts';
import type { ProfileSettings } from '../../session/profile-settings.ts';

export interface ProfilesFeature {
  readonly action: Tagged<{
    profilesOpened: None;
    profilesListed: { names: readonly string[] };
    profileChosen: None;
    profileNamed: None;
    profilesLeft: None;
    profileSwitched: { name: string };
    /** `refused`: why the address in the profile's settings is not used, as a sentence. */
    profileUsed: {
      name: string;
      isNew: boolean;
      baseUrl: string | null;
      refused?: string;
      settings: ProfileSettings;
    };
  }>;
  readonly effect: Tagged<{ listProfiles: None; useProfile: { name: string } }>;
  readonly overlay: Tagged<{
    /** `typed`: the name of another profile, while its field is open. */
    profiles: { names: readonly string[]; list: ListPosition; typed: string | null; message: string | null };
  }>;
  readonly field: 'profileName';
}
