/** Carries out one request to the system's keychain, and says why where it could not be done. */

export type KeychainFailure =
  'absent' | 'locked' | 'denied' | 'no answer' | 'damaged' | 'failed' | 'noexec' | 'cancelled';

export type KeychainTask =
  { readonly kind: 'store'; readonly token: string } | { readonly kind: 'find' } | { readonly kind: 'remove' };

/** `account`: the origin of the base URL, and the profile: no token is found for another service. */
export type KeychainRequest = KeychainTask & { readonly account: string; readonly limitMs: number };

/** `value`: the found token; null where there was none, and for every request but `find`. */
export type KeychainAnswer =
  { readonly ok: true; readonly value: string | null } | { readonly ok: false; readonly reason: KeychainFailure };

export interface KeychainEntry {
  getPassword(): Promise<string | null>;
  setPassword(token: string): Promise<void>;
  deletePassword(): Promise<boolean>;
}

export async function carryOut(
  request: KeychainRequest,
  openEntry: (request: KeychainRequest) => Promise<KeychainEntry>,
): Promise<KeychainAnswer> {
  try {
    const entry = await openEntry(request);
    if (request.kind === 'store') return await store(entry, request.token);
    if (request.kind === 'find') return { ok: true, value: await entry.getPassword() };
    await entry.deletePassword();
    return { ok: true, value: null };
  } catch (error) {
    return { ok: false, reason: failureIn(String(error)) };
  }
}

async function store(entry: KeychainEntry, token: string): Promise<KeychainAnswer> {
  try {
    await entry.setPassword(token);
  } catch (error) {
    // A write that reports a failure may have left the token behind all the same.
    await entry.deletePassword().catch(() => false);
    throw error;
  }
  const isKept = (await entry.getPassword()) === token;
  return isKept ? { ok: true, value: null } : { ok: false, reason: 'damaged' };
}

/** The native module has no codes: the systems speak through its message, which is never shown. */
export function failureIn(message: string): KeychainFailure {
  return patterns.find(([pattern]) => pattern.test(message))?.[1] ?? 'failed';
}

const patterns: readonly (readonly [RegExp, KeychainFailure])[] = [
  // From `loadNativeModule`.
  [/^Error: noexec:/, 'noexec'],
  [/did not receive a reply|timed? ?out/i, 'no answer'],
  [/access ?denied|rejected send message|permission|not (allowed|permitted)|user cancell?ed/i, 'denied'],
  [/locked|dismissed/i, 'locked'],
  // No bus, a bus without a Secret Service, a service without any keyring, and a module or binary that is not there.
  [/autolaunch|failed to connect to socket|not provided by any|no result found|no default store/i, 'absent'],
  [/cannot find (module|package|native binding)|native binding/i, 'absent'],
];
