/** The note of a session whose line has dropped. */
import { currentScan } from '../list/listing.ts';
import { allMarks } from '../marks/marks.ts';
import { unseenMarks } from '../marks/operations.ts';
import type { SessionNote } from './model.ts';
import type { State } from '../state.ts';

/**
 * Outside of an organisation there is only what the session before has noted, and what nobody has come back to yet.
 * Null: nothing.
 */
export function snapshotSession(state: State): SessionNote | null {
  const { organisation, session, deletion: run } = state;
  const { listing } = state.list;
  const { toFind } = state.resume;
  // What a run has left is offered by its records.
  if (run !== null && !run.isEarlier) return null;
  const scan = currentScan(listing);
  if (session.isDemo) return null;
  if (organisation === null) return state.resume.lastSession;
  if (session.baseUrl === null || scan === null) return null;
  const marks = allMarks(state.marks.marked);
  const { query } = scan;
  // Marks are looked for in the list that is noted: it must hold them.
  const sought = toFind.marks.size > 0 ? toFind.query : null;
  const isOutside = unseenMarks(state).notListed > 0 || (sought !== null && sought.search !== query.search);
  const hasDisabled = sought?.includeDisabled === true || marks.some(({ system }) => system.isEnabled === false);
  return {
    at: state.now,
    baseUrl: session.baseUrl,
    orgId: organisation.orgId,
    orgName: organisation.orgName,
    search: isOutside ? '' : query.search,
    includeDisabled: query.includeDisabled || hasDisabled,
    filter: listing.view.filter.text,
    order: listing.view.sort,
    systemId: listing.cursor.row > 0 ? listing.cursor.systemId : (toFind.systemId ?? listing.cursor.systemId),
    marks: [...new Set([...marks.map(({ system }) => system.systemId), ...toFind.marks])],
  };
}
