/** Remembers how a list is shown. */
import { holdsToken } from '../../kernel/form.ts';
import type { Effect, State } from '../../root/state.ts';
import { firstDays } from '../../session/session.ts';

/** Remembers how the open list is shown, for its next opening; nothing before its first page. */
export function listViewRemembered({ organisation, list, session, staleness, tableColumns }: State): readonly Effect[] {
  const { scan, view, cursor } = list.listing;
  const { baseUrl } = session;
  if (organisation === null || baseUrl === null || scan === null) return [];
  const shown = {
    // A token typed into the wrong field is not kept.
    filter: holdsToken(view.filter.text) ? '' : view.filter.text,
    sort: view.sort,
    days: staleness.days === firstDays(session) ? null : staleness.days,
    isWide: tableColumns.chosen.isWide,
    systemId: cursor.systemId,
  };
  return [{ kind: 'rememberListView', baseUrl, orgId: organisation.orgId, view: shown }];
}
