/** What of a session is noted for when its line drops, and what of that is to be found again. */
import * as z from 'zod/mini';
import type { ListQuery } from '../../api/systems.ts';
import { sortKinds } from '../list/rows.ts';

const shape = z.object({
  /** Milliseconds since 1970. */
  at: z.number(),
  baseUrl: z.string(),
  orgId: z.string(),
  orgName: z.string(),
  search: z.string(),
  /** A note of an earlier version does not say. */
  includeDisabled: z._default(z.boolean(), false),
  filter: z.string(),
  order: z.object({ by: z.enum(sortKinds), reversed: z.boolean() }),
  /** The system under the cursor. */
  systemId: z.nullable(z.string()),
  /** Ids. */
  marks: z.array(z.string()),
});

export type SessionNote = z.infer<typeof shape>;

/** Null where it is not one: of another version, or cut. */
export function readNote(text: string): SessionNote | null {
  try {
    return shape.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

export interface ToFind {
  /** The list in which they were; null: there is nothing to be found. */
  readonly query: ListQuery | null;
  /** Ids of systems that were marked. */
  readonly marks: ReadonlySet<string>;
  /** The system that was under the cursor. */
  readonly systemId: string | null;
}

export const nothingToFind: ToFind = { query: null, marks: new Set(), systemId: null };
