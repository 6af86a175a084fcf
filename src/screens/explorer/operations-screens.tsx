/** The list of the service's operations, its copy menu, and the unusable operations. */
import { definitionAge, definitionOf, isFresh, namedPlace, sentBelow } from '../../state/explorer/definition.ts';
import type { DefinedOperation, Definition } from '../../api/openapi/definition.ts';
import type { State } from '../../state/root/state.ts';
import { type Clean, clean } from '../text/clean.ts';
import { brief, clip, clipInFront, firstLines, statusLine, type StatusPart, wrapText } from '../text/fit.ts';
import {
  hasUnusableRow,
  indexOf,
  isWords,
  operationAtCursor,
  operationList,
  operationsShown,
  rowName,
} from '../../state/explorer/list/feature.ts';
import { filterKey, type ListTableColumn, sortKeys, sortParts, withArrow } from '../fleet/lists.tsx';
import { age, count, plural } from '../text/quantities.ts';
import { briefFailure, definitionFaultSentence } from './definition-wording.ts';
import type { Column } from '../parts/columns.ts';
import type { Tone } from '../parts/root-context.ts';
import { Box, Text } from 'ink';
import type { ReactNode } from 'react';
import { bodyRows, operationRows, placeCursor, tableRows } from '../../state/kernel/list-view.ts';
import { ScreenFrame } from '../frame/screen-frame.tsx';
import {
  bind,
  type BindingGroup,
  listKeysWithoutPages,
  type ScreenDefinitions,
  textExtent,
  type ViewProps,
} from '../screen-definition.ts';
import { Sentence } from '../parts/text-lines.tsx';
import { plain, Row, ScrolledLines, Table } from '../parts/table.tsx';

// Lines about operations that cannot be used, with the reasons.

const indent = '  ';

function unusableLines(state: State, ids: readonly string[]): readonly Clean[] {
  const wanted = new Set(ids);
  const operations = definitionOf(state)?.operations.filter(({ id }) => wanted.has(id)) ?? [];
  return operations.flatMap((operation) => [
    titleLine(state, operation),
    ...wrapText(clean(operation.unusable ?? ''), state.columns - indent.length).map((line) => clean(indent + line)),
  ]);
}

function titleLine({ columns }: State, { method, path, summary }: DefinedOperation): Clean {
  return clip(clean(`${method} ${path}${summary === '' ? '' : ` · ${summary}`}`), columns);
}

// Facts above the list: the number of operations, the definition, its age, and the sort.

function factsOf(state: State): Clean {
  const definition = definitionOf(state);
  const { reading } = state.definition;
  const { view } = state.operations;
  if (definition === null) return clean(reading === null ? 'no definition' : '');
  const parts: readonly StatusPart[] = [
    countPart(state, definition),
    ...versionPart(definition),
    ...agePart(state),
    ...serverPart(state),
    ...(view.sort.by === null && !view.sort.isReversed
      ? [{ text: 'by tag', weight: 40 }]
      : sortParts(state, operationList, 'by tag')),
  ];
  return statusLine(parts, state.columns);
}

function countPart(state: State, { operations }: Definition): StatusPart {
  const all = operations.length;
  const shown = operationsShown(state).length;
  const { filter } = state.operations.view;
  const row = state.screen.kind === 'operations' ? state.screen.row : null;
  if (filter !== '') {
    const here = count(operationList.list(state).narrowed?.all ?? all);
    const of = `${count(shown)} of ${here}${row === null ? '' : row.isMarks === true ? ' for the marks' : ' on this row'}`;
    return { text: `${of} shown by filter "${clip(clean(filter), 24)}"` };
  }
  if (row !== null) {
    const of = `${plural(shown, 'operation')} ${row.isMarks === true ? 'for the marks' : 'on this row'}`;
    return { text: `${of}, ${count(all)} in all (A)` };
  }
  const { reads } = indexOf(state);
  const words = plural(all, 'operation');
  return { text: `${words}: ${count(reads)} read, ${count(all - reads)} change` };
}

function versionPart({ version, isKnownVersion, writtenFor, dialect }: Definition): readonly StatusPart[] {
  const own = version === '' ? [] : [{ text: `definition ${brief(version).slice(0, 20)}`, weight: 30 }];
  if (isKnownVersion) return own;
  const name = dialect === 'Swagger 2' ? 'Swagger' : 'OpenAPI';
  const written = `written for ${name} ${brief(writtenFor).slice(0, 20)}`;
  return [...own, { text: written, weight: 80 }];
}

function agePart(state: State): readonly StatusPart[] {
  const { reading, failure } = state.definition;
  const ms = definitionAge(state);
  const old = ms === null ? '' : `${age(ms)} ago`;
  if (reading !== null) return [{ text: old === '' ? 'refreshing…' : `${old}, refreshing…`, weight: 60 }];
  if (failure !== null) {
    const why = briefFailure(failure);
    return [{ text: old === '' ? why : `of ${old}; ${why}`, weight: 85 }];
  }
  return old === '' ? [] : [{ text: old, weight: isFresh(state) ? 50 : 70 }];
}

function serverPart(state: State): readonly StatusPart[] {
  const below = sentBelow(state);
  if (below !== null && below !== state.session.baseUrl) {
    return [{ text: `below ${brief(new URL(below).pathname)}`, weight: 80 }];
  }
  const at = namedPlace(state);
  return at?.kind === 'elsewhere' ? [{ text: 'its server is not used', weight: 35 }] : [];
}

// The columns of the list of operations.

interface OperationRow {
  readonly operation: DefinedOperation;
  /** False if the row above has the same tag. */
  readonly hasTag: boolean;
}

const signs = {
  unusable: { sign: '–', message: 'cannot be used' },
  heavy: { sign: '!', message: 'heavy' },
  old: { sign: 'old', message: 'old' },
} as const;

function signOf({ unusable, weight, isDeprecated }: DefinedOperation): keyof typeof signs | null {
  if (unusable !== null) return 'unusable';
  if (weight === 'heavy') return 'heavy';
  return isDeprecated ? 'old' : null;
}

function toneOf({ operation }: OperationRow): Tone {
  const sign = signOf(operation);
  if (sign === null) return 'plain';
  return sign === 'heavy' ? 'warning' : 'dim';
}

const methodCells = 6;

function methodCell({ operation }: OperationRow, isPlain: boolean): Clean {
  const sign = signOf(operation);
  const isOldToo = operation.isDeprecated && sign !== 'old' ? ' old' : '';
  const word = sign === null ? '' : ` ${isPlain ? signs[sign].message : signs[sign].sign}`;
  return clean(`${operation.method.slice(0, maxMethodLength).padEnd(methodCells)}${word}${isOldToo}`.trimEnd());
}

/** Limit on a method's length: a document may contain any text. */
const maxMethodLength = 10;

/** Leaves out the open organisation, which every path would repeat. */
function pathCell({ operation: { path } }: OperationRow): Clean {
  return clean(path.replace(/^\/org\/\{[^{}]*\}(?=\/|$)/, '…'));
}

/** The summary; without one, the operation's name in the definition. */
function purposeOf({ summary, operationId }: DefinedOperation): Clean {
  return clean(summary === '' ? (operationId ?? '') : summary);
}

function columnsOf(isPlain: boolean): readonly ListTableColumn<OperationRow>[] {
  return [
    {
      ...{ title: clean('TAG'), min: 12, ideal: 12, priority: 2 },
      cell: ({ operation: { tag }, hasTag }) => clean(hasTag ? (tag ?? '(no tag)') : ''),
      tone: ({ operation: { unusable } }) => (unusable === null ? 'plain' : 'dim'),
    },
    {
      ...{ title: clean('METHOD'), min: 10, ideal: 14, priority: 5, isCutLast: true, by: 'method' },
      cell: (row) => methodCell(row, isPlain),
      tone: toneOf,
    },
    {
      ...{ title: clean('WHAT IT DOES'), min: 26, ideal: 26, priority: 4, cut: clip },
      cell: ({ operation }) => purposeOf(operation),
      tone: (row) => (row.operation.unusable === null ? 'plain' : 'dim'),
    },
    {
      ...{ title: clean('PATH'), min: 20, ideal: 26, priority: 3, cut: clipInFront, by: 'path' },
      cell: pathCell,
      tone: () => 'dim',
    },
  ];
}

const drawn = columnsOf(false);
const spoken = columnsOf(true);

function columnsFor(state: State): readonly Column<OperationRow>[] {
  return withArrow(state, operationList, state.session.isPlain ? spoken : drawn);
}

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
  const { row, top } = placeCursor(screen.list, screen.list.row, length, height);
  const items = shown.slice(top, top + height).map((operation, at): OperationRow => {
    const isFirst = at === 0 || shown[top + at - 1]?.tag !== operation.tag;
    return { operation, hasTag: isFirst || state.operations.view.sort.by !== null };
  });
  const title =
    screen.row === null ? clean('Operations') : clean(`Operations on ${clip(clean(rowName(screen.row)), 40)}`);
  const sentence = bodySentence(state);
  const under = shown[row];
  // A narrow column shows only the beginning, so the text continues above the hints.
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

/** Null if the list is shown. */
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
