/** An answer as text: its lines, cleaned and never rendered. */
import type { ReactNode } from 'react';
import { bodyRows } from '../../../state/kernel/layout.ts';
import { memoize } from '../../../state/kernel/memoize.ts';
import type { Answer, AnswerContent } from '../../../state/explorer/answer/model.ts';
import { withoutSecrets } from '../../../api/secrets.ts';
import type { State } from '../../../state/root/state.ts';
import { ScrolledLines } from '../../parts/table.tsx';
import { type Clean, clean } from '../../text/clean.ts';
import { wrapped } from '../../text/fit.ts';
import { count } from '../../text/quantities.ts';

type TextContent = Extract<AnswerContent, { readonly kind: 'text' }>;

/** Limit on shown lines. `e` writes all of them. */
export const mostTextLines = 5_000;

/** Limit on shown characters. Longer text loses its end. */
const mostCharacters = 2_000_000;

/** Lines of the text, up to the limit. */
const shownLines = memoize((content: TextContent) => linesOf(content, false));
const revealedLines = memoize((content: TextContent) => linesOf(content, true));

function linesOf({ text, format }: TextContent, withSecrets: boolean): readonly string[] {
  const some = text.slice(0, mostCharacters);
  const safe = withSecrets ? some : withoutSecrets(some, format);
  return safe.replace(/\r?\n$/, '').split(/\r\n|\n|\r/, mostTextLines + 1);
}

interface Laid {
  readonly columns: number;
  readonly lines: readonly Clean[];
}

const laidOut = new WeakMap<readonly string[], Laid>();

/** Lines as wide as the terminal; laid out once for each width. */
export function textLines(state: State, answer: Answer, content: TextContent): readonly Clean[] {
  const raw = answer.isRevealed ? revealedLines(content) : shownLines(content);
  const known = laidOut.get(raw);
  if (known?.columns === state.columns) return known.lines;
  const lines = laidLines(raw, state.columns);
  const more = lines.length > mostTextLines || content.text.length > mostCharacters;
  const end = more ? [clean(`… only the first ${count(mostTextLines)} lines. e writes all of it into a file.`)] : [];
  const laid = { columns: state.columns, lines: [...lines.slice(0, mostTextLines), ...end] };
  laidOut.set(raw, laid);
  return laid.lines;
}

/** Longer lines are broken anywhere: one may be a megabyte without a space. */
const longLine = 2_000;

/** Lines up to the limit, and one more when the text goes on. */
function laidLines(raw: readonly string[], columns: number): readonly Clean[] {
  const laid: Clean[] = [];
  for (const line of raw) {
    const text = line.replaceAll('\t', '    ');
    // Printable ASCII has one cell each; other text is measured.
    const isCut = text.length > longLine && /^[ -~]*$/.test(text);
    const cells = isCut ? columns : longLine;
    for (let from = 0; from === 0 || from < text.length; from += cells) {
      const part = clean(text.slice(from, from + cells));
      laid.push(...(isCut ? [part] : wrapped(part, columns)));
      if (laid.length > mostTextLines) return laid;
    }
  }
  return laid;
}

export function TextView({
  state,
  answer,
  content,
}: {
  readonly state: State;
  readonly answer: Answer;
  readonly content: TextContent;
}): ReactNode {
  return <ScrolledLines lines={textLines(state, answer, content)} at={answer.list} height={bodyRows(state.rows)} />;
}
