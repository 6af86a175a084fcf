/** A visit: what is kept of an organisation when a session leaves it, and what of that is to be found again. */
import * as z from 'zod/mini';
import type { ListQuery } from '../../../api/systems.ts';
import { sortKinds } from '../../fleet/list/rows.ts';
import type { KeptMark } from '../../fleet/marks/kept-mark.ts';

/** Ids are short; more than this, with the record of its mark, is no id of a system. */
const id = z.string().check(z.maxLength(300));

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
  /** Marked one by one; each with its record (`kept-mark.ts`). */
  marks: z.array(id),
  /** Marked together, by the filter. */
  filterMarks: z._default(z.array(id), []),
  /** Marked as stale: the rule replaces these, and one that it no longer calls stale is not restored. */
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

/** The lists of its marks. */
export type MarkField = 'marks' | 'filterMarks' | 'staleMarks';

export function marksIn({ marks, filterMarks, staleMarks }: Pick<Visit, MarkField>): number {
  return marks.length + filterMarks.length + staleMarks.length;
}

export interface ToFind {
  /** The list in which they were; null: there is nothing to be found. */
  readonly query: ListQuery | null;
  /** When they were marked, in milliseconds since 1970. */
  readonly at: number;
  /** By the ids of systems that were marked. */
  readonly marks: ReadonlyMap<string, KeptMark>;
  /** The system that was under the cursor. */
  readonly systemId: string | null;
  /** `stopped`: nobody waits for them, and a list that is read whole restores them. `offered`: a person decides. */
  readonly stage: 'reading' | 'stopped' | 'offered';
}

export const nothingToFind: ToFind = { query: null, at: 0, marks: new Map(), systemId: null, stage: 'reading' };
