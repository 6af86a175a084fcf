/** An answer on the screen: a table, a text, or nothing. */
import type { ReactNode } from 'react';
import { answerHeight, answerLength, answerShown, isStoppable } from '../../../state/explorer/answer/answers.ts';
import type { Answer } from '../../../state/explorer/answer/model.ts';
import { secondsPending } from '../../../state/root/pending.ts';
import { TextLines, textLinesExtent } from '../../parts/text-lines.tsx';
import { answerLines } from '../../../state/explorer/answer/answer-lines.ts';
import type { ScreenDefinitions, ScreenKind, ViewProps } from '../../screen-definition.ts';
import type { State } from '../../../state/root/state.ts';
import { ScreenFrame } from '../../frame/screen-frame.tsx';
import { listKeys } from '../../keys/binding.ts';
import { statusLine } from '../../text/fit.ts';
import { answerPlainKeys, answerTableKeys, answerTextKeys, keysFor } from './answer-keys.ts';
import { answerOverlays } from './answer-overlays.tsx';
import { answerParts, answerTitle } from './answer-words.ts';
import { PlainView, ProblemView, ReadingView } from './other-views.tsx';
import { TableView } from './table-view.tsx';

export const answerScreens: ScreenDefinitions<Extract<ScreenKind, `answer${string}`>> = {
  answer: {
    View: AnswerScreen,
    keys: [answerTableKeys, answerTextKeys, answerPlainKeys, listKeys],
    inForce: keysFor,
    backHint,
    extent(state) {
      const answer = answerShown(state);
      const content = answer?.content ?? null;
      if (answer === null || (content?.kind !== 'text' && content?.kind !== 'json')) {
        return { length: answerLength(content), height: answerHeight(content, state.rows) };
      }
      return textLinesExtent({ state, lines: answerLines(answer), row: answer.list.row });
    },
  },
  ...answerOverlays,
};

function backHint(state: State): string {
  const answer = answerShown(state);
  if (answer !== null && isStoppable(state, answer)) return 'stop';
  return answer?.content?.kind === 'table' && answer.content.shown.filter !== '' ? 'show all' : 'back';
}

function AnswerScreen({ state }: ViewProps<'answer'>): ReactNode {
  const answer = answerShown(state);
  if (answer === null) return null;
  const seconds = secondsPending(state);
  return (
    <ScreenFrame
      state={state}
      title={answerTitle(answer)}
      facts={statusLine(answerParts(answer, seconds), state.columns)}
    >
      <Content state={state} answer={answer} seconds={seconds} />
    </ScreenFrame>
  );
}

interface ContentProps {
  readonly state: State;
  readonly answer: Answer;
  readonly seconds: number;
}

function Content({ state, answer, seconds }: ContentProps): ReactNode {
  const { content, problem } = answer;
  if (content === null) {
    return problem === null ? <ReadingView seconds={seconds} /> : <ProblemView state={state} problem={problem} />;
  }
  switch (content.kind) {
    case 'table':
      return <TableView state={state} answer={answer} table={content} />;
    case 'json':
    case 'text':
      return <TextLines state={state} lines={answerLines(answer)} row={answer.list.row} find={content.find} />;
    case 'nothing':
    case 'eventStream':
    case 'binary':
    case 'tooLarge':
      return <PlainView state={state} answer={answer} content={content} />;
  }
}
