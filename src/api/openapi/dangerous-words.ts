/** What the words of an operation say about it: they can only make it heavier than its method does. */
import type { DefinedOperation, Weight } from './definition.ts';

/** Unmistakable inside a word (`bulkdelete`), or only at its beginning (`preset` resets nothing). */
const loss =
  /(?:delet|remov|revok|disabl|purg|(?<![a-z])(?:declin|reset|rotat|cancel|leav(?:e|ing)|transfer|convert))[a-z]*/;

/** Texts longer than this are no names. */
const longestName = 1000;

/** The first word of loss in a text, such as `revoke`; null without one. */
export function wordOfLoss(text: string): string | null {
  const start = text.slice(0, longestName);
  // Letters of other alphabets that look like these, and hidden ones between them.
  const plain = /^[\0-\x7f]*$/.test(start) ? start : start.normalize('NFKC').replace(/\p{Cf}|\p{M}/gu, '');
  return loss.exec(plain.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase())?.[0] ?? null;
}

type Worded = Pick<DefinedOperation, 'path' | 'operationId' | 'summary'>;

/** A word of loss, and where an operation has it. */
export interface FoundLoss {
  readonly word: string;
  readonly where: 'path' | 'id' | 'summary';
}

/** The first one: in the last literal of its path, its id or its summary. */
export function lossFoundIn({ path, operationId, summary }: Worded): FoundLoss | null {
  const texts = { path: lastLiteral(path), id: operationId ?? '', summary } as const;
  for (const where of ['path', 'id', 'summary'] as const) {
    const word = wordOfLoss(texts[where]);
    if (word !== null) return { word, where };
  }
  return null;
}

/** The word of loss of an operation. */
export function lossOf(operation: Worded): string | null {
  return lossFoundIn(operation)?.word ?? null;
}

/** The method is the floor. A read stays one: `lossOf` says whether a question comes before it. */
export function weightOf(
  operation: Pick<DefinedOperation, 'method' | 'path' | 'operationId' | 'summary' | 'isDeprecated'>,
): Weight {
  if (operation.method === 'GET' || operation.method === 'HEAD') return 'read';
  if (operation.method === 'DELETE' || operation.isDeprecated) return 'heavy';
  return lossOf(operation) === null ? 'change' : 'heavy';
}

/** The last segment of a path that is no parameter. */
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
