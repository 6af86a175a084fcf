/** Every operation of the service as a list; its copy menu, and unusable operations. */
import { Box, Text } from 'ink';
import type { ReactNode } from 'react';
import { bodyRows, operationRows, tableRows } from '../../../state/kernel/layout.ts';
import { placed } from '../../../state/kernel/list-cursor.ts';
import { definitionOf } from '../../../state/explorer/definition/reading.ts';
import { hasUnusableRow, indexOf, operationAtCursor, operationsShown } from '../../../state/explorer/list/listing.ts';
import { rowName } from '../../../state/explorer/list/row.ts';
import type { State } from '../../../state/root/state.ts';
import { ScreenFrame } from '../../frame/screen-frame.tsx';
import { bind, type BindingGroup, listKeysWithoutPages } from '../../keys/binding.ts';
import { filterKey, sortKeys } from '../../fleet/lists/list-keys.ts';
import { isWords } from '../../../state/explorer/list/filter.ts';
import { Sentence } from '../../parts/sentence.tsx';
import { plain, Row, ScrolledLines, Table } from '../../parts/table.tsx';
import { type ScreenDefinitions, textExtent, type ViewProps } from '../../screen-definition.ts';
import { type Clean, clean } from '../../text/clean.ts';
import { brief, clip, firstLines } from '../../text/fit.ts';
import { count } from '../../text/quantities.ts';
import { definitionFaultSentence } from '../definition-wording.ts';
import { unusableLines } from './operation-lines.ts';
import { factsOf } from './operations-facts.ts';
import { columnsFor, type OperationRow, purposeOf } from './operations-table.ts';

const toTag = 'to the previous or next tag';

const operationsKeys: BindingGroup = {
  title: 'Operations',
  bindings: [
    bind(['enter', 'l', 'right'], 'open the operation', 'operationChosenInList', { hint: 'open', refusal: noRow }),
    filterKey('filter the operations', { refusal: noDefinition }),
    bind([']'], toTag, { kind: 'tagSkipped', to: 'next' }, { label: '[ ]', hint: 'tag', refusal: noOperation }),
    bind(['['], toTag, { kind: 'tagSkipped', to: 'previous' }, { label: '[ ]', refusal: noOperation }),
    ...sortKeys({ hint: 'sort' }, 'sort by path, method, last use or tag'),
    bind(['y'], 'copy: path, id, curl', 'operationsCopyOpened', { hint: 'copy', refusal: noOperation }),
    bind(['e'], 'export the list to CSV and JSON', 'operationsExported', { hint: 'export', refusal: noOperation }),
    bind(['p'], 'changes so far, and what came of them', 'historyOpened', { hint: 'history' }),
    bind(['r'], 'refresh the list', 'definitionRefreshed', {
      hint: 'refresh',
      refusal: ({ definition: { reading } }) => (reading === null ? null : 'the definition is being read'),
    }),
  ],
  examples: [
    { typed: 'system', means: 'anywhere: summary, path, tag, id …' },
    { typed: 'tag:systems,tags', means: 'a part of the tag is enough' },
    { typed: 'method:put', means: 'by method' },
    { typed: 'path:*/disable', means: 'path with a pattern: * any text, ? one' },
    { typed: 'is:', means: isWords.join(', ') },
  ],
};

function noDefinition({ definition }: State): string | null {
  return definition.definition === null ? 'no definition is known yet' : null;
}

function noOperation(state: State): string | null {
  return operationAtCursor(state) === undefined ? 'no operation is under the cursor' : null;
}

function noRow(state: State): string | null {
  return hasUnusableRow(state) ? null : noOperation(state);
}

const closeKeys: BindingGroup = {
  title: 'About operations',
  bindings: [bind(['esc', 'enter', 'h', 'left', 'q'], 'go back', 'overlayClosed', { hint: 'back' })],
};

export const operationsScreens: ScreenDefinitions<'operations' | 'unusableOperations'> = {
  operations: {
    View: OperationsScreen,
    keys: [operationsKeys, listKeysWithoutPages],
    backHint: ({ operations: { view } }) => (view.filter === '' ? 'back' : 'show all'),
  },
  unusableOperations: {
    View: UnusableScreen,
    keys: [closeKeys, listKeysWithoutPages],
    extent: (state, { ids }) => textExtent(state, unusableLines(state, ids)),
  },
};

function OperationsScreen({ state, screen }: ViewProps<'operations'>): ReactNode {
  const { columns } = state;
  const { view } = state.operations;
  const shown = operationsShown(state);
  const height = operationRows(state);
  const spare = tableRows(state.rows) - height;
  const isLastShown = hasUnusableRow(state);
  const length = shown.length + (isLastShown ? 1 : 0);
  const { row, top } = placed(screen.list, screen.list.row, length, height);
  const items = shown.slice(top, top + height).map((operation, at): OperationRow => {
    const isFirst = at === 0 || shown[top + at - 1]?.tag !== operation.tag;
    return { operation, hasTag: isFirst || state.operations.view.sort.by !== null };
  });
  const title =
    screen.row === null ? clean('Operations') : clean(`Operations on ${clip(clean(rowName(screen.row)), 40)}`);
  const sentence = bodySentence(state);
  const under = shown[row];
  // A narrow column has only its beginning. The last line stands above the hints.
  const purpose = under === undefined ? [] : firstLines(purposeOf(under), columns, spare + 1);
  const above = purpose.slice(0, -1);
  return (
    <ScreenFrame state={state} title={title} facts={factsOf(state)} foot={purpose.at(-1)}>
      <Box height={height + 1} flexDirection="column" flexShrink={0} overflow="hidden">
        {sentence !== null && <Sentence text={sentence} columns={columns} />}
        {items.length > 0 && (
          <Table
            items={items}
            columns={columnsFor(state)}
            width={columns}
            cursorIndex={row - top}
            list={`${view.sort.by ?? ''} ${view.filter}`}
          />
        )}
        {isLastShown && top + height >= length && (
          <Row hasCursor={row === length - 1} width={columns} parts={[plain(' '), plain(unusableWords(state))]} />
        )}
      </Box>
      {Array.from({ length: spare }, (_, at) => (
        <Text key={at}>{above[at - spare + above.length] ?? ' '}</Text>
      ))}
    </ScreenFrame>
  );
}

function unusableWords(state: State): Clean {
  const { length } = indexOf(state).unusable;
  const words = `${count(length)} operation${length === 1 ? '' : 's'} cannot be used: enter says why`;
  return clip(clean(words), state.columns - 2);
}

function UnusableScreen({ state, screen }: ViewProps<'unusableOperations'>): ReactNode {
  const facts = clean('rollcall cannot send these operations. Each has its reason.');
  return (
    <ScreenFrame state={state} title={clean('Cannot be used')} facts={facts}>
      <ScrolledLines lines={unusableLines(state, screen.ids)} at={screen.list} height={bodyRows(state.rows)} />
    </ScreenFrame>
  );
}

/** Null when the list is shown. */
function bodySentence(state: State): Clean | null {
  const { failure, reading } = state.definition;
  if (definitionOf(state) === null) {
    if (failure === null || reading !== null) return clean('Reading the definition…');
    return clean(`${definitionFaultSentence(failure)} r retries.`);
  }
  if (operationsShown(state).length > 0) return null;
  const { filter } = state.operations.view;
  const row = state.screen.kind === 'operations' ? state.screen.row : null;
  if (filter !== '' && row !== null)
    return clean(`No operation on this row matches "${brief(filter)}". esc shows all on it, A every one.`);
  if (filter !== '') return clean(`No operation matches "${brief(filter)}". esc shows all.`);
  if (row === null) return clean('The definition describes no operations. r refreshes it.');
  return clean(`The definition names no operation on ${brief(rowName(row))}. A shows every operation.`);
}
