/** Reads what a caller wants changed of a policy. */

import type { ValidationErrors } from '../problems.ts';
import type { PolicyChange, Source } from './policies.ts';

export const LONGEST_NOTE = 255;

type Read<T> = { readonly value: T } | { readonly error: string };

/** How each field is read. */
const FIELDS: { readonly [K in keyof PolicyChange]-?: (given: unknown) => Read<PolicyChange[K]> } = {
  description: (given) => (given === null ? { value: null } : note(given)),
  state: (given) => oneOf(given, ['Active', 'Paused'] as const),
  logging: (given) => oneOf(given, [0, 1, 2] as const),
  expiresAt: (given) => (given === null ? { value: null } : time(given)),
  source: readSource,
  ports,
  notes: note,
};

/** The change, or by field what is wrong with it. Fields of other names are left out. */
export function readPolicyChange(
  body: unknown,
): { readonly fields: PolicyChange } | { readonly errors: ValidationErrors } {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return { errors: { body: ['the body must be an object.'] } };
  }
  const errors: Record<string, readonly string[]> = {};
  const fields: Record<string, unknown> = {};
  const given = new Map<string, unknown>(Object.entries(body));
  for (const [name, read] of Object.entries(FIELDS)) {
    if (!given.has(name)) continue;
    const field = read(given.get(name));
    if ('error' in field) errors[name] = [`${name} ${field.error}`];
    else fields[name] = field.value;
  }
  return Object.keys(errors).length > 0 ? { errors } : { fields };
}

function note(given: unknown): Read<string> {
  if (typeof given !== 'string') return { error: 'must be a text.' };
  if (Array.from(given).length > LONGEST_NOTE) return { error: `must have at most ${LONGEST_NOTE} characters.` };
  return { value: given };
}

function oneOf<T>(given: unknown, values: readonly T[]): Read<T> {
  const value = values.find((one) => one === given);
  return value === undefined ? { error: `must be one of ${values.join(', ')}.` } : { value };
}

function time(given: unknown): Read<string> {
  const isTime = typeof given === 'string' && /^\d{4}-\d\d-\d\dT/.test(given) && !Number.isNaN(Date.parse(given));
  return isTime ? { value: given } : { error: 'must be a time in ISO 8601.' };
}

function ports(given: unknown): Read<readonly number[]> {
  const isPort = (port: unknown): port is number =>
    Number.isInteger(port) && Number(port) >= 1 && Number(port) <= 65_535;
  if (!Array.isArray(given) || !given.every(isPort)) return { error: 'must be a list of ports from 1 to 65535.' };
  return new Set(given).size === given.length ? { value: given } : { error: 'must not name a port twice.' };
}

function readSource(given: unknown): Read<Source> {
  if (typeof given === 'object' && given !== null && 'kind' in given) {
    if (given.kind === 'Tag' && 'tag' in given && typeof given.tag === 'string') {
      return { value: { kind: 'Tag', tag: given.tag } };
    }
    const isText = (text: unknown): text is string => typeof text === 'string';
    if (given.kind === 'Address' && 'ranges' in given && Array.isArray(given.ranges) && given.ranges.every(isText)) {
      return { value: { kind: 'Address', ranges: given.ranges } };
    }
  }
  return { error: 'must be of the kind Tag with a tag, or of the kind Address with ranges.' };
}
