/** Effects of profiles: lists them, and switches to one with the address in its settings. */
import { readBaseUrl } from '../../../api/address.ts';
import type { Effects } from '../../root/feature.ts';

export const profilesEffects: Effects<'profiles'> = {
  listProfiles: (_, { ports }) => ({ kind: 'profilesListed', names: ports.memory.profileNames() }),
  useProfile({ name }, { ports: { memory }, credentials }) {
    credentials.forget();
    memory.useProfile(name);
    const isNew = memory.isNewProfile();
    const stored = memory.baseUrl();
    const used = { kind: 'profileUsed', name, isNew, settings: memory.settings() } as const;
    if (stored === null) return { ...used, baseUrl: null };
    // As at a start: an address in the settings may be any text.
    const read = readBaseUrl(stored);
    return read.ok
      ? { ...used, baseUrl: read.baseUrl }
      : { ...used, baseUrl: null, refused: `The profile: ${read.reason}` };
  },
};
