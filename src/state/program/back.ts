/** Where does esc lead? Back one level: first what lies over the screen, then the prompt, the filter, the search, the screen. */
import { phraseLeft, takenOutUnmarked } from '../review/update.ts';
import { runStopped } from '../deletion/update.ts';
import { runsAsked } from '../deletion/runs/update.ts';
import { isSecretUnseen, type KeyCreation } from '../enrolment-keys/creation.ts';
import { listingRestored } from '../list/update.ts';
import { asked, readingStopped, readModeOf, replacingStopped, withListing } from '../list/reading.ts';
import { noFilter } from '../filter/filter.ts';
import { currentScan, reshown, withoutOtherMissed } from '../list/listing.ts';
import { staleLeft } from '../marks/update.ts';
import { organisationsListed } from '../sign-in/update.ts';
import { isHeldUp } from '../list/scan.ts';
import { filterContext, isReadingEverything, isRunGoing } from '../selectors.ts';
import type { Screen, State } from '../state.ts';
import type { Step } from '../kernel/step.ts';
import { tableRows } from '../kernel/layout.ts';

export function back(state: State): Step {
  if (state.overlay !== null) return [{ ...state, overlay: null }];
  if (state.prompt !== null) return listingRestored(state, state.prompt.before);
  switch (state.screen.kind) {
    case 'systems':
      return backFromSystems(state);
    case 'stale':
      return [isReadingEverything(state) ? readingStopped(state) : staleLeft(state, state.screen.days)];
    case 'review':
      if (state.review?.typed != null) return [phraseLeft(state)];
      return [{ ...shown(takenOutUnmarked(state), { kind: 'systems' }), review: null }];
    case 'deletion':
      // A run is never left by accident: esc stops it, and leaves it once it has ended.
      if (isRunGoing(state)) return runStopped(state, 'asked');
      if (state.deletion?.isEarlier === true) return runsAsked(state);
      return [{ ...shown(state, { kind: 'systems' }), review: null }];
    case 'newKey':
      return [backFromKey(state, state.screen.creation)];
    case 'details':
      return [shown(state, { kind: 'systems' }), { kind: 'abandonRead', slot: 'details' }];
    case 'runs':
      return [shown(state, { kind: state.organisation === null ? 'organisations' : 'systems' })];
    case 'keysSeen':
      return [shown(state, { kind: 'systems' })];
    case 'signIn':
      return [backToBaseUrl(state)];
    case 'starting':
    case 'organisations':
      return [{ ...state, notice: { kind: 'said', text: 'This is the first screen. q leaves rollcall.' } }];
  }
}

function backFromSystems(state: State): Step {
  if (state.marks.rangeFrom !== null) return [{ ...state, marks: { ...state.marks, rangeFrom: null }, notice: null }];
  const scan = currentScan(state.list.listing);
  const isStoppable = isReadingEverything(state) || (scan !== null && scan.count > 0 && isHeldUp(scan));
  if (isStoppable) return [readingStopped(state)];
  if (state.list.listing.scan !== null && state.list.listing.asked !== null) return replacingStopped(state);
  const given = withoutOtherMissed(state.list.listing);
  if (given !== state.list.listing) return [{ ...state, list: { ...state.list, listing: given }, notice: null }];
  const { order, filter } = state.list.listing.view;
  if (filter.tests.length > 0) {
    const height = tableRows(state.rows);
    return [withListing(state, reshown(state.list.listing, noFilter, order, filterContext(state), height))];
  }
  if (scan === null || scan.query.search === '') return organisationsListed(state);
  const { unsearched } = state.list;
  const isSameList = unsearched?.scan?.query.includeDisabled === scan.query.includeDisabled;
  const next: State = { ...state, list: { ...state.list, unsearched: null }, notice: null };
  return unsearched !== null && isSameList
    ? listingRestored(next, unsearched)
    : asked(next, { ...scan.query, search: '' }, readModeOf(next));
}

/** From a key that is being created nowhere; a secret that nobody has is asked about once. */
function backFromKey(state: State, creation: KeyCreation): State {
  if (creation.kind === 'creating') return state;
  if (creation.kind === 'created' && isSecretUnseen(creation) && !creation.isWarned)
    return { ...state, screen: { kind: 'newKey', creation: { ...creation, isWarned: true } } };
  return shown(state, { kind: 'systems' });
}

function backToBaseUrl(state: State): State {
  const { signIn } = state.session;
  if (signIn.field === 'baseUrl' || signIn.isTrying || signIn.isSearching) return state;
  return {
    ...state,
    session: { ...state.session, signIn: { ...signIn, field: 'baseUrl', says: null, problem: null } },
  };
}

function shown(state: State, screen: Screen): State {
  return { ...state, screen, notice: null };
}
