import { holdsToken } from '../../kernel/form.ts';
import { tableRows } from '../../kernel/list-view.ts';
import type { Effect, State } from '../../root/state.ts';
import { withNotice } from '../../root/step.ts';
import { firstDays } from '../../session/session.ts';
import { nameIn } from '../details/public.ts';
import { noFilter } from '../filter/filter.ts';
import { cursorFollowing } from '../list/listing.ts';
import { showList, withListing } from '../list/public.ts';
import { shownRowOf } from '../list/rows.ts';
import { hasMore, rowOf } from '../list/scan.ts';
import type { WantedSystem } from './feature.ts';

/** Saves the view of the open list for its next opening; nothing before its first page. */
export function listViewRemembered(state: State): readonly Effect[] {
  const { organisation, list, session, tableColumns } = state;
  const { scan, view, cursor } = list.listing;
  const { baseUrl } = session;
  if (organisation === null || baseUrl === null || scan === null) return [];
  const days = ownDays(state);
  const shown = {
    // A token typed into the wrong field must not be saved.
    filter: holdsToken(view.filter.text) ? '' : view.filter.text,
    sort: view.sort,
    days: days === firstDays(session) ? null : days,
    isWide: tableColumns.chosen.isWide,
    ...(tableColumns.paneCells !== null && { paneCells: tableColumns.paneCells }),
    systemId: cursor.systemId,
  };
  return [{ kind: 'rememberListView', baseUrl, orgId: organisation.orgId, view: shown }];
}

/** The threshold that you chose for the organisation: that of the other list is lent to one opening only. */
function ownDays({ staleness: { days }, resume: { lent } }: State): number {
  return lent?.days === days ? lent.ownDays : days;
}

/** Puts the cursor on a loaded system, and drops a filter that hides it. Null: the system is not loaded. */
export function cursorOn(state: State, systemId: string): State | null {
  const { scan, view } = state.list.listing;
  if (scan === null || rowOf(scan, systemId) === undefined) return null;
  const isHidden = shownRowOf(view, scan, systemId) < 0;
  const shown = isHidden ? showList(state, { filter: noFilter }) : state;
  const { listing } = shown.list;
  const cursor = cursorFollowing({ ...listing.cursor, systemId }, listing.view, scan, tableRows(state.rows));
  return withListing(shown, { ...listing, cursor });
}

/** The list that is being opened shows this system once its first page is there. */
export function wantSystem(state: State, wanted: WantedSystem): State {
  return { ...state, resume: { ...state.resume, wanted } };
}

/** Says that the shown list has no such system. */
export function missingNotice(state: State, wanted: WantedSystem): State {
  const { scan } = state.list.listing;
  const name = nameIn(wanted);
  if (scan !== null && hasMore(scan)) return withNotice(state, `${name} is not in the loaded part. G loads the rest.`);
  return withNotice(state, `${name} is no longer listed.${scan?.query.search ? ' esc shows all.' : ''}`);
}
