/** What follows from the state? Questions that several screens and reducers ask. */
import type { System } from '../api/system.ts';
import { type Ages, agesOf } from './staleness/age-distribution.ts';
import type { FilterContext } from './filter/fields.ts';
import { currentScan, systemsRead } from './list/listing.ts';
import { known } from './kernel/loadable.ts';
import { isMarked } from './marks/marks.ts';
import { isGoing } from './deletion/run.ts';
import { isComplete, readsEverything, type Scan } from './list/scan.ts';
import { isStale } from './staleness/staleness.ts';
import type { SignIn } from './sign-in/session.ts';
import type { Overlay, State } from './state.ts';
import { shownAt } from './list/rows.ts';

/** The field that takes printable keys now; null: keys are commands. */
export type TextField =
  | 'palette'
  | 'helpSearch'
  | 'search'
  | 'filter'
  | 'pattern'
  | 'organisation'
  | 'settings'
  | 'phrase'
  | 'keyDescription'
  | 'baseUrl'
  | 'token'
  | 'tokenCommand'
  | 'profileName';

export function textField(state: State): TextField | null {
  if (state.overlay !== null) return overlayField(state.overlay);
  if (state.prompt !== null) return state.prompt.kind;
  if (state.screen.kind === 'signIn') return signInField(state.session.signIn);
  if (state.screen.kind === 'review') return state.review?.typed == null ? null : 'phrase';
  if (state.screen.kind === 'newKey' && state.screen.creation.kind === 'describing') return 'keyDescription';
  return null;
}

function signInField({ isTrying, isSearching, field }: SignIn): TextField | null {
  return isTrying || isSearching ? null : field;
}

function overlayField(overlay: Overlay): TextField | null {
  if (overlay.kind === 'palette') return 'palette';
  if (overlay.kind === 'help') return overlay.typed === null ? null : 'helpSearch';
  if (overlay.kind === 'keeping') return overlay.command === null || overlay.isTrying ? null : 'tokenCommand';
  if (overlay.kind === 'profiles') return overlay.typed === null ? null : 'profileName';
  return overlay.kind === 'token' && !overlay.isTrying ? 'token' : null;
}

/** The text of the open field; the token's is not in the state. */
export function fieldText(state: State): string {
  switch (textField(state)) {
    case 'palette':
      return state.overlay?.kind === 'palette' ? state.overlay.typed : '';
    case 'helpSearch':
      return state.overlay?.kind === 'help' ? (state.overlay.typed ?? '') : '';
    case 'search':
    case 'filter':
    case 'pattern':
    case 'organisation':
    case 'settings':
      return state.prompt?.typed ?? '';
    case 'tokenCommand':
      return state.overlay?.kind === 'keeping' ? (state.overlay.command ?? '') : '';
    case 'profileName':
      return state.overlay?.kind === 'profiles' ? (state.overlay.typed ?? '') : '';
    case 'phrase':
      return state.review?.typed ?? '';
    case 'keyDescription':
      return state.screen.kind === 'newKey' && state.screen.creation.kind === 'describing'
        ? state.screen.creation.typed
        : '';
    case 'baseUrl':
      return state.session.signIn.typedBaseUrl;
    case 'token':
    case null:
      return '';
  }
}

/** Is a place in which the token may be being asked, with nothing else to be done meanwhile? */
export function isKeychainAwaited({ session, overlay }: State): boolean {
  return session.signIn.isSearching || (overlay?.kind === 'keeping' && overlay.isTrying);
}

/** The system under the cursor of the list. */
export function systemUnderCursor(state: State): System | undefined {
  const { scan, view, cursor } = state.list.listing;
  return scan === null ? undefined : shownAt(view, scan, cursor.row);
}

/** The system that keys act on: the one whose fields are shown, else the one under the cursor. */
export function systemAtHand(state: State): System | undefined {
  return state.screen.kind === 'details' ? (known(state.screen.system) ?? undefined) : systemUnderCursor(state);
}

export function filterContext(state: State): FilterContext {
  const { now, changes } = state;
  const { days } = state.staleness;
  const { marked: marks } = state.marks;
  return {
    now,
    days,
    isMarked: (systemId) => isMarked(marks, systemId),
    isNew: (systemId) => changes?.fresh.has(systemId) === true,
    isSilent: (systemId) => changes?.silent.has(systemId) === true,
  };
}

/** Is every page of the list wanted, and is it still being read? */
export function isReadingEverything(state: State): boolean {
  const scan = currentScan(state.list.listing);
  return scan !== null && scan.inFlight && readsEverything(scan);
}

/** Is there a list that was read to its end, disabled systems included? Only then are counts of it whole. */
export function isWholeListRead(state: State): boolean {
  const { scan, asked } = state.list.listing;
  return scan !== null && asked === null && isComplete(scan) && scan.query.includeDisabled;
}

/** A run that is not finished: it asks before the program is left. */
export function isRunGoing(state: State): boolean {
  return isGoing(state.deletion);
}

/** A key that is being created: whether there is one, and its secret, is said only once. */
export function isKeyUnderWay({ screen }: State): boolean {
  return screen.kind === 'newKey' && screen.creation.kind === 'creating';
}

/** Marks that leaving would lose: those set, and those of the session before that are still looked for. */
export function marksAtStake({ marks: { marked: marks }, resume: { toFind } }: State): number {
  return marks.size + toFind.marks.size;
}

const staleCounts = new WeakMap<readonly System[], { days: number; now: number; count: number }>();

/** Stale systems among those read; each page is counted once per threshold and minute. */
export function staleCount(scan: Scan, days: number, now: number): number {
  let sum = 0;
  for (const page of scan.pages) {
    let counted = staleCounts.get(page);
    if (counted?.days !== days || counted.now !== now) {
      counted = { days, now, count: page.filter((system) => isStale(system, days, now)).length };
      staleCounts.set(page, counted);
    }
    sum += counted.count;
  }
  return sum;
}

let lastAges: { scan: Scan | null; now: number; ages: Ages } | undefined;

/** The ages of the systems read; made once per list and minute. */
export function ages(state: State): Ages {
  const { scan } = state.list.listing;
  if (lastAges?.scan !== scan || lastAges.now !== state.now) {
    lastAges = { scan, now: state.now, ages: agesOf(systemsRead(state.list.listing), state.now) };
  }
  return lastAges.ages;
}
