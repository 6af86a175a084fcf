/** Shares the rows of the request among what is sent and the phrase. */
import { bodyRows, isTooSmall } from '../../../state/kernel/layout.ts';
import { memoize } from '../../../state/kernel/memoize.ts';
import type { ChangeRequest } from '../../../state/change/request/feature.ts';
import { isAsking } from '../../../state/change/request/requests.ts';
import type { State } from '../../../state/root/state.ts';
import type { Tone } from '../../parts/palette.ts';
import { plain } from '../../parts/table.tsx';
import { clean } from '../../text/clean.ts';
import { brief, wrapped } from '../../text/fit.ts';
import { type PhraseLayout, phraseLayout } from '../phrase-box.tsx';
import { quotedLines } from '../../text/quoted-lines.ts';
import { outcomeSentences } from './request-words.ts';
import { type Line, sentLines } from './sent-lines.ts';
import { targetLines } from './target-lines.ts';

export interface RequestLayout extends PhraseLayout {
  readonly lines: readonly Line[];
  /** Rows of them in view; 0: the terminal is too low to show any. */
  readonly height: number;
}

export function requestLayout(state: State, request: ChangeRequest): RequestLayout {
  const { foot, ...phrase } = phraseLayout(state, 'send it', isAsking(request) ? request.judged.phrase : null);
  return { lines: requestLines(state, request), height: Math.max(0, bodyRows(state.rows) - foot), ...phrase };
}

/** Is the phrase, or any of what would be sent, not to be seen? Then nothing is confirmed. */
export function isUnseen(state: State, request: ChangeRequest): boolean {
  return isTooSmall(state) || requestLayout(state, request).height < 1;
}

interface Laid {
  readonly key: string;
  readonly lines: readonly Line[];
}

const laidOut = memoize<ChangeRequest, { last: Laid | null }>(() => ({ last: null }));

/** Everything there is to look at; laid out again where something of it is another. */
export function requestLines(state: State, request: ChangeRequest): readonly Line[] {
  const { columns, session } = state;
  const laid = laidOut(request);
  const key = [columns, session.isPlain, session.mode].join(' ');
  if (laid.last?.key === key) return laid.last.lines;
  const lines = linesOf(state, request);
  laid.last = { key, lines };
  return lines;
}

function linesOf(state: State, request: ChangeRequest): readonly Line[] {
  const { columns, session } = state;
  const { call, operation, stage, target, faults } = request;
  const about = { columns };
  const outcome = outcomeSentences(request).flatMap(({ text, tone }) => indented(text, columns, tone));
  const after = stage.kind === 'unknown' && stage.after !== null ? stage.after : null;
  const summary = quotedLines(operation.summary, columns - 2, { most: 2, by: session.isPlain ? 'told' : 'drawn' });
  const groups: readonly (readonly Line[])[] = [
    outcome,
    after === null ? [] : targetLines(after, operation, { ...about, when: 'after' }),
    [
      ...summary.map((text): Line => [{ text: clean(`  ${text}`), tone: 'dim' }]),
      ...sentLines(call, session.version, columns),
    ],
    [
      ...faults.flatMap(({ field, says }) => warned(`${brief(field)}: ${brief(says)}`, columns)),
      ...targetLines(target, operation, { ...about, when: 'before' }),
      ...(stage.kind === 'asking' ? indented(recordWords(state), columns) : []),
    ],
  ];
  // A line of no text at all would have no height.
  return groups
    .filter((lines) => lines.length > 0)
    .flatMap((lines, at) => (at === 0 ? lines : [[plain(' ')], ...lines]));
}

function warned(text: string, columns: number): readonly Line[] {
  return indented(`! ${text}`, columns, 'warning');
}

function indented(text: string, columns: number, tone: Tone = 'plain'): readonly Line[] {
  return wrapped(clean(text), columns - 2).map((line) => [{ text: clean(`  ${line}`), tone }]);
}

function recordWords({ session }: State): string {
  if (session.mode === 'preview') return 'Preview: nothing will be sent. A record of it is saved.';
  return `Its record is saved in ${session.isDemo ? 'demo-changes' : 'changes'}/ before anything is sent.`;
}
