/** The fields of a system by the specification ("System"), and the form in which rollcall keeps them. */
import type { OtherFields } from './compact.ts';
import type { WholeNumber } from './exact-json.ts';
import type { OtherTime } from './timestamp.ts';

/** A field of each kind, as it is kept. Texts are raw: ids are sent back exactly. Null: missing, or of another type. */
interface Kept {
  /** Without it there is no system. */
  readonly id: string;
  /** Most systems share it with others. */
  readonly text: string | null;
  /** Each system has its own. */
  readonly ownText: string | null;
  /** A sign of life. One of another type is kept as its JSON text: an unreadable sign must not count as none. */
  readonly state: string | null;
  /** A sign of life likewise; null also where it was empty. Its milliseconds since 1970 are kept beside it, as `lastSeenMs`. */
  readonly time: string | null;
  readonly number: WholeNumber | null;
  readonly flag: boolean | null;
  /** Elements may have any shape ("not shown"). */
  readonly list: readonly unknown[];
  readonly tags: readonly string[];
}

export type FieldKind = keyof Kept;

/** How each field is read. `state/systems/fields.ts` has the rest: showing, sorting, filtering and writing. */
export const fieldKinds = {
  systemId: 'id',
  description: 'text',
  state: 'state',
  customDns: 'list',
  /** Null where the system never connected. */
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

/** The fields of these kinds. */
export type FieldOf<Kind extends FieldKind> = {
  [Name in FieldName]: Kinds[Name] extends Kind ? Name : never;
}[FieldName];

type Fields = { readonly [Name in FieldName]: Kept[Kinds[Name]] };

/** Null where the time is absent, or is there and cannot be read. */
type Milliseconds = { readonly [Name in FieldOf<'time'> as `${Name}Ms`]: number | null };

/** One enrolled system. */
export interface System extends Fields, Milliseconds {
  /** The fields of another type (`items[3].hostname: expected string`). Empty for nearly every system. */
  readonly faults: readonly string[];
  /**
   * The fields, apart from times, whose value is of another type, or has a part that is: nobody knows what it says. A
   * field that is missing or null is none of these. Empty for nearly every system.
   */
  readonly unread: readonly FieldName[];
  /** JSON texts of fields with another shape, by name: `tags` with an element that is no `{tag: text}`. Empty for nearly every system. */
  readonly odd: Readonly<Record<string, string>>;
  /** The fields that the specification does not name; null where there are none. */
  readonly others: OtherFields | null;
  /** Times in them. */
  readonly otherTimes: readonly OtherTime[];
  /** Fields that the specification names and the record lacks: a list may say less than the record of one system. */
  readonly notSent: readonly string[];
  /** Fields of lists that were null: a list that is kept is empty then. */
  readonly nulls: readonly FieldName[];
  /** A record with other facts under the same id in the same list, and so on; null for nearly every system. */
  readonly alsoListed: System | null;
}
