/** The list of organisations: its columns, and what it is filtered and sorted by. */
import type { Organisation } from '../../../api/organisations.ts';
import { defineList, type ListColumn, viewIn } from '../../fleet/lists/define-list.ts';
import { known } from '../../kernel/declare.ts';
import { folded } from '../../kernel/spelling.ts';
import type { State } from '../../root/state.ts';
import type { Figures } from './counts.ts';
import { figuresFor } from './figures.ts';

/** The part of the systems that is stale, from 0 to 1; null: unknown, or of no systems. */
export function staleShare({ systems, stale, unknown }: Figures): number | null {
  return stale === null || systems === 0 || unknown > 0 ? null : stale / systems;
}

const by =
  (keyOf: (figures: Figures) => number | null) =>
  ({ orgId }: Organisation, state: State): number | null => {
    const figures = figuresFor(state, orgId);
    return figures === null ? null : keyOf(figures);
  };

/** Large figures come first, and old checks: they are what needs a person. */
const organisationColumns: readonly ListColumn<Organisation>[] = [
  { id: 'name', texts: ({ orgName }) => orgName, sortedBy: ({ orgName }) => folded(orgName) },
  { id: 'role', texts: ({ role }) => role },
  { id: 'id', texts: ({ orgId }) => orgId },
  { id: 'systems', sortedBy: by(({ systems }) => systems), isFalling: true },
  { id: 'stale', sortedBy: by(({ stale }) => stale), isFalling: true },
  { id: 'share', sortedBy: by(staleShare), isFalling: true },
  { id: 'checked', sortedBy: by(({ at }) => at) },
];

const none: readonly Organisation[] = [];

export const organisationList = defineList<Organisation>({
  rows: ({ organisations: { list } }) => known(list) ?? none,
  key: ({ orgId }) => orgId,
  columns: organisationColumns,
  sortsBy: ({ organisations: { counts }, organisation, list: { listing }, staleness: { days }, now }) => [
    ...[counts, organisation, listing, days, now],
  ],
  view: viewIn('organisations'),
  at: {
    isShown: () => true,
    of: ({ organisations: { position } }) => position,
    set: (state, position) => ({ ...state, organisations: { ...state.organisations, position } }),
  },
});

/** The organisations that the filter shows, in their order. */
export const shownOrganisations = organisationList.shown;
