/** How is a session gone on with whose line dropped? Its list again, and its marks as their systems are read. */
import type { Feature } from '../kernel/feature.ts';
import { readFilter } from '../filter/filter.ts';
import { currentScan, withReadMode } from '../list/listing.ts';
import { organisationEntered } from '../organisations/operations.ts';
import { known } from '../kernel/loadable.ts';
import type { SessionNote } from './model.ts';
import type { State } from '../state.ts';
import { andThen, type Step } from '../kernel/step.ts';

/** Offers it once the organisations are known, where this token still sees the one it was in. */
function resumingOffered(state: State): State {
  const { overlay, session } = state;
  const { lastSession: note } = state.resume;
  const { list: organisations } = state.organisations;
  if (note === null || overlay !== null || note.baseUrl !== session.baseUrl) return state;
  const isThere = known(organisations)?.some(({ orgId }) => orgId === note.orgId) ?? false;
  return isThere
    ? { ...state, overlay: { kind: 'resume', note } }
    : { ...state, resume: { ...state.resume, lastSession: null } };
}

function sessionResumed(state: State, note: SessionNote): Step {
  const organisation = known(state.organisations.list)?.find(({ orgId }) => orgId === note.orgId);
  const closed: State = { ...state, overlay: null, resume: { ...state.resume, lastSession: null } };
  if (organisation === undefined) return [closed];
  const fresh: State = { ...closed, organisation: null };
  return andThen(organisationEntered(fresh, organisation, note.search, note.includeDisabled), (entered) => {
    const view = { ...entered.list.listing.view, filter: readFilter(note.filter), order: note.order };
    // Marks are of systems: every page is read, to find them.
    const listing = withReadMode({ ...entered.list.listing, view }, note.marks.length > 0 ? 'all' : 'ahead');
    const query = currentScan(listing)?.query ?? null;
    return [
      {
        ...entered,
        list: { ...entered.list, listing },
        resume: { ...entered.resume, toFind: { query, marks: new Set(note.marks), systemId: note.systemId } },
      },
    ];
  });
}

export const resume: Feature<'resume'> = {
  update: {
    sessionFound: (state, action) => [{ ...state, resume: { ...state.resume, lastSession: action.note } }],
    sessionResumed: (state) =>
      state.resume.lastSession === null ? [state] : sessionResumed(state, state.resume.lastSession),
    sessionDropped: (state) => [{ ...state, resume: { ...state.resume, lastSession: null }, overlay: null }],
  },
  reacts: { organisationsArrived: (state) => [resumingOffered(state)] },
  screens: { resume: {} },
};
