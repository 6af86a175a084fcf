/** The creation of an enrolment key: how far it is, and what of the answer is shown. */
import type { EnrolmentKey } from '../../api/enrolment-keys.ts';
import type { Problem } from '../../api/problem.ts';

export type KeyCreation =
  | {
      readonly kind: 'describing';
      readonly typed: string;
      readonly says: string | null;
      readonly problem: Problem | null;
      /** When the creation that failed was asked for. */
      readonly askedAt: number | null;
    }
  | { readonly kind: 'creating'; readonly typed: string; readonly attempt: number; readonly askedAt: number }
  /** The answer is shown once and kept nowhere else. */
  | {
      readonly kind: 'created';
      readonly typed: string;
      readonly key: EnrolmentKey;
      readonly isRevealed: boolean;
      readonly wasRevealed: boolean;
      readonly isCopied: boolean;
      /** It was said that the secret goes with the screen. */
      readonly isWarned: boolean;
    };

export const describing: KeyCreation = { kind: 'describing', typed: '', says: null, problem: null, askedAt: null };

/** Has the key a secret that nobody has seen or copied? It goes with the screen, and cannot be had again. */
export function isSecretUnseen(creation: KeyCreation): boolean {
  if (creation.kind !== 'created' || creation.wasRevealed || creation.isCopied) return false;
  return secretOf(creation.key) !== null;
}

/** The field whose text is most likely the secret: by its name, else the longest text without a space. */
export function secretOf(key: EnrolmentKey): { readonly name: string; readonly value: string } | null {
  const texts = key.fields.flatMap(({ name, value }) => (typeof value === 'string' ? [{ name, value }] : []));
  const named = texts.find(({ name, value }) => value !== '' && looksSecretByName(name));
  if (named !== undefined) return named;
  const long = texts.filter(({ name, value }) => value.length >= 20 && !/\s/.test(value) && !isPlain(name, value));
  return long.sort((a, b) => b.value.length - a.value.length)[0] ?? null;
}

function looksSecretByName(name: string): boolean {
  return /(key|secret|token|password|code|credential)$/i.test(name);
}

/** Times, addresses and identifiers are long words without being secrets. */
function isPlain(name: string, value: string): boolean {
  return /(id|url|description|name)$/i.test(name) || /^\d{4}-\d{2}-\d{2}T/.test(value) || /^https?:\/\//.test(value);
}
