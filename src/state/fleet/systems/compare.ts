/** Compares two records of one system, and merges the records of one list. */
import type { FieldName, System } from '../../../api/system.ts';
import { isSameTime, type OtherTime } from '../../../api/timestamp.ts';
import { type Connection, connectionOf } from './status.ts';
import { fieldNames, fieldPlaces, isTimeField, type SystemField, systemFields } from './fields.ts';
import { memoize } from '../../kernel/store.ts';

/** In the order in which they are reported. */
const compared = fieldPlaces('changed').map(({ name }) => name);

/**
 * The first changed field, a possible sign of life or of another machine; null: none. A field missing from the
 * earlier record is no change, since a list may have fewer fields than the record of one system; last seen, and times
 * within the guards' days, are exceptions because they protect. A field missing from the later record is a change.
 * `apart`: fields that are judged elsewhere.
 */
export function changedField(before: System, now: System, apart: readonly string[] = []): string | null {
  const isCompared = (name: string): boolean =>
    !apart.includes(name) && (name === 'lastSeen' || !before.notSent.includes(name));
  // Times are compared to the last digit, whatever their spelling.
  const isOther = (name: FieldName): boolean =>
    before.odd[name] !== now.odd[name] ||
    (isTimeField(name) ? !isSameTime(before[name], now[name]) : before[name] !== now[name]);
  const field = compared.find((name) => isCompared(name) && isOther(name));
  if (field !== undefined) return field;
  // Someone who enables a system again wants it. An unreadable value may mean the same.
  const [was, is] = [before, now].map(({ odd, isEnabled }) => odd['isEnabled'] ?? isEnabled ?? null);
  const isSwitched = was !== is && was !== null && was !== true && is !== null && is !== false;
  if (isSwitched && isCompared('isEnabled')) return 'isEnabled';
  if (isCompared('tags') && tagsOf(before) !== tagsOf(now)) return 'tags';
  const textNow = (field: string): string | undefined => now.otherTimes.find((time) => time.field === field)?.text;
  const isSame = ({ field, text }: OtherTime): boolean => apart.includes(field) || isSameTime(text, textNow(field));
  return before.otherTimes.find((time) => !isSame(time))?.field ?? null;
}

function tagsOf({ tags, odd }: System): string {
  return JSON.stringify([tags.toSorted(), odd['tags']]);
}

/** Compares all fields, including those that are no sign of life: an address in them may protect. */
function isSame(one: System, other: System): boolean {
  const isLike = changedField(one, other) === null && changedField(other, one) === null;
  return isLike && restOf(one) === restOf(other);
}

/** Fields that are no sign of life when they change. */
const rest = fieldNames.filter((name) => !compared.includes(name) && name !== 'isEnabled' && name !== 'tags');

function restOf(system: System): string {
  return JSON.stringify([rest.map((name) => system[name]), system.odd, system.others]);
}

/**
 * Replaces a record by the later one; returns the same object if nothing is new. Other records of the id are kept in
 * `alsoListed`, and so is a record with a field that the later one lacks: it may protect.
 */
export function withNewerRecord(before: System, later: System): System {
  const isLess =
    later.notSent.some((name) => !before.notSent.includes(name)) ||
    before.others?.names.some((name) => later.others?.names.includes(name) !== true) === true;
  const newer = { ...later, alsoListed: isLess ? before : before.alsoListed };
  return JSON.stringify(newer) === JSON.stringify(before) ? before : newer;
}

/**
 * Keeps the record with more signs of life, with the other one in `alsoListed`; returns `known` if they are equal.
 */
export function withRecord(known: System, other: System): System {
  for (let record: System | null = known; record !== null; record = record.alsoListed) {
    if (isSame(record, other)) return known;
  }
  return isMoreAlive(other, known)
    ? { ...other, alsoListed: known }
    : { ...known, alsoListed: { ...other, alsoListed: known.alsoListed } };
}

/** By priority: connected, an unreadable time (no rule calls it stale), the newest time, an unknown state. */
function isMoreAlive(one: System, other: System): boolean {
  const [a, b] = [lifeOf(one), lifeOf(other)];
  const at = a.findIndex((value, index) => value !== b[index]);
  return (a[at] ?? 0) > (b[at] ?? 0);
}

function lifeOf(system: System): readonly number[] {
  const { state, lastSeen, lastSeenMs, enrolledAt, enrolledAtMs } = system;
  const [text, ms] = lastSeen === null ? [enrolledAt, enrolledAtMs] : [lastSeen, lastSeenMs];
  const connection = connectionOf(state);
  return [Number(connection === 'connected'), text === null ? -Infinity : (ms ?? Infinity), weight[connection]];
}

const weight: Readonly<Record<Connection, number>> = { notConnected: 0, notUnderstood: 1, connected: 2 };

/** Adds the record of a later list to `alsoListed`, if it differs. */
export function withLaterRecord(marked: System, listed: System | undefined): System {
  if (listed === undefined || listed === marked) return marked;
  let behind = isSame(marked, listed) ? listed.alsoListed : listed;
  if (behind === null) return marked;
  for (let record = marked.alsoListed; record !== null; record = record.alsoListed) {
    behind = { ...record, alsoListed: behind };
  }
  return { ...marked, alsoListed: behind };
}

// Counts systems with unreadable fields.

/** Number of systems with an unreadable field, by kind of field: `tag` → 3. Kinds without any are absent. */
export type UnreadCounts = ReadonlyMap<string, number>;

const countsIn = memoize((systems: readonly System[]): UnreadCounts => {
  const counts = new Map<string, number>();
  for (const { unread } of systems) {
    if (unread.length === 0) continue;
    const fields: readonly SystemField[] = unread.map((name) => systemFields[name]);
    for (const noun of new Set(fields.flatMap(({ noun = [] }) => noun))) counts.set(noun, (counts.get(noun) ?? 0) + 1);
  }
  return counts;
});

/** Each page is counted once and cached. */
export function unreadCounts(pages: Iterable<readonly System[]>): UnreadCounts {
  const all = new Map<string, number>();
  for (const page of pages) for (const [noun, count] of countsIn(page)) all.set(noun, (all.get(noun) ?? 0) + count);
  return all;
}
