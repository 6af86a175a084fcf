/** The columns of the enrolment keys: the facts from the loaded systems, and those from the service's list. */
import type { KeyRow } from '../../../state/account/enrolment-keys/selectors.ts';
import type { Column } from '../../parts/columns.ts';
import { clean, type Clean } from '../../text/clean.ts';
import { age, count } from '../../text/quantities.ts';
import { staleCell } from '../../text/stale-wording.ts';

const description: Column<KeyRow> = {
  title: clean('DESCRIPTION'),
  min: 12,
  ideal: 24,
  priority: 7,
  cell: ({ description, id, listed }) =>
    clean(description ?? (id === null && listed === null ? '(no key named)' : '–')),
};

const counted: readonly Column<KeyRow>[] = [
  { title: clean('SYSTEMS'), min: 8, ideal: 8, align: 'right', priority: 6, cell: ({ systems }) => count(systems) },
  {
    title: clean('STALE'),
    min: 7,
    ideal: 7,
    align: 'right',
    priority: 5,
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

/** The service's facts about its keys; their secrets are never among them. */
function listed(now: number): readonly Column<KeyRow>[] {
  return [
    {
      title: clean('STATUS'),
      min: 8,
      ideal: 16,
      priority: 4,
      cell: ({ listed }) => clean(statusWords(listed?.status)),
      tone: ({ listed }) => (listed?.status === 'Enabled' ? 'plain' : 'dim'),
    },
    {
      title: clean('USES'),
      min: 4,
      ideal: 8,
      align: 'right',
      priority: 2,
      cell: ({ listed }) => (listed?.usesRemaining === -1 ? clean('any') : orDash(listed?.usesRemaining, count)),
    },
    {
      title: clean('LAST USED'),
      min: 9,
      ideal: 9,
      align: 'right',
      priority: 3,
      cell: ({ listed }) => orDash(listed?.lastUsedMs, (ms) => age(Math.max(0, now - ms))),
    },
  ];
}

function orDash(value: number | null | undefined, words: (value: number) => Clean): Clean {
  return value == null ? clean('–') : words(value);
}

/** A status of another name is shown in the service's words. */
function statusWords(status: string | null | undefined): string {
  const words: ReadonlyMap<string, string> = new Map([
    ['Enabled', 'enabled'],
    ['Disabled', 'disabled'],
    ['NoUsesRemaining', 'used up'],
  ]);
  return status == null ? '–' : (words.get(status) ?? status);
}

/** Includes the service's list if that is available. `now`: for ages. */
export function keyColumns(isListed: boolean, now: number): readonly Column<KeyRow>[] {
  return isListed ? [description, ...listed(now), ...counted] : [description, ...counted];
}
