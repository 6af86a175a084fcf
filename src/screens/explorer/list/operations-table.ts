/** The columns of the list of operations. */
import type { DefinedOperation } from '../../../api/openapi/definition.ts';
import type { State } from '../../../state/root/state.ts';
import { operationList } from '../../../state/explorer/list/listing.ts';
import { type ListTableColumn, withArrow } from '../../fleet/lists/list-table.tsx';
import type { Column } from '../../parts/columns.ts';
import type { Tone } from '../../parts/palette.ts';
import { type Clean, clean } from '../../text/clean.ts';

/** An operation as a row. */
export interface OperationRow {
  readonly operation: DefinedOperation;
  /** False: the row above has the same tag. */
  readonly hasTag: boolean;
}

/** Words for a screen reader in place of signs. */
const signs = {
  unusable: { sign: '–', says: 'cannot be used' },
  heavy: { sign: '!', says: 'heavy' },
  old: { sign: 'old', says: 'old' },
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
  const word = sign === null ? '' : ` ${isPlain ? signs[sign].says : signs[sign].sign}`;
  return clean(`${operation.method.slice(0, longestMethod).padEnd(methodCells)}${word}${isOldToo}`.trimEnd());
}

/** Limit on a method: a document may give any text. */
const longestMethod = 10;

/** The open organisation is left out: every path would repeat it. */
function pathCell({ operation: { path } }: OperationRow): Clean {
  return clean(path.replace(/^\/org\/\{[^{}]*\}(?=\/|$)/, '…'));
}

/** Its summary; without one, its name in the definition. */
export function purposeOf({ summary, operationId }: DefinedOperation): Clean {
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
      ...{ title: clean('WHAT IT DOES'), min: 26, ideal: 26, priority: 4 },
      cell: ({ operation }) => purposeOf(operation),
      tone: (row) => (row.operation.unusable === null ? 'plain' : 'dim'),
    },
    {
      ...{ title: clean('PATH'), min: 20, ideal: 26, priority: 3, isCutInFront: true, by: 'path' },
      cell: pathCell,
      tone: () => 'dim',
    },
  ];
}

const drawn = columnsOf(false);
const spoken = columnsOf(true);

export function columnsFor(state: State): readonly Column<OperationRow>[] {
  return withArrow(state, operationList, state.session.isPlain ? spoken : drawn);
}
