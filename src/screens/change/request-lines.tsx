/** Divides the rows of the request between its content and the phrase. */
import type { Problem } from '../../api/problem.ts';
import {
  type ChangeRequest,
  type RequestStage,
  type SystemsTaken,
  leftToRead,
  systemsFound,
} from '../../state/change/request/feature.ts';
import type { State } from '../../state/root/state.ts';
import { type Clean, clean, nameOf } from '../text/clean.ts';
import { brief, quotedLines, statusLine, type StatusPart, wrapText } from '../text/fit.ts';
import { briefProblem, failureSentence, problemSentence } from '../text/problem-wording.ts';
import { count, plural } from '../text/quantities.ts';
import { type Tone, useTones } from '../parts/root-context.ts';
import { bodyRows, isTooSmall } from '../../state/kernel/list-view.ts';
import { memoize } from '../../state/kernel/store.ts';
import { isAsking } from '../../state/change/request/requests.ts';
import { plain } from '../parts/table.tsx';
import { type PhraseLayout, phraseLayout } from './phrase-box.tsx';
import { type Line, sentLines, targetLines } from './sent-lines.ts';
import { Text } from 'ink';
import type { ReactNode } from 'react';
import { ScreenFrame } from '../frame/screen-frame.tsx';
import { bind, type BindingGroup, type ViewProps } from '../screen-definition.ts';

// Words for a request: what it is, its progress, and what to type.

export function requestFacts(
  state: State,
  { call, judged, stage }: ChangeRequest,
  more: string,
  seconds: number,
): Clean {
  const class_ = { change: 'changes something', heavy: 'heavy', many: 'heavy, of many' }[judged.kind];
  const [first] = judged.reasons;
  const because = first === undefined ? '' : `: ${first}`;
  const parts: readonly StatusPart[] = [
    { text: stageWords(stage, seconds) },
    stage.kind === 'asking' ? { text: `${call.method}, ${class_}${because}` } : { text: call.method, weight: 20 },
    ...(more === '' ? [] : [{ text: more, weight: 60 }]),
  ];
  return statusLine(parts, state.columns);
}

function stageWords(stage: RequestStage, seconds: number): string {
  switch (stage.kind) {
    case 'asking':
      return 'not sent';
    case 'saving':
      return 'saving its record…';
    case 'sending':
      return `sending… ${count(seconds)} s`;
    case 'paused':
      return `not carried out; the phrase again in ${count(Math.max(1, stage.seconds - seconds))} s`;
    case 'withheld':
      return 'nothing was sent';
    case 'refused':
      return `${briefProblem(stage.problem)}, not carried out`;
    case 'unknown':
      return 'outcome unknown';
    case 'done':
      return 'done';
  }
}

export function factsTone({ kind }: RequestStage): Tone | undefined {
  if (kind === 'unknown') return 'danger';
  return kind === 'refused' || kind === 'withheld' || kind === 'paused' ? 'warning' : undefined;
}

/** Methods for which a repeated request has the same effect as one (RFC 9110, 9.2.2). */
const idempotent: readonly string[] = ['PUT', 'DELETE'];

interface Sentence {
  readonly text: string;
  readonly tone: Tone;
}

/** The outcome, sentence by sentence; empty before the request is sent. */
function outcomeSentences({ call, stage, target, leavesBy }: ChangeRequest): readonly Sentence[] {
  // The systems of the request are checked immediately before it is sent.
  const again = leavesBy === undefined ? 's asks for it again' : 'Review its systems again to send it';
  switch (stage.kind) {
    case 'asking':
    case 'saving':
    case 'sending':
    case 'done':
      return [];
    case 'paused':
      return [warning(problemSentence(stage.problem)), plainSentence('The phrase is asked for again after the pause.')];
    case 'withheld':
      return withheldSentences(stage.because);
    case 'refused':
      return [warning(failureSentence(stage.problem)), plainSentence(`It was not carried out. ${again}.`)];
    case 'unknown':
      return [
        { text: 'Whether this was carried out is not known.', tone: 'danger' },
        warning(failureSentence(stage.problem)),
        plainSentence('Nothing is sent again by itself.'),
        ...(idempotent.includes(call.method)
          ? [plainSentence(`${call.method} is idempotent by HTTP: sent twice, it should leave what it leaves once.`)]
          : []),
        plainSentence(
          `${target.kind === 'none' ? '' : 'r reads what is there now. '}${again}${leavesBy === undefined ? ', under a heavier phrase' : ''}.`,
        ),
      ];
  }
}

function withheldSentences(because: Problem | string): readonly Sentence[] {
  if (typeof because === 'string') return [warning(because)];
  if (because.kind === 'withheld' && because.mode === 'preview') {
    return [plainSentence('Preview: this would have been sent. Nothing was sent.')];
  }
  const sentence = failureSentence(because);
  return [warning(/Nothing was sent\.|was not sent\.$/.test(sentence) ? sentence : `${sentence} Nothing was sent.`)];
}

function warning(text: string): Sentence {
  return { text: `! ${text}`, tone: 'warning' };
}

function plainSentence(text: string): Sentence {
  return { text, tone: 'plain' };
}

interface RequestLayout extends PhraseLayout {
  readonly lines: readonly Line[];
  /** Visible rows of the content; 0 if the terminal is too low. */
  readonly height: number;
}

export function requestLayout(state: State, request: ChangeRequest): RequestLayout {
  const { foot, ...phrase } = phraseLayout(state, 'send it', isAsking(request) ? request.judged.phrase : null);
  return { lines: requestLines(state, request), height: Math.max(0, bodyRows(state.rows) - foot), ...phrase };
}

/** True if the phrase or the whole content is invisible: the request must not be confirmed then. */
export function isUnseen(state: State, request: ChangeRequest): boolean {
  return isTooSmall(state) || requestLayout(state, request).height < 1;
}

interface Laid {
  readonly key: string;
  readonly lines: readonly Line[];
}

const laidOut = memoize<ChangeRequest, { last: Laid | null }>(() => ({ last: null }));

/** All lines of the request, cached until one of its parts changes. */
function requestLines(state: State, request: ChangeRequest): readonly Line[] {
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
  const outcome = outcomeSentences(request).flatMap(({ text, tone }) => indent(text, columns, tone));
  const after = stage.kind === 'unknown' && stage.after !== null ? stage.after : null;
  const summary = quotedLines(operation.summary, columns - 2, { max: 2, by: session.isPlain ? 'readAloud' : 'drawn' });
  const groups: readonly (readonly Line[])[] = [
    outcome,
    after === null ? [] : targetLines(after, operation, { ...about, when: 'after' }),
    [
      ...summary.map((text): Line => [{ text: clean(`  ${text}`), tone: 'dim' }]),
      ...sentLines(call, session.version, columns),
    ],
    [
      ...faults.flatMap(({ field, message }) => warn(`${brief(field)}: ${brief(message)}`, columns)),
      ...targetLines(target, operation, { ...about, when: 'before' }),
      ...(stage.kind === 'asking' ? indent(recordWords(state), columns) : []),
    ],
  ];
  // A line without text would have no height.
  return groups
    .filter((lines) => lines.length > 0)
    .flatMap((lines, at) => (at === 0 ? lines : [[plain(' ')], ...lines]));
}

function warn(text: string, columns: number): readonly Line[] {
  return indent(`! ${text}`, columns, 'warning');
}

function indent(text: string, columns: number, tone: Tone = 'plain'): readonly Line[] {
  return wrapText(clean(text), columns - 2).map((line) => [{ text: clean(`  ${line}`), tone }]);
}

function recordWords({ session }: State): string {
  if (session.mode === 'preview') return 'Preview: nothing will be sent. A record of it is saved.';
  return `Its record is saved in ${session.isDemo ? 'demo-changes' : 'changes'}/ before anything is sent.`;
}

// Systems that a request would delete: the screen asks before it marks them for a review.

function findTaken({ overlay }: State): SystemsTaken | null {
  return overlay?.kind === 'systemsTaken' ? overlay : null;
}

export const takenKeys: BindingGroup = {
  title: 'Systems to review',
  bindings: [
    bind(['y'], 'mark them, and review them', 'takenSystemsReviewed', {
      hint: 'review',
      refusal(state) {
        const systems = findTaken(state);
        if (systems === null) return 'there is nothing to review';
        if (leftToRead(systems).length > 0) return 'the systems are still being read';
        return systemsFound(systems).length === 0 ? 'none of them was found' : null;
      },
    }),
    bind(['esc', 'h', 'left', 'n', 'q'], 'mark nothing', 'wentBack', { hint: 'back' }),
  ],
};

export function SystemsTakenView({ state, screen }: ViewProps<'systemsTaken'>): ReactNode {
  const tones = useTones();
  const { columns } = state;
  return (
    <ScreenFrame state={state} title={clean('Review')} facts={clean('not sent from here')}>
      {sentencesFor(state, screen).map((text) =>
        wrapText(clean(text), columns - 2).map((line, at) => (
          <Text key={`${text} ${at}`} {...(text.startsWith('!') ? tones.warning : tones.plain)}>
            {clean(`  ${line}`)}
          </Text>
        )),
      )}
    </ScreenFrame>
  );
}

const maxNames = 5;

function sentencesFor(state: State, systems: SystemsTaken): readonly string[] {
  const about = 'rollcall deletes systems after a review, never from here.';
  const left = leftToRead(systems).length;
  const all = systems.systemIds.length;
  if (left > 0) return [about, `Reading ${count(all - left + 1)} of ${plural(all, 'system')}…`];
  const found = systemsFound(systems);
  const names = found.slice(0, maxNames).map((system) => nameOf(system));
  const more = found.length > names.length ? `, and ${count(found.length - names.length)} more` : '';
  const missing = [...systems.found.values()].filter((one) => one === null).length;
  const marked = state.marks.marked.size;
  return [
    about,
    ...(found.length === 0
      ? []
      : [
          `${plural(found.length, 'system')} ${found.length === 1 ? 'is' : 'are'} marked for this. y reviews ${found.length === 1 ? 'it' : 'them'}.`,
          `${names.join(', ')}${more}`,
        ]),
    ...(missing === 0 || systems.problem === null
      ? []
      : [`! ${plural(missing, 'system')} left out. ${failureSentence(systems.problem)}`]),
    ...(marked > 0 && found.length > 0 ? [`Your ${plural(marked, 'mark')} will be replaced; u brings them back.`] : []),
  ];
}
