/** Dangerous words of an operation: they can only make it heavier than its method does. */
import { isReadMethod } from '../operations.ts';
import type { DefinedOperation, Weight } from './definition.ts';

/** Unmistakable anywhere in a word (`bulkdelete`), or only at its beginning (`preset` resets nothing). */
const loss =
  /(?:delet|remov|revok|disabl|purg|(?<![a-z])(?:declin|reset|rotat|cancel|leav(?:e|ing)|transfer|convert))[a-z]*/;

/** Words for removal or interruption. Those that are also nouns mean nothing in a read. */
const verbs = [
  ...['wipe', 'unenrol', 'unenroll', 'deregister', 'unregister', 'uninstall', 'unassign', 'unlink', 'detach', 'evict'],
  ...['destroy', 'erase', 'shred', 'terminate', 'deactivate', 'decommission', 'invalidate', 'kill', 'prune', 'suspend'],
  ...['shutdown', 'reboot', 'restart', 'stop', 'halt', 'regenerate', 'overwrite', 'truncate', 'eject', 'quarantine'],
  ...['rebuild', 'disconnect', 'migrate', 'unclaim', 'deny', 'denies', 'denied'],
];
const nouns = [
  ...['ban', 'block', 'seal', 'drain', 'void', 'refund', 'flush', 'archive', 'merge', 'close'],
  ...['expire', 'restore', 'replace', 'reject', 'clear', 'rollback', 'termination', 'deactivation', 'suspension'],
  ...['eviction', 'revocation', 'conversion', 'disconnection', 'migration', 'denial', 'closure', 'destruction'],
  ...['erasure', 'invalidation', 'uninstallation', 'deregistration', 'unregistration', 'unenrolment', 'unenrollment'],
  ...['detachment', 'truncation', 'ejection', 'regeneration', 'expiry', 'expiration', 'restoration', 'replacement'],
  ...['rejection', 'refusal', 'archival'],
];
const phrases = '(?:log|sign)[-_ ]?out|shut(?:s|ting)?[-_ ]?down|power[-_ ]?off|roll[-_ ]back|un-enroll?';

/** `ban`, `bans`, `banned`, `banning`; `wipe`, `wipes`, `wiped`, `wiping`. */
function inflect(word: string): string {
  const last = word.slice(-1);
  return last === 'e' ? `${word.slice(0, -1)}(?:es?|ed|ing)` : `${word}(?:s|es|${last}?(?:ed|ing))?`;
}

const wholly = (forms: readonly string[]): RegExp => new RegExp(`(?<![a-z])(?:${forms.join('|')})(?![a-z])`);
const wholeWords = wholly([...[...verbs, ...nouns].map(inflect), phrases]);
/** A list of stopped systems stops nothing. */
const wholeWordsOfReads = wholly([...verbs, phrases]);

/** In characters; a longer text is not a name. */
const maxNameLength = 1000;

/**
 * The first dangerous word in a text, such as `revoke`; null when there is none. `isRead`: the operation only reads.
 */
function wordOfLoss(text: string, isRead = false): string | null {
  const start = text.slice(0, maxNameLength);
  // Normalises look-alike letters of other alphabets, and hidden characters between letters.
  const plain = /^[\0-\x7f]*$/.test(start) ? start : start.normalize('NFKC').replace(/\p{Cf}|\p{M}/gu, '');
  const words = plain.replace(/([a-z\d])([A-Z])|([A-Z])([A-Z][a-z])/g, '$1$3 $2$4').toLowerCase();
  return (loss.exec(words) ?? (isRead ? wholeWordsOfReads : wholeWords).exec(words))?.[0] ?? null;
}

type Worded = Pick<DefinedOperation, 'method' | 'path' | 'operationId' | 'summary'>;

export interface FoundLoss {
  readonly word: string;
  readonly where: 'path' | 'id' | 'summary';
}

/** Values of a call that may add segments to its path. */
interface WithSteps {
  readonly steps?: readonly string[];
}

/** The first dangerous word: in the last literal of the path, in an added segment, in the id, or in the summary. */
export function lossFoundIn(
  { method, path, operationId, summary }: Worded,
  { steps = [] }: WithSteps = {},
): FoundLoss | null {
  const texts = { path: [lastLiteral(path), ...steps], id: [operationId ?? ''], summary: [summary] } as const;
  for (const where of ['path', 'id', 'summary'] as const) {
    for (const text of texts[where]) {
      const word = wordOfLoss(text, isReadMethod(method));
      if (word !== null) return { word, where };
    }
  }
  return null;
}

export function lossOf(operation: Worded, call: WithSteps = {}): string | null {
  return lossFoundIn(operation, call)?.word ?? null;
}

/** The method sets the minimum. A read stays a read; `lossOf` decides whether a question comes first. */
export function weightOf(
  operation: Pick<DefinedOperation, 'method' | 'path' | 'operationId' | 'summary' | 'isDeprecated'>,
): Weight {
  if (isReadMethod(operation.method)) return 'read';
  if (operation.method === 'DELETE' || operation.isDeprecated) return 'heavy';
  return lossOf(operation) === null ? 'change' : 'heavy';
}

export function lastLiteral(path: string): string {
  let to = path.length;
  while (to > 0) {
    const from = path.lastIndexOf('/', to - 1);
    const segment = path.slice(from + 1, to);
    if (segment !== '' && !segment.includes('{')) return segment;
    to = Math.max(from, 0);
  }
  return '';
}
