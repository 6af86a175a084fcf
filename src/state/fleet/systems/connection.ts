/** Interprets the state of a system as a connection (specification, "States and transitions"), and names it. */
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
