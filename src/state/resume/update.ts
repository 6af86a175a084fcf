/** Goes on with a session whose line dropped: its list again, and its marks as their systems are read. */
import type { Feature } from '../kernel/feature.ts';
import { readFilter } from '../filter/filter.ts';
import { currentScan, withReadMode } from '../list/listing.ts';
import { organisationEntered } from '../organisations/operations.ts';
import { withListing } from '../list/operations.ts';
import { known } from '../kernel/loadable.ts';
import type { SessionNote } from './model.ts';
import { findingStopped, foundInPage, nothingSought, resumingOffered } from './restore.ts';
import type { State } from '../state.ts';
import { andThen, type Step } from '../kernel/step.ts';

function sessionResumed(state: State, note: SessionNote): Step {
  const organisation = known(state.organisations.list)?.find(({ orgId }) => orgId === note.orgId);
  const closed: State = { ...state, overlay: null, resume: { ...state.resume, lastSession: null } };
  if (organisation === undefined) return [closed];
  const fresh: State = { ...closed, organisation: null };
  return andThen(organisationEntered(fresh, organisation, note.search, note.includeDisabled), (entered) => {
    const view = { ...entered.list.listing.view, filter: readFilter(note.filter), sort: note.order };
    // Marks are of systems: every page is read, to find them.
    const listing = withReadMode({ ...entered.list.listing, view }, note.marks.length > 0 ? 'all' : 'ahead');
    const toFind = {
      query: currentScan(listing)?.query ?? null,
      marks: new Set(note.marks),
      systemId: note.systemId,
    };
    return [{ ...withListing(entered, listing), resume: { ...entered.resume, toFind } }];
  });
}

export const resume: Feature<'resume'> = {
  update: {
    sessionFound: (state, action) => [{ ...state, resume: { ...state.resume, lastSession: action.note } }],
    sessionResumed: (state) =>
      state.resume.lastSession === null ? [state] : sessionResumed(state, state.resume.lastSession),
    sessionDropped: (state) => [{ ...state, resume: { ...state.resume, lastSession: null }, overlay: null }],
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
