/** Where is the service, and is its token given from outside? Flags and environment first, then what was used last. */
import type { Action } from '../../state/actions.ts';
import type { Credentials } from '../../state/sign-in/credentials.ts';
import { startDemo } from './demo-service.ts';
import type { Settings } from './settings.ts';

export type Found = { readonly ok: true; readonly action: Action } | { readonly ok: false; readonly sentence: string };

/** The action that begins the session. A token that is given goes into `credentials`, and nowhere else. */
export async function findService({ isDemo, baseUrl, token }: Settings, credentials: Credentials): Promise<Found> {
  if (isDemo) {
    const demo = await startDemo();
    if (!demo.ok) return demo;
    credentials.use(demo.token, demo.baseUrl);
    return { ok: true, action: { kind: 'serviceKnown', baseUrl: demo.baseUrl, token: 'demo' } };
  }
  if (token !== null) credentials.use(token.value, baseUrl);
  const from = token?.from ?? null;
  if (baseUrl === null) return { ok: true, action: { kind: 'serviceUnknown', token: from, typed: '', says: null } };
  return { ok: true, action: { kind: 'serviceKnown', baseUrl, token: from } };
}
