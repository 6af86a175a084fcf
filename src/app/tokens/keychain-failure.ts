/** Why did a store of the operating system not do what it was asked? */

export type KeychainFailure = 'absent' | 'locked' | 'denied' | 'no answer' | 'damaged' | 'failed' | 'cancelled';

/** The stores that the native module can reach: the system's keychain, and on Linux the kernel's keyring. */
export type SystemStore = 'keychain' | 'kernel';

/** What the person reads. */
export function failureSentence(store: SystemStore, failure: KeychainFailure): string {
  return sentences[store][failure];
}

const sentences: Readonly<Record<SystemStore, Readonly<Record<KeychainFailure, string>>>> = {
  keychain: {
    absent: 'There is no keychain here.',
    locked: 'The keychain is locked; unlock it the way this system does, for example by signing in on its desktop.',
    denied: 'The keychain does not permit this.',
    'no answer': 'The keychain did not answer.',
    damaged: 'What the keychain holds is not a token.',
    failed: 'The keychain could not do it.',
    cancelled: 'The keychain was not waited for.',
  },
  kernel: {
    absent: "The kernel's keyring cannot be reached here.",
    locked: "The kernel's keyring is locked.",
    denied: "The kernel's keyring does not permit this: there is no session that owns one.",
    'no answer': "The kernel's keyring did not answer.",
    damaged: "What the kernel's keyring holds is not a token.",
    failed: "The kernel's keyring could not do it.",
    cancelled: "The kernel's keyring was not waited for.",
  },
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
