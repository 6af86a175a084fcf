/** The schema of the file of preferences: profiles by their names. What is not known here is left as it is. */
import * as z from 'zod/mini';

const organisation = z.looseObject({
  /** As they are typed. */
  guards: z.optional(z.string()),
  /** A short word for the top line, such as PROD. */
  word: z.optional(z.string().check(z.maxLength(12))),
  colour: z.optional(z.enum(['red', 'yellow', 'green', 'blue', 'magenta', 'cyan'])),
  readOnly: z.optional(z.boolean()),
  /** Columns of the table, in their order. */
  columns: z.optional(z.array(z.string())),
  /** Saved views by their digits. */
  views: z.optional(z.record(z.string(), z.unknown())),
});

const profile = z.looseObject({
  baseUrl: z.optional(z.string()),
  /** Where the token is stored; another version may know other storages. */
  keepIn: z.optional(z.string()),
  /** Prints the token; split into words as a shell would, and run without one. */
  tokenCommand: z.optional(z.string()),
  days: z.optional(z.int().check(z.minimum(1))),
  pageSize: z.optional(z.int().check(z.minimum(1), z.maximum(1000))),
  readOnly: z.optional(z.boolean()),
  /** Organisation ids by base URL. */
  lastOrganisations: z.optional(z.record(z.string(), z.string())),
  /** By base URL and organisation id, with a space between. */
  organisations: z.optional(z.record(z.string(), organisation)),
});

export const preferencesFile = z.looseObject({
  /** A file that does not say it has this one. */
  format: z.optional(z.literal(1)),
  profiles: z.optional(z.record(z.string(), profile)),
});

export type StoredOrganisation = z.infer<typeof organisation>;
export type Profile = z.infer<typeof profile>;
export type PreferencesFile = z.infer<typeof preferencesFile>;

/** A larger file is none of preferences. */
export const maxBytes = 1_000_000;

const laterFile = z.looseObject({ format: z.number().check(z.gt(1)) });

/** Was it written by a later program, in a form that this one does not know? */
export function isOfLaterFormat(file: unknown): boolean {
  return laterFile.safeParse(file).success;
}
