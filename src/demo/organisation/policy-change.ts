/** Reads a caller's change of a policy, or description of a new one. */

import type { ValidationErrors } from '../problems.ts';
import { oneOf, type Read, readFields, type Readers, textOf, textsOf, timeOf } from './fields.ts';
import type { NewPolicy, PolicyChange, Source } from './policies.ts';

export const LONGEST_NOTE = 255;

const READERS: Readers<PolicyChange> = {
  description: (given) => (given === null ? { value: null } : textOf(given, LONGEST_NOTE)),
  state: (given) => oneOf(given, ['Active', 'Paused'] as const),
  logging: (given) => oneOf(given, [0, 1, 2] as const),
  expiresAt: (given) => (given === null ? { value: null } : timeOf(given)),
  source: readSource,
  ports,
  notes: (given) => textOf(given, LONGEST_NOTE),
};

/** The change, or by field its mistake. */
export function readPolicyChange(
  body: unknown,
): { readonly fields: PolicyChange } | { readonly errors: ValidationErrors } {
  return readFields(READERS, body);
}

/** The new policy, or by field its mistake. It needs a description. */
export function readNewPolicy(body: unknown): { readonly fields: NewPolicy } | { readonly errors: ValidationErrors } {
  const read = readPolicyChange(body);
  if ('errors' in read) return read;
  const { description, ...others } = read.fields;
  if (typeof description !== 'string' || description.trim() === '') {
    return { errors: { description: ['description is required.'] } };
  }
  return { fields: { ...others, description } };
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
    if (given.kind === 'Address' && 'ranges' in given) {
      const ranges = textsOf(given.ranges);
      if ('value' in ranges) return { value: { kind: 'Address', ranges: ranges.value } };
    }
  }
  return { error: 'must be of the kind Tag with a tag, or of the kind Address with ranges.' };
}
