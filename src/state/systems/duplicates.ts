/** Merges two records with one id in one list: the one that shows more life, with the other behind it. */
import type { System } from '../../api/system.ts';
import { changedField } from './changed-field.ts';
import { connectionOf, type Connection } from './connection.ts';

/** The record with more life, with the other one behind it; `known` itself where they do not differ. Which was first does not matter. */
export function withRecord(known: System, other: System): System {
  if (changedField(known, other) === null && changedField(other, known) === null) return known;
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
  const isSame = changedField(marked, listed) === null && changedField(listed, marked) === null;
  let behind = isSame ? listed.alsoListed : listed;
  if (behind === null) return marked;
  for (let record = marked.alsoListed; record !== null; record = record.alsoListed) {
    behind = { ...record, alsoListed: behind };
  }
  return { ...marked, alsoListed: behind };
}
