/** The list of systems. Only the rows in view are drawn, however long the list is. */
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
import { shownAt, viewLength } from '../../state/list/rows.ts';
import { type SignOf, Table } from '../parts/table.tsx';
import { ScreenFrame } from '../frame/screen-frame.tsx';
import { type Clean, clean } from '../text/clean.ts';
import { count } from '../text/numbers.ts';
import { columnsFor } from '../columns/table-columns.ts';
import { readOf } from '../parts/reading-wording.ts';
import { staleSign, systemsStatus } from './status.ts';
import { listKeys } from '../keys/motion-keys.ts';
import type { ScreenDefinitions } from '../screen-definition.ts';
import { systemsKeys } from './list-keys.ts';

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
  const { scan, cursor } = state.list.listing;
  return (
    <ScreenFrame state={state} status={systemsStatus(state)}>
      {scan === null || viewLength(state.list.listing.view, scan) === 0 ? (
        <Text>{emptySentence(state, scan)}</Text>
      ) : (
        <Table
          items={inView(state, scan)}
          columns={columnsFor(state)}
          width={state.columns}
          cursorIndex={cursor.row - cursor.top}
          signs={signs(state)}
        />
      )}
    </ScreenFrame>
  );
}

function inView({ list: { listing }, rows }: State, scan: Scan): readonly System[] {
  const { top } = listing.cursor;
  const end = Math.min(viewLength(listing.view, scan), top + tableRows(rows));
  const systems: System[] = [];
  for (let row = top; row < end; row++) {
    const system = shownAt(listing.view, scan, row);
    if (system !== undefined) systems.push(system);
  }
  return systems;
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
  const { now, clock } = state;
  const { marked: marks } = state.marks;
  const { days } = state.staleness;
  const ranged = { text: clean('+'), tone: 'accent' } as const;
  const marked = { text: clean('✓'), tone: 'accent' } as const;
  const stale = { text: staleSign(clock), tone: 'warning' } as const;
  const inRange = rangeIds(state);
  return [
    ({ systemId }) => (inRange.has(systemId) ? ranged : isMarked(marks, systemId) ? marked : undefined),
    (system) => (isStale(system, days, now) ? stale : undefined),
  ];
}

function emptySentence(state: State, scan: Scan | null): Clean {
  const current = currentScan(state.list.listing);
  if (scan === null || (scan.count === 0 && current?.inFlight === true)) {
    return clean(current?.inFlight === true ? 'reading the first page…' : 'Nothing could be read. r tries again.');
  }
  if (scan.count > 0) {
    const rest = scan.next.kind === 'end' ? '' : ` ${readOf(scan)}: G reads the rest.`;
    return clean(
      `No system here matches "${state.list.listing.view.filter.text}". esc shows all ${count(scan.count)}.${rest}`,
    );
  }
  if (scan.next.kind === 'first') return clean('Nothing could be read. r tries again.');
  const { search, includeDisabled } = scan.query;
  if (search !== '') {
    const all = state.list.total === null ? 'all' : `all ${count(state.list.total)}`;
    return clean(`No systems match "${search}". esc shows ${all}.`);
  }
  const more = includeDisabled ? '' : ' H includes disabled ones.';
  return clean(`This organisation has no systems. n creates a key to enrol them with.${more}`);
}
