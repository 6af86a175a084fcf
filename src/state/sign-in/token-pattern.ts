/** Finds what has the form of an access token. */

/** 63 letters and digits (specification, "Authentication", 3), with none beside them. */
const form = /(?<![a-z0-9])[a-z0-9]{63}(?![a-z0-9])/i;

/** What is typed in the wrong place must not go on from there: into an address, the arguments of a program, a file. */
export function holdsToken(text: string): boolean {
  return form.test(text);
}

/** Addresses stand in the logs of whatever they come through. */
export const tokenNotSent = {
  kind: 'warning',
  text: 'That has the form of an access token: it was not sent.',
} as const;
