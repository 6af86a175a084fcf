/** Dangerous words of an operation: they can only make it heavier than its method does. */
import type { DefinedOperation, Weight } from './definition.ts';

/** Words that are unmistakable inside a word (`bulkdelete`), or only at its beginning (`preset` resets nothing). */
const loss =
  /(?:delet|remov|revok|disabl|purg|(?<![a-z])(?:declin|reset|rotat|cancel|leav(?:e|ing)|transfer|convert))[a-z]*/;

/** Limit on a name: a longer text is not one. */
const longestName = 1000;

/** The first dangerous word in a text, such as `revoke`; null without one. */
export function wordOfLoss(text: string): string | null {
  const start = text.slice(0, longestName);
  // Other alphabets have letters that look the same, and hidden characters may stand between letters.
  const plain = /^[\0-\x7f]*$/.test(start) ? start : start.normalize('NFKC').replace(/\p{Cf}|\p{M}/gu, '');
  return loss.exec(plain.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase())?.[0] ?? null;
}

type Worded = Pick<DefinedOperation, 'path' | 'operationId' | 'summary'>;

/** A dangerous word, and its place in the operation. */
export interface FoundLoss {
  readonly word: string;
  readonly where: 'path' | 'id' | 'summary';
}

/** The first dangerous word: in the last literal of the path, the id or the summary. */
export function lossFoundIn({ path, operationId, summary }: Worded): FoundLoss | null {
  const texts = { path: lastLiteral(path), id: operationId ?? '', summary } as const;
  for (const where of ['path', 'id', 'summary'] as const) {
    const word = wordOfLoss(texts[where]);
    if (word !== null) return { word, where };
  }
  return null;
}

/** The dangerous word of an operation. */
export function lossOf(operation: Worded): string | null {
  return lossFoundIn(operation)?.word ?? null;
}

/** The method is the floor. A read stays a read: `lossOf` decides whether a question comes first. */
export function weightOf(
  operation: Pick<DefinedOperation, 'method' | 'path' | 'operationId' | 'summary' | 'isDeprecated'>,
): Weight {
  if (operation.method === 'GET' || operation.method === 'HEAD') return 'read';
  if (operation.method === 'DELETE' || operation.isDeprecated) return 'heavy';
  return lossOf(operation) === null ? 'change' : 'heavy';
}

/** The last literal segment of a path. */
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
