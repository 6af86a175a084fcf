/** Views of other answers: nothing, bytes, a problem, or one that has not arrived. */
import { Text } from 'ink';
import type { ReactNode } from 'react';
import type { Problem } from '../../../api/problem.ts';
import { bodyRows } from '../../../state/kernel/layout.ts';
import type { Answer, AnswerContent } from '../../../state/explorer/answer/model.ts';
import { mediaType } from '../../../api/calls/answer-kind.ts';
import type { State } from '../../../state/root/state.ts';
import { useTones } from '../../parts/root-context.ts';
import { type Clean, clean } from '../../text/clean.ts';
import { brief, wrapped } from '../../text/fit.ts';
import { problemSentence } from '../../text/problem-wording.ts';
import { count } from '../../text/quantities.ts';
import { bytesWords } from './answer-words.ts';

interface LinesProps {
  readonly state: State;
  readonly sentences: readonly Clean[];
}

function Lines({ state, sentences }: LinesProps): ReactNode {
  const lines = sentences.flatMap((sentence) => wrapped(sentence, state.columns)).slice(0, bodyRows(state.rows));
  return lines.map((line, at) => (
    <Text key={at} wrap="truncate">
      {line === '' ? ' ' : line}
    </Text>
  ));
}

type Plain = Extract<AnswerContent, { readonly kind: 'nothing' | 'eventStream' | 'binary' | 'tooLarge' }>;

export function PlainView({
  state,
  answer,
  content,
}: {
  readonly state: State;
  readonly answer: Answer;
  readonly content: Plain;
}): ReactNode {
  return <Lines state={state} sentences={plainSentences(answer, content).map(clean)} />;
}

function plainSentences({ head, call, written }: Answer, content: Plain): readonly string[] {
  if (written !== null) return [`Writing the file: ${bytesWords(written)} so far.`, 'esc stops, and removes it.'];
  switch (content.kind) {
    case 'nothing':
      return [`${head?.status ?? ''}: done, nothing came back (${count(head?.ms ?? 0)} ms).`];
    case 'eventStream':
      return ['This answer does not end, and rollcall does not follow it.', 'y copies a curl command that does.'];
    case 'binary':
      return [`${brief(content.format)}, ${bytesWords(content.bytes.byteLength)}: no text. e writes it into a file.`];
    case 'tooLarge': {
      const format = mediaType(content.format);
      const what = format === '' ? 'The answer' : `The answer (${brief(format)})`;
      const next = call.method === 'GET' ? 'e requests it once more, and writes it into a file.' : '';
      return [`${what} is larger than 16 MiB, and rollcall keeps none of it.`, next];
    }
  }
}

/** The service's message, and its fault for each field. */
export function ProblemView({ state, problem }: { readonly state: State; readonly problem: Problem }): ReactNode {
  const tones = useTones();
  const [first = clean(''), ...rest] = wrapped(problemSentence(problem), state.columns - 2);
  const details = problem.kind === 'refused' ? detailsOf(problem) : [];
  return (
    <>
      {[clean(`! ${first}`), ...rest.map((line) => clean(`  ${line}`))].map((line, at) => (
        <Text key={at} wrap="truncate" {...tones.warning}>
          {line}
        </Text>
      ))}
      <Text> </Text>
      <Lines state={{ ...state, rows: state.rows - rest.length - 2 }} sentences={details} />
    </>
  );
}

function detailsOf({ errors, traceId }: Extract<Problem, { readonly kind: 'refused' }>): readonly Clean[] {
  const faults = Object.entries(errors).flatMap(([field, messages]) => messages.map((said) => `${field}: ${said}`));
  return [
    ...faults.map(clean),
    ...(faults.length === 0 ? [] : [clean('esc leads back to the form, with what is set.')]),
    ...(traceId === null ? [] : [clean(`trace id ${brief(traceId)} (y copies it)`)]),
  ];
}

export function ReadingView({ seconds }: { readonly seconds: number }): ReactNode {
  return <Text>{clean(`Reading… ${count(seconds)} s`)}</Text>;
}
