/** Reads a caller's description of a new enrolment key. */

import type { ValidationErrors } from '../problems.ts';
import { oneOf, type Read, readFields, textOf, timeOf } from './fields.ts';
import type { KeyWishes } from './key-ring.ts';

export const LONGEST_DESCRIPTION = 255;

export const KEY_TYPES = ['GeneralPurpose', 'Ephemeral'] as const;
export const APPROVAL_MODES = ['Automatic', 'Manual'] as const;

export interface NewKey {
  readonly description: string;
  readonly wishes: KeyWishes;
}

/** The key, or by field its mistake. `now`: the moment of the request. */
export function readNewKey(body: unknown, now: number): NewKey | { readonly errors: ValidationErrors } {
  // A body that is no object has no description.
  const given = typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {};
  const read = readFields<{ description: string } & Required<KeyWishes>>(
    {
      description: descriptionOf,
      type: (type) => oneOf(type, KEY_TYPES),
      approvalMode: (mode) => oneOf(mode, APPROVAL_MODES),
      usesRemaining: usesOf,
      expiresAt: (time) => (time === null ? { value: null } : laterThan(now, time)),
    },
    { description: null, ...given },
  );
  if ('errors' in read) return read;
  const { description = '', ...wishes } = read.fields;
  return { description, wishes };
}

function descriptionOf(given: unknown): Read<string> {
  if (typeof given !== 'string') return { error: 'is required and must be a string.' };
  const text = given.trim();
  return text === '' ? { error: 'must not be empty.' } : textOf(text, LONGEST_DESCRIPTION);
}

function usesOf(given: unknown): Read<number> {
  const isCount = typeof given === 'number' && Number.isSafeInteger(given) && (given === -1 || given >= 1);
  return isCount ? { value: given } : { error: 'must be a number from 1, or -1 for any number.' };
}

function laterThan(now: number, given: unknown): Read<string> {
  const time = timeOf(given);
  return 'error' in time || Date.parse(time.value) > now ? time : { error: 'must be in the future.' };
}
