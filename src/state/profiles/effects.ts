/** Effects of profiles. */
import type { Effects } from '../kernel/feature.ts';

export const profilesEffects: Effects<'profiles'> = {
  listProfiles: (_, { ports }) => ({ kind: 'profilesListed', names: ports.memory.profileNames() }),
  useProfile({ name }, { ports: { memory }, credentials }) {
    credentials.forget();
    memory.useProfile(name);
    return { kind: 'profileUsed', name, baseUrl: memory.baseUrl(), settings: memory.settings() };
  },
};
