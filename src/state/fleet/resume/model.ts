/** A visit: the kept state of an organisation after a session leaves it, and the part that is to be restored. */
import * as z from 'zod/mini';
import type { ListQuery } from '../../../api/systems.ts';
import { sortKinds } from '../list/rows.ts';
import type { KeptMark } from '../marks/kept-mark.ts';

/** Ids are short; a longer text, with the record of its mark, is no id of a system. */
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
  /** The threshold, if it differs from the profile's. */
  days: z.nullable(z.int().check(z.minimum(1))),
  isWide: z.boolean(),
  /** The system under the cursor. */
  systemId: z.nullable(id),
  /** Marked one by one; each with its record (`kept-mark.ts`). */
  marks: z.array(id),
  /** Marked together, by the filter. */
  filterMarks: z._default(z.array(id), []),
  /** Marked as stale: the rule replaces these marks, and restores none on a system that is not stale. */
  staleMarks: z.array(id),
});

export type Visit = z.infer<typeof shape>;

/** Larger sets of marks are not kept: the file must stay small. */
export const mostMarks = 250_000;

/** Null for an invalid visit: of another version, or cut. */
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
  /** The list that had the marks; null: nothing is to be restored. */
  readonly query: ListQuery | null;
  /** The time of the marks, in milliseconds since 1970. */
  readonly at: number;
  /** By the ids of the marked systems. */
  readonly marks: ReadonlyMap<string, KeptMark>;
  /** The system that was under the cursor. */
  readonly systemId: string | null;
  /** `stopped`: in the background, until a list is complete. `offered`: you decide. */
  readonly stage: 'reading' | 'stopped' | 'offered';
}

export const nothingToFind: ToFind = { query: null, at: 0, marks: new Map(), systemId: null, stage: 'reading' };
