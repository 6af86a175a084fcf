/** Why did the keychain not do what it was asked? */

export type KeychainFailure = 'absent' | 'locked' | 'denied' | 'no answer' | 'damaged' | 'failed';

/** What the person reads. */
export const failureSentences: Readonly<Record<KeychainFailure, string>> = {
  absent: 'There is no keychain here.',
  locked: 'The keychain is locked; unlock it the way this system does, for example by signing in on its desktop.',
  denied: 'The keychain does not permit this.',
  'no answer': 'The keychain did not answer.',
  damaged: 'What the keychain holds is not a token.',
  failed: 'The keychain could not do it.',
};

/**
 * The reason in an error of the native module, which has no codes: Secret Service (D-Bus), macOS and Windows speak
 * through its message. It is only matched, and never shown.
 */
export function failureIn(message: string): KeychainFailure {
  return patterns.find(([pattern]) => pattern.test(message))?.[1] ?? 'failed';
}

const patterns: readonly (readonly [RegExp, KeychainFailure])[] = [
  [/did not receive a reply|timed? ?out/i, 'no answer'],
  [/access ?denied|rejected send message|permission|not (allowed|permitted)|user cancell?ed/i, 'denied'],
  [/locked|dismissed/i, 'locked'],
  // No bus, a bus without a Secret Service, a service without any keyring, and a module or binary that is not there.
  [/autolaunch|failed to connect to socket|not provided by any|no result found|no default store/i, 'absent'],
  [/cannot find (module|package|native binding)|native binding/i, 'absent'],
];
