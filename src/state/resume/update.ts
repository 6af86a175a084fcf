/** How is a session gone on with whose line dropped? Its list again, and its marks as their systems are read. */
import type { ResumingAction } from '../actions.ts';
import { readFilter } from '../filter/filter.ts';
import { currentScan, withReadMode } from '../list/listing.ts';
import { organisationEntered } from '../list/update.ts';
import { known } from '../kernel/loadable.ts';
import type { SessionNote } from './model.ts';
import type { State } from '../state.ts';
import { andThen, type Step } from '../kernel/step.ts';

export function reduceResuming(state: State, action: ResumingAction): Step {
  switch (action.kind) {
    case 'sessionFound':
      return [{ ...state, resume: { ...state.resume, lastSession: action.note } }];
    case 'sessionResumed':
      return state.resume.lastSession === null ? [state] : sessionResumed(state, state.resume.lastSession);
    case 'sessionDropped':
      return [{ ...state, resume: { ...state.resume, lastSession: null }, overlay: null }];
  }
}

/** Offers it once the organisations are known, where this token still sees the one it was in. */
export function resumingOffered(state: State): State {
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
