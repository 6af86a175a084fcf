/** The columns of the enrolment keys of the loaded systems. */
import type { KeySeen } from '../../../state/account/enrolment-keys/selectors.ts';
import type { ListTableColumn } from '../../fleet/lists/list-table.tsx';
import { clean } from '../../text/clean.ts';
import { count } from '../../text/quantities.ts';
import { staleCell } from '../../text/stale-wording.ts';

export const keyColumns: readonly ListTableColumn<KeySeen>[] = [
  {
    title: clean('DESCRIPTION'),
    min: 12,
    ideal: 24,
    priority: 7,
    by: 'description',
    cell: ({ description, id }) => clean(description ?? (id === null ? '(no key named)' : '–')),
  },
  {
    title: clean('SYSTEMS'),
    min: 8,
    ideal: 8,
    align: 'right',
    priority: 6,
    by: 'systems',
    cell: ({ systems }) => count(systems),
  },
  {
    title: clean('STALE'),
    min: 7,
    ideal: 7,
    align: 'right',
    priority: 5,
    by: 'stale',
    cell: ({ stale, unknown }) => staleCell(stale, unknown),
    tone: ({ stale, unknown }) => (stale + unknown > 0 ? 'warning' : 'dim'),
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
