/** The list of systems, and its keys. Only the rows in view are drawn, however long the list is. */
import { Text } from 'ink';
import type { ReactNode } from 'react';
import type { System } from '../../api/system.ts';
import { currentScan, systemsBetween } from '../../state/list/listing.ts';
import { isMarked } from '../../state/marks/marks.ts';
import { rangeOf } from '../../state/marks/operations.ts';
import type { Scan } from '../../state/list/scan.ts';
import { isStale } from '../../state/staleness/staleness.ts';
import type { State } from '../../state/state.ts';
import { tableRows } from '../../state/kernel/layout.ts';
import { viewLength } from '../../state/list/rows.ts';
import { type SignOf, Table } from '../parts/table.tsx';
import { ScreenFrame } from '../frame/screen-frame.tsx';
import { type Clean, clean } from '../text/clean.ts';
import { count } from '../text/numbers.ts';
import { columnsFor } from '../columns/table-columns.ts';
import { readOf } from '../text/incompleteness-wording.ts';
import { staleSign, systemsStatus } from './status.ts';
import { listKeys, bind, type BindingGroup, noList, noSystem } from '../keys/binding.ts';
import type { ScreenDefinitions } from '../screen-definition.ts';
import { sortFields } from '../../state/systems/fields.ts';
import { columnBindings } from '../columns/columns-screens.tsx';
import { newKeyBinding } from '../enrolment-keys/enrolment-key-screens.tsx';
import { copyBinding, exportBinding } from '../export/export-screens.tsx';
import { searchBindings } from '../filter/filter-screens.tsx';
import { markBinding, markingBindings } from '../marks/mark-screens.tsx';
import { reviewBinding } from '../review/review-screen.tsx';
import { staleBindings } from '../staleness/staleness-screen.tsx';

/** Those of each feature, joined. Screens add those that open them (`opens`). */
const systemsKeys: readonly BindingGroup[] = [
  { title: 'Mark', bindings: [markBinding, ...staleBindings, ...markingBindings] },
  {
    title: 'Act',
    bindings: [
      reviewBinding,
      bind(['enter', 'l', 'right'], 'show all fields', 'detailsOpened', { refusal: noSystem }),
      newKeyBinding,
      copyBinding,
      exportBinding,
    ],
  },
  {
    title: 'Find',
    bindings: [
      ...searchBindings,
      bind(['H'], 'disabled ones: show or not', 'disabledToggled', { refusal: noList }),
      bind(['o'], 'order by the next column', 'sortChanged', { refusal: noList }),
      bind(['O'], 'flip the order', 'sortReversed', { refusal: noList }),
      // In the palette only: o cycles through them.
      ...sortFields.map(({ id, name }) =>
        bind([], `order by ${name}`, { kind: 'sortChosen', by: id }, { refusal: noList }),
      ),
      ...columnBindings,
      bind(['r'], 'read again, or read on', 'refreshRequested'),
      bind(['R'], 'read again every minute, or not', 'autoRefreshToggled', { refusal: noList }),
      bind(['@'], 'switch organisation', 'switchRequested'),
    ],
  },
];

export const listScreens: ScreenDefinitions<'systems'> = {
  systems: {
    View: SystemsScreen,
    keys: [...systemsKeys, listKeys],
    // Esc removes a filter or a search before it leads anywhere.
    backHint: ({ list: { listing } }) => {
      const isNarrowed = listing.view.filter.tests.length > 0 || (currentScan(listing)?.query.search ?? '') !== '';
      return isNarrowed ? 'show all' : null;
    },
  },
};

function SystemsScreen({ state }: { readonly state: State }): ReactNode {
  const { listing } = state.list;
  const { scan, cursor, view } = listing;
  const end = scan === null ? 0 : Math.min(viewLength(view, scan), cursor.top + tableRows(state.rows));
  return (
    <ScreenFrame state={state} status={systemsStatus(state)}>
      {scan === null || viewLength(view, scan) === 0 ? (
        <Text>{emptySentence(state, scan)}</Text>
      ) : (
        <Table
          items={systemsBetween(listing, { from: cursor.top, to: end - 1 })}
          columns={columnsFor(state)}
          width={state.columns}
          cursorIndex={cursor.row - cursor.top}
          signs={signs(state)}
        />
      )}
    </ScreenFrame>
  );
}

/** The systems of the open range, among the rows in view. */
function rangeIds(state: State): ReadonlySet<string> {
  const range = rangeOf(state);
  if (range === null) return new Set();
  const { top } = state.list.listing.cursor;
  const view = { from: Math.max(range.from, top), to: Math.min(range.to, top + tableRows(state.rows)) };
  return new Set(systemsBetween(state.list.listing, view).map(({ systemId }) => systemId));
}

function signs(state: State): readonly SignOf<System>[] {
  const ranged = { text: clean('+ '), tone: 'accent' } as const;
  const marked = { text: clean('✓ '), tone: 'accent' } as const;
  const stale = { text: clean(`${staleSign(state.clock)} `), tone: 'warning' } as const;
  const inRange = rangeIds(state);
  return [
    ({ systemId }) => (inRange.has(systemId) ? ranged : isMarked(state.marks.marked, systemId) ? marked : undefined),
    (system) => (isStale(system, state.staleness.days, state.now) ? stale : undefined),
  ];
}

function emptySentence(state: State, scan: Scan | null): Clean {
  const { listing, total } = state.list;
  const isReading = currentScan(listing)?.inFlight === true;
  if (isReading && (scan?.count ?? 0) === 0) return clean('reading the first page…');
  if (scan === null || (scan.count === 0 && scan.next.kind === 'first')) {
    return clean('Nothing could be read. r tries again.');
  }
  if (scan.count > 0) {
    const rest = scan.next.kind === 'end' ? '' : ` ${readOf(scan)}: G reads the rest.`;
    return clean(`No system here matches "${listing.view.filter.text}". esc shows all ${count(scan.count)}.${rest}`);
  }
  const { search, includeDisabled } = scan.query;
  if (search !== '') {
    return clean(`No systems match "${search}". esc shows all${total === null ? '' : ` ${count(total)}`}.`);
  }
  const more = includeDisabled ? '' : ' H includes disabled ones.';
  return clean(`This organisation has no systems. n creates a key to enrol them with.${more}`);
}
