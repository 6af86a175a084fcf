/** Compares two records of one system, and merges them where one list has both. */
import type { FieldName, System } from '../../../api/system.ts';
import { connectionOf, type Connection } from './connection.ts';
import { fieldPlaces } from './fields.ts';

/** In the order in which they are named. A time is compared as it was sent, to its last digit. */
const compared = fieldPlaces('changed').map(({ name }) => name);

/**
 * The first field that is another one now: it may be a sign of life, or of another machine; null where nothing changed. What the earlier record did not carry at all is no
 * change, for a list may say less than the record of one system; but for its last sight, and for what lies within the
 * guards' days: those protect. What the later record does not carry any more is a change.
 */
export function changedField(before: System, now: System): string | null {
  const isCompared = (name: string): boolean => name === 'lastSeen' || !before.notSent.includes(name);
  const isOther = (name: FieldName): boolean => before[name] !== now[name] || before.odd[name] !== now.odd[name];
  const field = compared.find((name) => isCompared(name) && isOther(name));
  if (field !== undefined) return field;
  // An admin who enables a system again wants it.
  if (now.isEnabled === true && before.isEnabled === false) return 'isEnabled';
  if (isCompared('tags') && tagsOf(before) !== tagsOf(now)) return 'tags';
  const textNow = (field: string): string | undefined => now.otherTimes.find((time) => time.field === field)?.text;
  return before.otherTimes.find(({ field, text }) => textNow(field) !== text)?.field ?? null;
}

function tagsOf({ tags, odd }: System): string {
  return JSON.stringify([tags.toSorted(), odd['tags']]);
}

/** Also in the fields whose change is none of the system's life: an address in them may protect. */
function isSame(one: System, other: System): boolean {
  const isLike = changedField(one, other) === null && changedField(other, one) === null;
  return isLike && restOf(one) === restOf(other);
}

function restOf({ description, customDns, others }: System): string {
  return JSON.stringify([description, customDns, others]);
}

/**
 * The record that was read later, in the place of the one before; that one itself where nothing is new. What else a list
 * had under the id stays behind it, and so does a record that said what the later one leaves out: it may protect.
 */
export function withNewerRecord(before: System, later: System): System {
  const isLess =
    later.notSent.some((name) => !before.notSent.includes(name)) ||
    before.others?.names.some((name) => later.others?.names.includes(name) !== true) === true;
  const newer = { ...later, alsoListed: isLess ? before : before.alsoListed };
  return JSON.stringify(newer) === JSON.stringify(before) ? before : newer;
}

/** The record with more life, with the other one behind it; `known` itself where they do not differ. Which was first does not matter. */
export function withRecord(known: System, other: System): System {
  for (let record: System | null = known; record !== null; record = record.alsoListed) {
    if (isSame(record, other)) return known;
  }
  return isMoreAlive(other, known)
    ? { ...other, alsoListed: known }
    : { ...known, alsoListed: { ...other, alsoListed: known.alsoListed } };
}

/** Connected first, then a time that cannot be read (no rule calls it stale), then the newest, then a state that is not understood. */
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

/** The record with what a later list says of it behind it, where that is something else. */
export function withLaterRecord(marked: System, listed: System | undefined): System {
  if (listed === undefined || listed === marked) return marked;
  let behind = isSame(marked, listed) ? listed.alsoListed : listed;
  if (behind === null) return marked;
  for (let record = marked.alsoListed; record !== null; record = record.alsoListed) {
    behind = { ...record, alsoListed: behind };
  }
  return { ...marked, alsoListed: behind };
}
