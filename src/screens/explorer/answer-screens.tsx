/** An answer on the screen: a table, a text, or nothing. */
import { Text } from 'ink';
import type { ReactNode } from 'react';
import { bodyRows } from '../../state/kernel/list-view.ts';
import { answerHeight, answerLength, answerShown, isStoppable } from '../../state/explorer/answer/feature.ts';
import { answerLines, exportName, extensionOf } from '../../state/explorer/answer/answer-lines.ts';
import { hiddenText } from '../../api/secrets.ts';
import { type Answer, type AnswerContent, rowsShown } from '../../state/explorer/answer/model.ts';
import { fieldsListed } from '../../state/explorer/answer/table-steps.ts';
import type { State } from '../../state/root/state.ts';
import { ScreenFrame } from '../frame/screen-frame.tsx';
import {
  bind,
  type BindingGroup,
  listKeys,
  nextAndPrevious,
  type ScreenDefinitions,
  type ScreenKind,
  type ViewProps,
} from '../screen-definition.ts';
import { CursorRows, plain } from '../parts/table.tsx';
import { clean, type Clean } from '../text/clean.ts';
import { brief, clip, statusLine, wrapText } from '../text/fit.ts';
import { count, plural } from '../text/quantities.ts';
import {
  answerParts,
  answerPlainKeys,
  answerTableKeys,
  answerTextKeys,
  answerTitle,
  bytesWords,
  columnTitle,
  keysFor,
} from './answer-keys.ts';
import type { Problem } from '../../api/problem.ts';
import { mediaType } from '../../api/calls/call.ts';
import { useTones } from '../parts/root-context.ts';
import { problemSentence } from '../text/problem-wording.ts';
import { secondsPending } from '../../state/root/pending.ts';
import { TextLines, textLinesExtent } from '../parts/text-lines.tsx';
import { TableView } from './answer-table.tsx';

// Overlays of an answer (columns, copy, export), and the fields at its foot.

const columnsKeys: BindingGroup = {
  title: 'Columns of an answer',
  bindings: [
    bind(['space', 'enter'], 'show or hide the column', 'answerColumnToggled', { hint: 'show' }),
    bind(['J', '>'], 'move the column right', { kind: 'answerColumnMoved', by: 1 }, { hint: 'right' }),
    bind(['K', '<'], 'move the column left', { kind: 'answerColumnMoved', by: -1 }, { hint: 'left' }),
    ...nextAndPrevious,
    bind(['esc', 'q', 'c'], 'back to the rows', 'overlayClosed', { hint: 'back' }),
  ],
};

function isTooLarge(state: State): boolean {
  return answerShown(state)?.content?.kind === 'tooLarge';
}

const exportKeys: BindingGroup = {
  title: 'Export an answer',
  bindings: [
    bind(['enter', 'e'], 'write it, secrets hidden', { kind: 'answerExported', withSecrets: false }, { hint: 'write' }),
    bind(
      ['w'],
      'write it with its secrets',
      { kind: 'answerExported', withSecrets: true },
      { hint: 'write with secrets', refusal: (state) => (hasHidden(state) ? null : 'nothing is hidden in it') },
    ),
    bind(['esc', 'q'], 'write nothing', 'overlayClosed', { hint: 'cancel' }),
  ],
};

const downloadKeys: BindingGroup = {
  title: 'Write a large answer',
  bindings: [
    bind(['enter', 'e'], 'request it once more, and write it', 'answerDownloaded', { hint: 'write' }),
    bind(['esc', 'q'], 'write nothing', 'overlayClosed', { hint: 'cancel' }),
  ],
};

function hasHidden(state: State): boolean {
  const answer = answerShown(state);
  if (answer?.content?.kind === 'table') return answer.content.secrets > 0;
  return answer !== null && answerLines({ ...answer, isRevealed: false }).some((line) => line.includes(hiddenText));
}

const answerOverlays: ScreenDefinitions<'answerColumns' | 'answerExport'> = {
  answerColumns: { View: ColumnsScreen, keys: [columnsKeys] },
  answerExport: {
    View: ExportScreen,
    keys: [exportKeys, downloadKeys],
    inForce: (state) => [isTooLarge(state) ? downloadKeys : exportKeys],
  },
};

function ColumnsScreen({ state, screen }: ViewProps<'answerColumns'>): ReactNode {
  const content = answerShown(state)?.content;
  if (content?.kind !== 'table') return null;
  const { fields } = content;
  return (
    <ScreenFrame state={state} title={clean('Columns')} facts={clean('In this order, as many as fit.')}>
      <CursorRows
        items={fieldsListed(content)}
        at={screen.list}
        height={bodyRows(state.rows)}
        width={state.columns}
        partsOf={(field) => [plain((fields.includes(field) ? '✓ ' : '  ') + columnTitle(content, field).toLowerCase())]}
      />
    </ScreenFrame>
  );
}

function ExportScreen({ state }: ViewProps<'answerExport'>): ReactNode {
  const answer = answerShown(state);
  if (answer === null) return null;
  const lines = isTooLarge(state)
    ? [
        'The call is sent once more. Its answer goes straight into a file, 1 GiB at most.',
        'esc stops it, and removes the file.',
      ]
    : exportLines(answer, hasHidden(state));
  return (
    <ScreenFrame
      state={state}
      title={clean('Export')}
      facts={clean(`Files that you alone can read, in ${state.session.folder}.`)}
    >
      {lines.map((line) => (
        <Text key={line} wrap="truncate">
          {clip(clean(line), state.columns)}
        </Text>
      ))}
    </ScreenFrame>
  );
}

function exportLines({ content, operation }: Answer, isHidden: boolean): readonly string[] {
  const withSecrets = isHidden ? [secretLine('secrets')] : [];
  const name = `rollcall-${exportName(operation.path)}`;
  switch (content?.kind) {
    case 'table': {
      const { shown, secrets } = content;
      const { total, next } = content.paging;
      const rows = rowsShown(shown).length;
      const of = next.kind === 'page' && total !== null ? ` of ${count(total)}: G loads all` : '';
      const hidden = secrets === 0 ? [] : [secretLine(plural(secrets, 'secret'))];
      return [`enter  ${plural(rows, 'row')}${of}, as ${name}-….csv and .json`, ...hidden];
    }
    case 'json':
      return [`enter  all of it, as ${name}-….json`, ...withSecrets];
    case 'text':
      return [`enter  the text as it came, as ${name}-….${extensionOf(content.format)}`, ...withSecrets];
    case 'binary':
      return [`enter  ${count(content.bytes.byteLength)} bytes, as ${name}-….${extensionOf(content.format)}`];
    case 'nothing':
    case 'eventStream':
    case 'tooLarge':
    case undefined:
      return [];
  }
}

function secretLine(secrets: string): string {
  return `w      the same with ${secrets} in it; its name says "with-secrets"`;
}

// Views of other answers: empty, binary, a problem, or not arrived yet.

interface LinesProps {
  readonly state: State;
  readonly sentences: readonly Clean[];
}

function Lines({ state, sentences }: LinesProps): ReactNode {
  const lines = sentences.flatMap((sentence) => wrapText(sentence, state.columns)).slice(0, bodyRows(state.rows));
  return lines.map((line, at) => (
    <Text key={at} wrap="truncate">
      {line === '' ? ' ' : line}
    </Text>
  ));
}

type Plain = Extract<AnswerContent, { readonly kind: 'nothing' | 'eventStream' | 'binary' | 'tooLarge' }>;

function PlainView({
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

function ProblemView({ state, problem }: { readonly state: State; readonly problem: Problem }): ReactNode {
  const tones = useTones();
  const [first = clean(''), ...rest] = wrapText(problemSentence(problem), state.columns - 2);
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

function ReadingView({ seconds }: { readonly seconds: number }): ReactNode {
  return <Text>{clean(`Reading… ${count(seconds)} s`)}</Text>;
}

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
