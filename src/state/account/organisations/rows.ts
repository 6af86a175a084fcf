/** The rows of organisations: filtered, sorted, and the cursor among them. */
import type { Organisation } from '../../../api/organisations.ts';
import { compareKeys } from '../../fleet/list/rows.ts';
import { known } from '../../kernel/declare.ts';
import { tableRows } from '../../kernel/layout.ts';
import { placed } from '../../kernel/list-cursor.ts';
import { folded } from '../../kernel/spelling.ts';
import type { State } from '../../root/state.ts';
import { matchingOrganisations } from '../../session/organisations.ts';
import type { Figures } from './counts.ts';
import { organisationOrders, type OrganisationSort } from './feature.ts';
import { figuresFor } from './figures.ts';

/** Large figures come first, and old checks: they are what needs a person. */
export function isRisingBy({ by, reversed }: OrganisationSort): boolean {
  return (by === 'listed' || by === 'name' || by === 'checked') !== reversed;
}

export function nextOrder({ by }: OrganisationSort): OrganisationSort {
  return { by: organisationOrders[organisationOrders.indexOf(by) + 1] ?? 'listed', reversed: false };
}

/** The part of the systems that is stale, from 0 to 1; null: unknown, or of no systems. */
export function staleShare({ systems, stale, unknown }: Figures): number | null {
  return stale === null || systems === 0 || unknown > 0 ? null : stale / systems;
}

const figureKeys = {
  systems: ({ systems }) => systems,
  stale: ({ stale }) => stale,
  share: staleShare,
  checked: ({ at }) => at,
} satisfies Partial<Record<OrganisationSort['by'], (figures: Figures) => number | null>>;

/** The organisations that the filter shows, in their order. */
export function shownOrganisations(state: State): readonly Organisation[] {
  const { list, filter, sort } = state.organisations;
  const shown = matchingOrganisations(known(list) ?? [], filter);
  const { by } = sort;
  if (by === 'listed') return sort.reversed ? shown.toReversed() : shown;
  const keyOf = ({ orgId, orgName }: Organisation): string | number | null => {
    if (by === 'name') return folded(orgName);
    const figures = figuresFor(state, orgId);
    return figures === null ? null : figureKeys[by](figures);
  };
  const keys = new Map(shown.map((one) => [one, keyOf(one)] as const));
  const isFalling = !isRisingBy(sort);
  return shown.toSorted((a, b) => compareKeys(keys.get(a) ?? null, keys.get(b) ?? null, isFalling));
}

/** The state with the cursor of the list on this row. */
export function withRow(state: State, row: number): State {
  const position = placed(state.organisations.position, row, shownOrganisations(state).length, tableRows(state.rows));
  return { ...state, organisations: { ...state.organisations, position } };
}

/** The rows of a new filter or order: the cursor stays on its organisation. */
export function rowsChanged(state: State, change: Partial<Pick<State['organisations'], 'filter' | 'sort'>>): State {
  return withCursorKept({ ...state, organisations: { ...state.organisations, ...change } }, state);
}

/** The cursor on the organisation that it was on before; on the first one where that is not shown. */
export function withCursorKept(state: State, before: State): State {
  const at = shownOrganisations(before)[before.organisations.position.row];
  const row = shownOrganisations(state).findIndex(({ orgId }) => orgId === at?.orgId);
  return withRow(state, Math.max(0, row));
}
