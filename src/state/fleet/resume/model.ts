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

type Field = Exclude<keyof Visit, MarkField>;

const fields = ['at', 'orgId', 'orgName', 'search', 'includeDisabled', 'filter', 'sort', 'days', 'isWide', 'systemId'];

/**
 * The visit of two sessions: neither drops the other's marks nor restores removed ones.
 * `base`: the visit this session began with or kept last; `theirs`: the currently kept one; null: none.
 */
export function mergedVisit(base: Visit | null, ours: Visit, theirs: Visit | null): Visit {
  if (theirs === null || theirs === base) return ours;
  const changed = (field: Field): boolean => JSON.stringify(base?.[field]) !== JSON.stringify(ours[field]);
  const own = Object.fromEntries((fields as readonly Field[]).filter(changed).map((field) => [field, ours[field]]));
  const marks = mergedIds(base?.marks ?? [], ours.marks, theirs.marks);
  const filterMarks = mergedIds(base?.filterMarks ?? [], ours.filterMarks, theirs.filterMarks);
  const byPerson = new Set([...marks, ...filterMarks]);
  const staleMarks = mergedIds(base?.staleMarks ?? [], ours.staleMarks, theirs.staleMarks);
  return { ...theirs, ...own, marks, filterMarks, staleMarks: staleMarks.filter((id) => !byPerson.has(id)) };
}

function mergedIds(base: readonly string[], ours: readonly string[], theirs: readonly string[]): string[] {
  const [before, own] = [new Set(base), new Set(ours)];
  const removed = (id: string): boolean => before.has(id) && !own.has(id);
  const added = ours.filter((id) => !before.has(id));
  return [...new Set([...theirs.filter((id) => !removed(id)), ...added])].slice(0, mostMarks);
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
