/**
 * Interprets the state of a system: its connection (specification, "States and transitions"), and since when it is disabled.
 */
import type { System } from '../../../api/system.ts';
import { inPlainSpelling } from '../../kernel/spelling.ts';

/** `notUnderstood` proves neither life nor death: such a system can be stale, and is protected. */
export type Connection = 'connected' | 'notConnected' | 'notUnderstood';

/** The specification shows only `Connected`. These words cannot mean anything else. */
const notConnected: ReadonlySet<string> = new Set(['disconnected', 'disabled', 'offline', 'inactive', 'expired']);

const alive = /connect|online|active/g;
const negatedWord = /(?:^|[^a-z])(?:dis|not|in|un|non|never|off)(?:[^a-z]|$)|(?:dis|not|in|un|non|never|off)$/;

/** A state is a word or two: longer text is truncated. */
const maxStateLength = 500;

/** Maximum size of the cache: a list has 100,000 systems, but few distinct states. */
const maxRemembered = 1000;
const remembered = new Map<string, Connection>();

/** The state of the last call: most rows repeat that of the row before. */
let last: { readonly state: string; readonly connection: Connection } = { state: '', connection: 'notUnderstood' };

/** `state`: as it was sent; JSON text if it was not a string. */
export function connectionOf(state: string | null): Connection {
  if (state === null) return 'notUnderstood';
  if (state === last.state) return last.connection;
  const connection = remembered.get(state) ?? readConnection(state.slice(0, maxStateLength));
  if (remembered.size < maxRemembered && state.length <= maxStateLength) remembered.set(state, connection);
  last = { state, connection };
  return connection;
}

function readConnection(state: string): Connection {
  const words = inPlainSpelling(state);
  if (notConnected.has(words)) return 'notConnected';
  const isAlive = Array.from(words.matchAll(alive)).some(({ index }) => !negatedWord.test(words.slice(0, index)));
  return isAlive ? 'connected' : 'notUnderstood';
}

/** Spellings with a single meaning. */
const plainWords: ReadonlyMap<string, string> = new Map([
  ['connected', 'online'],
  ['online', 'online'],
  ['disconnected', 'offline'],
  ['offline', 'offline'],
]);

/**
 * The state in lists: `online` or `offline` for known states, `disabled` for a disabled system, otherwise the
 * service's own word. Null: the service sent none.
 */
export function stateWord({ state, isEnabled }: Pick<System, 'state' | 'isEnabled'>): string | null {
  const word = state === null ? null : (plainWordOf(state) ?? state);
  if (isEnabled !== false) return word;
  // A connected system lives, so the connection is shown even if it is disabled.
  const isAway = state === null || connectionOf(state) === 'notConnected';
  return isAway ? 'disabled' : `${word ?? ''}, disabled`;
}

const rememberedWords = new Map<string, string | null>();

function plainWordOf(state: string): string | null {
  const known = rememberedWords.get(state);
  if (known !== undefined) return known;
  const word = state.length > maxStateLength ? null : (plainWords.get(inPlainSpelling(state)) ?? null);
  if (rememberedWords.size < maxRemembered && state.length <= maxStateLength) rememberedWords.set(state, word);
  return word;
}

// Tells when rollcall disabled a system, if that still holds.

/** Local record of a system that rollcall disabled. Milliseconds since 1970; null: not known. */
export interface Disabled {
  /** By the service's clock. */
  readonly at: number | null;
  /** The enrolment time that the service gave just before. */
  readonly enrolledAtMs: number | null;
}

/** Disabled systems by id. */
export type DisabledTimes = ReadonlyMap<string, Disabled>;

/** `unknown`: rollcall disabled it, at an uncertain time. Null: rollcall did not, or the system was changed since. */
export type DisabledAt = number | 'unknown' | null;

/** Tolerance, because one spelling of a time may omit the fraction. */
const secondMs = 1000;

/** The service may write the change that disabling causes this late. */
const lateMs = 5 * 60_000;

/** Judges every record that a list has of the system; the least certain answer wins. */
export function timeDisabled(system: System, times: DisabledTimes, now: number): DisabledAt {
  const disabled = system.isEnabled === false ? times.get(system.systemId) : undefined;
  if (disabled === undefined) return null;
  let least = byRecord(system, disabled, now);
  for (let record = system.alsoListed; record !== null; record = record.alsoListed) {
    const other = byRecord(record, disabled, now);
    least = least === null || other === null ? null : typeof other === 'number' ? least : other;
  }
  return least;
}

function byRecord(system: System, { at, enrolledAtMs }: Disabled, now: number): DisabledAt {
  const { isEnabled, lastSeen, lastSeenMs, otherTimes } = system;
  if (isEnabled !== false) return null;
  const enrolled = system.enrolledAtMs;
  // Enrolled again, or enabled: a later disabling was not by rollcall.
  if (enrolled !== null && enrolledAtMs !== null && Math.abs(enrolled - enrolledAtMs) >= secondMs) return null;
  if (at !== null && lastSeenMs !== null && lastSeenMs > at) return null;
  const isKnown =
    at !== null && enrolled !== null && enrolledAtMs !== null && (lastSeen === null || lastSeenMs !== null);
  if (!isKnown) return 'unknown';
  // A later change in an unnamed time field may or may not be another switch.
  return otherTimes.some(({ ms }) => ms > at + lateMs && ms <= now) ? 'unknown' : at;
}
