/** Typed text: how much of it a field takes, when keys count, and which text must not leave the field. */

/** Characters of a line: what is typed is read again with each letter, and drawn. */
export const longestTyped = 2000;

/** The same of a field whose text is a value, and no filter. */
export const longestValue = 10_000;

/**
 * No key for so long, in milliseconds: the person has stopped typing ahead, and sees what is on the screen. Only then do
 * keys count that may have been meant for what was there before.
 */
export const quietMs = 400;

/** 63 letters and digits (specification, "Authentication", 3), with none beside them. */
const tokenForm = /(?<![a-z0-9])[a-z0-9]{63}(?![a-z0-9])/i;

/** A token typed in the wrong field must not reach an address, the arguments of a program, or a file. */
export function holdsToken(text: string): boolean {
  return tokenForm.test(text);
}

/** Addresses stand in the logs of whatever they come through. */
export const tokenNotSent = {
  kind: 'warning',
  text: 'That looks like an access token. It was not sent.',
} as const;
