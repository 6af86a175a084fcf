/** Where is the service, and is there a token for it? Flags and environment first, then what was used last. */
import type { Action } from '../state/actions.ts';
import type { Credentials } from '../state/credentials.ts';
import type { TokenStore } from '../state/ports.ts';
import type { TokenSource } from '../state/session.ts';
import { startDemo } from './demo-service.ts';
import type { LoadPreferences } from './ports.ts';
import type { Settings } from './settings.ts';

export type Found = { readonly ok: true; readonly action: Action } | { readonly ok: false; readonly sentence: string };

/** The action that begins the session. A token that is found goes into `credentials`, and nowhere else. */
export async function findService(
  settings: Settings,
  credentials: Credentials,
  tokens: TokenStore,
  preferences: LoadPreferences,
): Promise<Found> {
  if (settings.isDemo) {
    const demo = await startDemo();
    if (!demo.ok) return demo;
    credentials.use(demo.token);
    return known(demo.baseUrl, 'demo');
  }
  const baseUrl = settings.baseUrl ?? (await preferences())?.lastBaseUrl ?? null;
  if (baseUrl === null) return { ok: true, action: { kind: 'serviceUnknown', typed: '', says: null } };
  if (settings.token !== null) {
    credentials.use(settings.token);
    return known(baseUrl, 'environment');
  }
  const found = await tokens.find(new URL(baseUrl).origin);
  if (!found.ok) return known(baseUrl, null, found.sentence);
  if (found.value === null) return known(baseUrl, null);
  credentials.use(found.value);
  return known(baseUrl, 'keychain');
}

function known(baseUrl: string, token: TokenSource | null, says: string | null = null): Found {
  return { ok: true, action: { kind: 'serviceKnown', baseUrl, token, says } };
}
