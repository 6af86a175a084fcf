/** The known enrolment keys: those of the loaded systems, the new one, and the one under the cursor. */
import type { EnrolmentKey } from '../../../api/organisations.ts';
import { type WholeNumber, wholeNumber } from '../../../api/exact-json.ts';
import type { System } from '../../../api/system.ts';
import { type Listing, systemsRead } from '../../fleet/list/listing.ts';
import { cursorOf, defineList, viewIn } from '../../fleet/lists/define-list.ts';
import { keepLast } from '../../kernel/store.ts';
import { folded } from '../../kernel/spelling.ts';
import type { KeyCreation, MadeKey } from './feature.ts';
import { hasUnknownAge, isStale } from '../../fleet/staleness/staleness.ts';
import type { State } from '../../root/state.ts';

export interface KeySeen {
  /** Null for systems whose key is missing or unreadable. */
  readonly id: WholeNumber | null;
  readonly description: string | null;
  readonly systems: number;
  readonly stale: number;
  /** Systems of unreadable age, which may be stale as well. */
  readonly unknown: number;
}

/** Stands for the key of systems whose key cannot be read. */
const unreadKey = Symbol('unreadable');

/** Counts systems, and the stale ones among them, by enrolment key; keys with the most systems come first. */
export function keysSeen(systems: Iterable<System>, days: number, now: number): readonly KeySeen[] {
  const keys = new Map<WholeNumber | typeof unreadKey | null, { -readonly [K in keyof KeySeen]: KeySeen[K] }>();
  for (const system of systems) {
    const { enrolmentKeyId: id, unread } = system;
    const isUnread = unread.includes('enrolmentKeyId');
    const description = isUnread ? '(unreadable)' : system.enrolmentKeyDescription;
    const named = isUnread ? unreadKey : id;
    const key = keys.get(named) ?? { id, description, systems: 0, stale: 0, unknown: 0 };
    key.systems++;
    if (isStale(system, days, now)) key.stale++;
    if (hasUnknownAge(system)) key.unknown++;
    keys.set(named, key);
  }
  return [...keys.values()].sort((a, b) => b.systems - a.systems);
}

/** Keys that were created here, then those of the loaded systems, with the most systems first. */
export function keyRows({ list: { listing }, staleness: { days }, now, enrolmentKeys: { made } }: State) {
  return rowsOf(listing, days, now, made);
}

const rowsOf = keepLast((listing: Listing, days: number, now: number, keys: readonly MadeKey[]) => {
  const seen = keysSeen(systemsRead(listing), days, now);
  const made = keys.map((key): KeySeen => {
    return seen.find((row) => isSameKey(row, key)) ?? { ...key, systems: 0, stale: 0, unknown: 0 };
  });
  return [...made, ...seen.filter((row) => !made.includes(row))];
});

export const keyList = defineList<KeySeen>({
  rows: keyRows,
  key: ({ id, description }) => id ?? description,
  columns: [
    {
      ...{ id: 'description', texts: ({ description }) => description ?? '' },
      sortedBy: ({ description }) => description && folded(description),
    },
    { id: 'systems', sortedBy: ({ systems }) => systems, isFalling: true },
    { id: 'stale', sortedBy: ({ stale, unknown }) => stale + unknown, isFalling: true },
    { id: 'id', texts: ({ id }) => String(id ?? '') },
  ],
  view: viewIn('enrolmentKeys'),
  at: cursorOf('keysSeen'),
});

/** Compares ids, or descriptions when one of the two has no id. */
function isSameKey(one: KeySeen, other: MadeKey): boolean {
  if (one.id !== null && other.id !== null) return one.id === other.id;
  return one.description === other.description;
}

/** The key's id, under either of its two names; null when the answer has none. */
export function keyIdIn({ fields }: EnrolmentKey): WholeNumber | null {
  const named = ['id', 'enrolmentKeyId'].map((wanted) => fields.find(({ name }) => name === wanted)?.value);
  return named.map(wholeNumber).find((value) => value !== undefined) ?? null;
}

/** While a key is being created: its answer and its secret arrive only once. */
export function isKeyUnderWay({ screen }: State): boolean {
  return screen.kind === 'newKey' && screen.creation.kind === 'creating';
}

/** Was the secret neither revealed nor copied? Leaving the screen would lose it. */
export function isSecretUnseen(creation: KeyCreation): boolean {
  if (creation.kind !== 'created' || creation.wasRevealed || creation.isCopied) return false;
  return secretOf(creation.key) !== null;
}

/** The field that most likely holds the secret: by its name, otherwise the longest text without a space. */
export function secretOf(key: EnrolmentKey): { readonly name: string; readonly value: string } | null {
  const texts = key.fields.flatMap(({ name, value }) => (typeof value === 'string' ? [{ name, value }] : []));
  const named = texts.find(({ name, value }) => value !== '' && looksSecretByName(name));
  if (named !== undefined) return named;
  const long = texts.filter(({ name, value }) => value.length >= 20 && !/\s/.test(value) && !isPlain(name, value));
  return long.sort((a, b) => b.value.length - a.value.length)[0] ?? null;
}

function looksSecretByName(name: string): boolean {
  return /(key|secret|token|password|code|credential)$/i.test(name);
}

/** Times, addresses and identifiers are long words, but not secrets. */
function isPlain(name: string, value: string): boolean {
  return /(id|url|description|name)$/i.test(name) || /^\d{4}-\d{2}-\d{2}T/.test(value) || /^https?:\/\//.test(value);
}

export function keyAtCursor(state: State): KeySeen | undefined {
  return keyList.current(state);
}
