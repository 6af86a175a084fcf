/** Overlays of an answer: its columns, copying and export; and the fields at its foot. */
import { Text } from 'ink';
import type { ReactNode } from 'react';
import { bodyRows } from '../../../state/kernel/layout.ts';
import { answerShown } from '../../../state/explorer/answer/answers.ts';
import { answerLines } from '../../../state/explorer/answer/answer-lines.ts';
import { hiddenText } from '../../../api/secrets.ts';
import { exportName, extensionOf } from '../../../state/explorer/answer/export.ts';
import type { Answer } from '../../../state/explorer/answer/model.ts';
import { rowsShown } from '../../../state/explorer/answer/table.ts';
import { fieldsListed } from '../../../state/explorer/answer/table-steps.ts';
import type { State } from '../../../state/root/state.ts';
import { ScreenFrame } from '../../frame/screen-frame.tsx';
import { bind, type BindingGroup, nextAndPrevious } from '../../keys/binding.ts';
import { CursorRows, plain } from '../../parts/table.tsx';
import type { ScreenDefinitions, ViewProps } from '../../screen-definition.ts';
import { clean } from '../../text/clean.ts';
import { clip } from '../../text/fit.ts';
import { count, plural } from '../../text/quantities.ts';
import { columnTitle } from './answer-words.ts';

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

export const answerOverlays: ScreenDefinitions<'answerColumns' | 'answerExport'> = {
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
