import { holdsToken } from '../../kernel/form.ts';
import type { Effect, State } from '../../root/state.ts';
import { firstDays } from '../../session/session.ts';

/** Saves the view of the open list for its next opening; nothing before its first page. */
export function listViewRemembered({ organisation, list, session, staleness, tableColumns }: State): readonly Effect[] {
  const { scan, view, cursor } = list.listing;
  const { baseUrl } = session;
  if (organisation === null || baseUrl === null || scan === null) return [];
  const shown = {
    // A token typed into the wrong field must not be saved.
    filter: holdsToken(view.filter.text) ? '' : view.filter.text,
    sort: view.sort,
    days: staleness.days === firstDays(session) ? null : staleness.days,
    isWide: tableColumns.chosen.isWide,
    ...(tableColumns.paneCells !== null && { paneCells: tableColumns.paneCells }),
    systemId: cursor.systemId,
  };
  return [{ kind: 'rememberListView', baseUrl, orgId: organisation.orgId, view: shown }];
}
