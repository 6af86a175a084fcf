/** What is noted of a session whose line has dropped? */
import { currentScan } from './listing.ts';
import { allMarks } from './marks.ts';
import type { SessionNote } from './session-note.ts';
import type { State } from './state.ts';

/** Null outside of an organisation: there is nothing to come back to. */
export function noteOf(state: State): SessionNote | null {
  const { organisation, listing, marks, session, run } = state;
  // What a run has left is offered by its records.
  if (run !== null && !run.isEarlier) return null;
  const scan = currentScan(listing);
  if (session.baseUrl === null || organisation === null || scan === null || session.isDemo) return null;
  return {
    at: state.now,
    baseUrl: session.baseUrl,
    orgId: organisation.orgId,
    orgName: organisation.orgName,
    search: scan.question.search,
    filter: listing.view.filter.text,
    order: listing.view.order,
    systemId: listing.cursor.systemId,
    marks: allMarks(marks).map(({ system }) => system.systemId),
  };
}
