/** Runs one request to the system's keychain, and classifies its failure. */

export type KeychainFailure =
  'absent' | 'locked' | 'denied' | 'no answer' | 'damaged' | 'failed' | 'noexec' | 'cancelled';

export type KeychainTask =
  { readonly kind: 'store'; readonly token: string } | { readonly kind: 'find' } | { readonly kind: 'remove' };

/** `account`: the origin of the base URL, and the profile, so that no other service gets the token. */
export type KeychainRequest = KeychainTask & { readonly account: string; readonly limitMs: number };

/** `value`: the found token; null if there was none, and for every request except `find`. */
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
    // A failed write may still have stored the token.
    await entry.deletePassword().catch(() => false);
    throw error;
  }
  const isKept = (await entry.getPassword()) === token;
  return isKept ? { ok: true, value: null } : { ok: false, reason: 'damaged' };
}

/** Classifies by the native module's message, because it has no codes; the message is never shown. */
export function failureIn(message: string): KeychainFailure {
  return patterns.find(([pattern]) => pattern.test(message))?.[1] ?? 'failed';
}

const patterns: readonly (readonly [RegExp, KeychainFailure])[] = [
  // Thrown by `loadNativeModule`.
  [/^Error: noexec:/, 'noexec'],
  [/did not receive a reply|timed? ?out/i, 'no answer'],
  [/access ?denied|rejected send message|permission|not (allowed|permitted)|user cancell?ed/i, 'denied'],
  [/locked|dismissed/i, 'locked'],
  // No bus, no Secret Service on it, no keyring, or a missing module or binary.
  [/autolaunch|failed to connect to socket|not provided by any|no result found|no default store/i, 'absent'],
  [/cannot find (module|package|native binding)|native binding/i, 'absent'],
];
