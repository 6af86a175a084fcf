/** The keys of every list except the list of systems: filter, sort, reverse. */
import { narrowedList, type DefinedList, isRising } from '../../state/fleet/lists.ts';
import type { State } from '../../state/root/state.ts';
import {
  bind,
  type Binding,
  type BindingGroup,
  type Remark,
  type ScreenDefinitions,
  type ViewProps,
} from '../screen-definition.ts';
import { findPromptKeys } from '../parts/text-lines.tsx';
import { faultRemark, Field, languageBindings, remarkBelow, RemarkedLine } from '../parts/field.tsx';
import { clean } from '../text/clean.ts';
import { count } from '../text/quantities.ts';
import type { ReactNode } from 'react';
import type { Column } from '../parts/columns.ts';
import { type SignOf, Table } from '../parts/table.tsx';
import { clip, type StatusPart } from '../text/fit.ts';

type More = Parameters<typeof bind>[3];

function nothingListed(state: State): string | null {
  return (narrowedList(state)?.all ?? 0) === 0 ? 'nothing is listed' : null;
}

/** `does`: the phrase in the help, such as "filter the operations". */
export function filterKey(does: string, more: More = {}): Binding {
  return bind(['f', '/'], does, 'listFilterOpened', { hint: 'filter', refusal: nothingListed, ...more });
}

export function sortKeys(more: More = {}, does = 'sort by the next column'): readonly Binding[] {
  const refusal = (state: State): string | null =>
    more.refusal?.(state) ?? (narrowedList(state) === null ? 'this is no list' : nothingListed(state));
  return [
    bind(['o'], does, 'listSorted', { ...more, refusal }),
    bind(['O'], 'reverse the sort', 'listReversed', { refusal }),
  ];
}

// The prompts of lists and texts: the filter with its language, and search in a text.

const language: BindingGroup = {
  title: 'Filter a list',
  bindings: [
    bind(['enter'], 'apply the filter', 'promptAccepted', { hint: 'apply' }),
    bind(['tab'], 'complete: fields, values', 'listFilterCompleted', {
      hint: 'complete',
      isInForce: (state) => narrowedList(state)?.completions !== undefined,
    }),
    ...languageBindings,
    bind(['esc'], 'cancel, and restore the list', 'wentBack', { hint: 'cancel' }),
    bind(['down'], 'move down', { kind: 'moved', motion: 'down' }),
    bind(['up'], 'move up', { kind: 'moved', motion: 'up' }),
  ],
  examples: [
    { typed: 'a b', means: 'both, in any column' },
    { typed: 'a or b', means: 'one of them, or both' },
    { typed: '(a or b) -c', means: 'a or b, and not c' },
    { typed: '-a  !a', means: 'not a' },
    { typed: 'name:web', means: 'in one column: a part of its text is enough' },
    { typed: 'name:web*', means: 'all of its text: * is any text, ? is one sign' },
  ],
};

export const listFilterScreens: ScreenDefinitions<'listFilter' | 'textFind'> = {
  textFind: {
    View: ({ state, screen }) => <Field label={clean('find:')} value={screen.typed} columns={state.columns} />,
    keys: [findPromptKeys],
  },
  listFilter: {
    View: ({ state, screen }) => <RemarkedLine {...lineOf(state, screen)} />,
    keys: [language],
    // Examples for one list stay with its keys; a complete filter language gets its own group.
    inForce(_, __, beneath) {
      const own = beneath.filter(({ examples = [] }) => examples.length > 0);
      const isWhole = own.some(({ bindings }) => bindings.length === 0);
      return [isWhole ? { ...language, examples: [] } : language, ...own.map((group) => ({ ...group, bindings: [] }))];
    },
    below: (state, screen) => remarkBelow(lineOf(state, screen)),
  },
};

function lineOf(state: State, prompt: ViewProps<'listFilter'>['screen']) {
  const { typed: value } = prompt;
  return { label: clean('filter:'), value, columns: state.columns, remark: remarkOf(state, prompt) };
}

function remarkOf(state: State, { typed, isRefused }: ViewProps<'listFilter'>['screen']): Remark | null {
  const list = narrowedList(state);
  if (list === null) return null;
  const fault = list.faultIn(typed);
  if (fault !== null) return faultRemark(fault, isRefused, list.filter);
  if (typed.trim() === '') return null;
  return { text: clean(`${count(list.shown)} of ${count(list.all)}`), kind: 'count' };
}

// A list as a table, with its facts: the shown part, and the sort.

/** `by`: the list's sort field that this column shows. */
export type ListTableColumn<Row> = Column<Row> & { readonly by?: string };

interface ListTableProps<Row> {
  readonly state: State;
  readonly list: DefinedList<Row>;
  readonly columns: readonly ListTableColumn<Row>[];
  readonly signs?: readonly SignOf<Row>[];
  /** Rows that determine the widths; defaults to the rows that the filter shows. */
  readonly sample?: readonly Row[];
}

export function ListTable<Row>({ state, list, columns, signs = [], sample }: ListTableProps<Row>): ReactNode {
  const { at, extent } = list.list(state);
  const shown = list.shown(state);
  const items = shown.slice(at.top, at.top + (extent?.height ?? 0));
  const { filter, sort } = list.view(state);
  if (items.length === 0) return null;
  return (
    <Table
      items={items}
      columns={withArrow(state, list, columns)}
      width={state.columns}
      cursorIndex={at.row - at.top}
      sample={sample ?? shown}
      signs={signs}
      list={`${sort.by ?? ''} ${filter}`}
    />
  );
}

export function withArrow<Row>(
  state: State,
  list: Pick<DefinedList<never>, 'view' | 'columns'>,
  columns: readonly ListTableColumn<Row>[],
): readonly Column<Row>[] {
  const { sort } = list.view(state);
  const sorted = isRising(sort, list.columns) ? 'rising' : 'falling';
  return columns.map(({ by, ...column }) => (by !== undefined && by === sort.by ? { ...column, sorted } : column));
}

/** `by name ↑`; empty if the rows are in the service's order. */
export function sortParts<Row>(state: State, list: DefinedList<Row>, ordered: string): readonly StatusPart[] {
  const { sort } = list.view(state);
  if (sort.by === null && !sort.isReversed) return [];
  const by = sort.by === null ? ordered : `by ${sort.by}`;
  return [{ text: `${by} ${isRising(sort, list.columns) ? '↑' : '↓'}`, weight: 50 }];
}

/** `3 of 9 shown by filter "lab"`; empty without a filter. */
export function filterParts<Row>(state: State, list: DefinedList<Row>): readonly StatusPart[] {
  const { filter } = list.view(state);
  if (filter === '') return [];
  const all = list.list(state).narrowed?.all ?? 0;
  const of = `${count(list.shown(state).length)} of ${count(all)}`;
  return [{ text: `${of} shown by filter "${clip(clean(filter), 24)}"` }];
}
