/** The lines of a log (`--log`): what is in each, and which actions and effects they tell of. */
import type { RequestEntry } from '../../api/http/request-log.ts';

export const logFormat = 1;

/** The first line: what the program began with. */
export interface HeaderLine {
  readonly log: typeof logFormat;
  readonly rollcall: string;
  readonly node: string;
  readonly platform: string;
  /** When it began: milliseconds since 1970, and readable. */
  readonly now: number;
  readonly at: string;
  /** The names of the flags that were given. */
  readonly flags: readonly string[];
  readonly columns: number;
  readonly rows: number;
  /** As `encoded` writes it. */
  readonly session: unknown;
}

/** Each other line; `ms`: since the first one. */
export type EntryLine =
  | { readonly ms: number; readonly screen: string; readonly action: unknown }
  | { readonly ms: number; readonly effect: unknown }
  | { readonly ms: number; readonly request: Omit<RequestEntry, 'id' | 'at'> }
  /** An action or effect of this kind happened, and cannot be written without a secret, or at all. */
  | { readonly ms: number; readonly withheld: string }
  | { readonly ms: number; readonly end: 'closed' | 'full' };

const mostParts = 20;
const mostCharacters = 400;
const mostLevels = 5;

/** Of an effect as much as tells it from another one: what it carries follows from the actions. */
export function outlined(value: unknown, level = 0): unknown {
  if (typeof value === 'string') return value.length > mostCharacters ? { characters: value.length } : value;
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Uint8Array) return { bytes: value.length };
  if (value instanceof Map || value instanceof Set) {
    return value.size > mostParts || level === mostLevels
      ? { size: value.size }
      : [...value].map((part) => outlined(part, level + 1));
  }
  if (Array.isArray(value)) {
    if (value.length > mostParts || level === mostLevels) return { length: value.length };
    return value.map((part) => outlined(part, level + 1));
  }
  if (level === mostLevels) return { names: Object.keys(value).length };
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, outlined(part, level + 1)]));
}
