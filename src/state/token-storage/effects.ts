/** Effects of storing the token. It goes between `credentials` and its store, and through no action. */
import type { Effects } from '../kernel/feature.ts';

export const tokenStorageEffects: Effects<'tokenStorage'> = {
  async keepToken({ baseUrl, choice }, { ports, credentials }) {
    ports.memory.rememberBaseUrl(baseUrl);
    const kept = await ports.tokens.store(baseUrl, credentials.tokenFor(baseUrl) ?? '', choice);
    return { kind: 'tokenKept', kept };
  },
  cancelKeychain(_, { ports }) {
    ports.tokens.cancel();
    return null;
  },
};
