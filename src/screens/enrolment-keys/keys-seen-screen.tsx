/** The enrolment keys of the loaded systems, with how many are stale. */
import { Text } from 'ink';
import type { ReactNode } from 'react';
import { type KeySeen, seenKeys } from '../../state/enrolment-keys/selectors.ts';
import { incompletenessOf } from '../../state/list/scan.ts';
import { tableRows } from '../../state/kernel/layout.ts';
import type { Column } from '../parts/columns.ts';
import { Table } from '../parts/table.tsx';
import { ScreenFrame } from '../frame/screen-frame.tsx';
import type { ViewProps } from '../screen-definition.ts';
import { readOf } from '../parts/reading-wording.ts';
import { clean } from '../text/clean.ts';
import { incompletenessForms } from '../text/incompleteness-wording.ts';
import { count } from '../text/numbers.ts';

const columns: readonly Column<KeySeen>[] = [
  {
    title: clean('DESCRIPTION'),
    min: 12,
    ideal: 36,
    priority: 4,
    cell: ({ description, id }) => clean(description ?? (id === null ? '(no key named)' : '–')),
  },
  { title: clean('SYSTEMS'), min: 8, ideal: 8, align: 'right', priority: 3, cell: ({ systems }) => count(systems) },
  {
    title: clean('STALE'),
    min: 7,
    ideal: 7,
    align: 'right',
    priority: 2,
    cell: ({ stale }) => count(stale),
    tone: ({ stale }) => (stale > 0 ? 'warning' : 'dim'),
  },
  {
    title: clean('KEY ID'),
    min: 7,
    ideal: 10,
    align: 'right',
    priority: 1,
    cell: ({ id }) => clean(id === null ? '–' : String(id)),
    tone: () => 'dim',
  },
];

export function KeysSeenScreen({ state, screen }: ViewProps<'keysSeen'>): ReactNode {
  const keys = seenKeys(state);
  const { scan } = state.list.listing;
  const incompleteness = scan === null ? null : incompletenessOf(scan);
  const read =
    scan === null
      ? ''
      : ` on the ${readOf(scan)}${incompleteness === null ? '' : ` · ${incompletenessForms(incompleteness)[0]}`}`;
  const { row, top } = screen.list;
  return (
    <ScreenFrame state={state} status={clean(`Enrolment keys seen${read}`)}>
      {keys.length === 0 ? (
        <Text>No system has been read yet, so no key has been seen.</Text>
      ) : (
        <Table
          items={keys.slice(top, top + tableRows(state.rows))}
          columns={columns}
          width={state.columns}
          cursorIndex={row - top}
        />
      )}
    </ScreenFrame>
  );
}
