/** The connection that a system's state means (specification, "States and transitions"), and the word for it. */
import type { System } from '../../../api/system.ts';
import { inPlainSpelling } from '../../kernel/spelling.ts';

/** `notUnderstood`: proves neither life nor death. Such a system can be stale, and is protected. */
export type Connection = 'connected' | 'notConnected' | 'notUnderstood';

/** The specification shows `Connected` alone. These words can mean nothing else. */
const notConnected: ReadonlySet<string> = new Set(['disconnected', 'disabled', 'offline', 'inactive', 'expired']);

const alive = /connect|online|active/g;
const negatedWord = /(?:^|[^a-z])(?:dis|not|in|un|non|never|off)(?:[^a-z]|$)|(?:dis|not|in|un|non|never|off)$/;

/** A state is a word or two: text beyond this is ignored. */
const maxStateLength = 500;

/** A service has a few states, and a list 100,000 systems. */
const maxRemembered = 1000;
const remembered = new Map<string, Connection>();

/** The state that was asked for last: most rows of a list have that of the row before. */
let last: { readonly state: string; readonly connection: Connection } = { state: '', connection: 'notUnderstood' };

/** `state` as it was sent; of another type, its JSON text. */
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
 * The state in lists: `online` or `offline` for known states, `disabled` for a disabled system; any other one in the
 * service's words. Null where it sends none.
 */
export function stateWord({ state, isEnabled }: Pick<System, 'state' | 'isEnabled'>): string | null {
  const word = state === null ? null : (plainWordOf(state) ?? state);
  if (isEnabled !== false) return word;
  // A connection outweighs the switch: such a system lives.
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
