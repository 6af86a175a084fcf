/** A visit: what is kept of an organisation when a session leaves it, and what of that is to be found again. */
import * as z from 'zod/mini';
import type { ListQuery } from '../../api/systems.ts';
import { sortKinds } from '../list/rows.ts';

/** Ids are short; more than this is no id of a system. */
const id = z.string().check(z.maxLength(256));

const shape = z.object({
  /** Milliseconds since 1970. */
  at: z.number(),
  orgId: z.string(),
  orgName: z.string(),
  search: z.string(),
  includeDisabled: z.boolean(),
  filter: z.string(),
  sort: z.object({ by: z.enum(sortKinds), reversed: z.boolean() }),
  /** The threshold, where it is another one than the profile's. */
  days: z.nullable(z.int().check(z.minimum(1))),
  isWide: z.boolean(),
  /** The system under the cursor. */
  systemId: z.nullable(id),
  /** Marked one by one, or together. */
  marks: z.array(id),
  /** Marked as stale: the rule replaces these, and a system that reconnected is not among them. */
  staleMarks: z.array(id),
});

export type Visit = z.infer<typeof shape>;

/** More marks than these are not kept: the file must stay small. */
export const mostMarks = 250_000;

/** Null where it is none: of another version, or cut. */
export function readVisit(text: string): Visit | null {
  try {
    return shape.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

export function marksIn({ marks, staleMarks }: Pick<Visit, 'marks' | 'staleMarks'>): number {
  return marks.length + staleMarks.length;
}

export interface ToFind {
  /** The list in which they were; null: there is nothing to be found. */
  readonly query: ListQuery | null;
  /** When they were marked, in milliseconds since 1970. */
  readonly at: number;
  /** Ids of systems that were marked, and how. */
  readonly marks: ReadonlyMap<string, 'hand' | 'rule'>;
  /** The system that was under the cursor. */
  readonly systemId: string | null;
  /** `stopped`: nobody waits for them, and a list that is read whole restores them. `offered`: a person decides. */
  readonly stage: 'reading' | 'stopped' | 'offered';
}

export const nothingToFind: ToFind = { query: null, at: 0, marks: new Map(), systemId: null, stage: 'reading' };
