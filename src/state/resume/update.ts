/** Goes on with a session whose line dropped: its list again, and its marks as their systems are read. */
import type { Feature } from '../kernel/feature.ts';
import { readFilter } from '../filter/filter.ts';
import { currentScan, withReadMode } from '../list/listing.ts';
import { organisationEntered } from '../organisations/operations.ts';
import { withListing } from '../list/operations.ts';
import { known } from '../kernel/loadable.ts';
import { findingStopped, foundInPage, nothingSought, resumingOffered, withLastSession } from './restore.ts';
import type { State } from '../state.ts';
import { andThen, type Step } from '../kernel/step.ts';

function sessionResumed(state: State): Step {
  const { lastSession: note } = state.resume;
  if (note === null) return [state];
  const organisation = known(state.organisations.list)?.find(({ orgId }) => orgId === note.orgId);
  const closed = withLastSession({ ...state, overlay: null }, null);
  if (organisation === undefined) return [closed];
  const fresh: State = { ...closed, organisation: null };
  return andThen(organisationEntered(fresh, organisation, note.search, note.includeDisabled), (entered) => {
    const view = { ...entered.list.listing.view, filter: readFilter(note.filter), sort: note.order };
    // Marks are of systems: every page is read, to find them.
    const listing = withReadMode({ ...entered.list.listing, view }, note.marks.length > 0 ? 'all' : 'ahead');
    const query = currentScan(listing)?.query ?? null;
    const toFind = { query, marks: new Set(note.marks), systemId: note.systemId };
    return [{ ...withListing(entered, listing), resume: { ...entered.resume, toFind } }];
  });
}

export const resume: Feature<'resume'> = {
  update: {
    sessionFound: (state, { note }) => [withLastSession(state, note)],
    sessionResumed,
    sessionDropped: (state) => [withLastSession({ ...state, overlay: null }, null)],
  },
  reacts: {
    organisationsArrived: (state) => [resumingOffered(state)],
    marksCleared: (state) => [findingStopped(state)],
    marksGivenUp: (state) => [nothingSought(state)],
    pageArrived(state, { scan, page }, before) {
      if (currentScan(before.list.listing)?.id !== scan) return [state];
      const isReadOnceMore = currentScan(state.list.listing)?.id !== scan;
      const found = foundInPage(state, page.next.kind !== 'page' && !isReadOnceMore);
      // Why the list ends too soon matters more than what was found until then.
      return [page.next.kind === 'untrusted' ? { ...found, notice: state.notice } : found];
    },
  },
  screens: { resume: {} },
};
