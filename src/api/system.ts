/** The fields of a system by the specification ("System"), and how rollcall keeps them. */
import type { OtherFields } from './compact.ts';
import type { WholeNumber } from './exact-json.ts';
import type { OtherTime } from './timestamp.ts';

/**
 * The kept form of each kind of field. Texts are raw, because ids are sent back exactly. Null: missing, or of another
 * type.
 */
interface Kept {
  /** A record without an id is not a system. */
  readonly id: string;
  /** Most systems share this text with others, so it is interned. */
  readonly text: string | null;
  /** Each system has its own text, so it is not interned. */
  readonly ownText: string | null;
  /** A sign of life. A value of another type is kept as JSON text: an unreadable sign must not count as none. */
  readonly state: string | null;
  /** A sign of life, with the same rule; null also when empty. `lastSeenMs` has its milliseconds since 1970. */
  readonly time: string | null;
  readonly number: WholeNumber | null;
  readonly flag: boolean | null;
  /** Elements may have any shape ("not shown"). */
  readonly list: readonly unknown[];
  readonly tags: readonly string[];
}

export type FieldKind = keyof Kept;

/** How each field is read. `state/fleet/systems/fields.ts` defines how it is shown, sorted, filtered and written. */
export const fieldKinds = {
  systemId: 'id',
  description: 'text',
  state: 'state',
  customDns: 'list',
  /** Null when the system never connected. */
  lastSeen: 'time',
  enrolledAt: 'time',
  enrolmentKeyId: 'number',
  enrolmentKeyDescription: 'text',
  isEnabled: 'flag',
  connectedFrom: 'ownText',
  hostname: 'ownText',
  platformType: 'text',
  osVersion: 'text',
  serviceVersion: 'text',
  tags: 'tags',
} as const satisfies Readonly<Record<string, FieldKind>>;

type Kinds = typeof fieldKinds;

export type FieldName = keyof Kinds;

export type FieldOf<Kind extends FieldKind> = {
  [Name in FieldName]: Kinds[Name] extends Kind ? Name : never;
}[FieldName];

type Fields = { readonly [Name in FieldName]: Kept[Kinds[Name]] };

/** Null when the time is missing or unreadable. */
type Milliseconds = { readonly [Name in FieldOf<'time'> as `${Name}Ms`]: number | null };

export interface System extends Fields, Milliseconds {
  /** Fields of another type (`items[3].hostname: expected string`). Empty for nearly every system. */
  readonly faults: readonly string[];
  /**
   * Fields, apart from times, whose value or part of it has another type, so that its meaning is unknown. Missing and
   * null fields do not count. Empty for nearly every system.
   */
  readonly unread: readonly FieldName[];
  /**
   * JSON texts of fields with another shape, by name: `tags` with an element that is not `{tag: text}`. Empty for
   * nearly every system.
   */
  readonly odd: Readonly<Record<string, string>>;
  /** Fields that the specification does not name; null when there are none. */
  readonly others: OtherFields | null;
  /** Times in `others`. */
  readonly otherTimes: readonly OtherTime[];
  /** Specified fields that the record lacks: a list may contain less than the record of one system. */
  readonly notSent: readonly string[];
  /** List fields that were null; they are kept as empty lists. */
  readonly nulls: readonly FieldName[];
  /** A record with other facts under the same id in the same list, and so on; null for nearly every system. */
  readonly alsoListed: System | null;
}
