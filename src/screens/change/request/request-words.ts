/** Words for a request: what it is, how far it is, and what to type. */
import type { Problem } from '../../../api/problem.ts';
import type { ChangeRequest, RequestStage } from '../../../state/change/request/feature.ts';
import type { State } from '../../../state/root/state.ts';
import type { Clean } from '../../text/clean.ts';
import { statusLine, type StatusPart } from '../../text/fit.ts';
import { briefProblem, failureSentence, problemSentence } from '../../text/problem-wording.ts';
import { count } from '../../text/quantities.ts';
import type { Tone } from '../../parts/palette.ts';

/** The second line: where the request is, and why its phrase is what it is. */
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

/** By HTTP, the same request twice leaves what one leaves (RFC 9110, 9.2.2). */
const idempotent: readonly string[] = ['PUT', 'DELETE'];

export interface Sentence {
  readonly text: string;
  readonly tone: Tone;
}

/** The outcome, sentence by sentence; empty before the request is sent. */
export function outcomeSentences({ call, stage, target, leavesBy }: ChangeRequest): readonly Sentence[] {
  // Its systems are checked right before it.
  const again = leavesBy === undefined ? 's asks for it again' : 'Review its systems again to send it';
  switch (stage.kind) {
    case 'asking':
    case 'saving':
    case 'sending':
    case 'done':
      return [];
    case 'paused':
      return [warning(problemSentence(stage.problem)), said('The phrase is asked for again after the pause.')];
    case 'withheld':
      return withheldSentences(stage.because);
    case 'refused':
      return [warning(failureSentence(stage.problem)), said(`It was not carried out. ${again}.`)];
    case 'unknown':
      return [
        { text: 'Whether this was carried out is not known.', tone: 'danger' },
        warning(failureSentence(stage.problem)),
        said('Nothing is sent again by itself.'),
        ...(idempotent.includes(call.method)
          ? [said(`${call.method} is idempotent by HTTP: sent twice, it should leave what it leaves once.`)]
          : []),
        said(
          `${target.kind === 'none' ? '' : 'r reads what is there now. '}${again}${leavesBy === undefined ? ', under a heavier phrase' : ''}.`,
        ),
      ];
  }
}

function withheldSentences(because: Problem | string): readonly Sentence[] {
  if (typeof because === 'string') return [warning(because)];
  if (because.kind === 'withheld' && because.mode === 'preview') {
    return [said('Preview: this would have been sent. Nothing was sent.')];
  }
  const sentence = failureSentence(because);
  return [warning(/Nothing was sent\.|was not sent\.$/.test(sentence) ? sentence : `${sentence} Nothing was sent.`)];
}

function warning(text: string): Sentence {
  return { text: `! ${text}`, tone: 'warning' };
}

function said(text: string): Sentence {
  return { text, tone: 'plain' };
}
