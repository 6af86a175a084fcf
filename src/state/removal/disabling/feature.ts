/** Reviews disabling or enabling once the service is known to support it, and withdraws the offer if it does not. */
import { type None, type Tagged, knownOrNull } from '../../kernel/declare.ts';
import { type RunKind, capitalise, runRows, usualKind } from '../../change/run-kinds.ts';
import type { DisabledTimes } from '../../fleet/systems/status.ts';
import { isGoing, type Run } from '../../change/run.ts';
import { type Feature, andThen, withNotice, type Step, refuse } from '../../root/feature.ts';
import { paneLayout } from '../../kernel/list-view.ts';
import { renewList, systemUnderCursor } from '../../fleet/list/feature.ts';
import type { State } from '../../root/state.ts';
import {
  areOffersOfUse,
  failureWords,
  findDisabled,
  isOffered,
  leavesDisabled,
  offerRefusal,
  switchingOf,
} from './offer.ts';

/** The service answered that it does not know the operation, so it is no longer offered. */
interface Withdrawal {
  readonly status: number | null;
}

interface DisablingState {
  /** You asked for this kind, and have pressed no other key while the definition is being read. */
  readonly isAsking: RunKind | null;
  /** The definition was requested in the background of a review. */
  readonly isSought: boolean;
  /** Kept for the rest of the session. */
  readonly withdrawn: ReadonlyMap<RunKind, Withdrawal>;
  /** For the open organisation; null: not requested yet. */
  readonly records: { readonly orgId: string; readonly times: 'reading' | DisabledTimes } | null;
}

export interface DisablingFeature {
  readonly state: DisablingState;
  readonly action: Tagged<{
    /** Reviews the marked systems, or the one under the cursor. If all have reached the goal, reviews the undo. */
    switchingWanted: { does: RunKind };
    disablingLeft: None;
    disabledFound: { orgId: string; times: DisabledTimes };
  }>;
  readonly effect: Tagged<{
    openSwitching: { does: RunKind };
    findDisabled: { baseUrl: string; orgId: string };
  }>;
}

declare module '../../root/state.ts' {
  interface Features {
    readonly disabling: DisablingFeature;
  }
}

/** Delay in milliseconds, so that the review and its first re-reads come before the definition. */
const seekAfterMs = 500;

function askingWords(kind: RunKind): string {
  return `Asking the service whether systems can be ${runRows[kind].words.done}… esc stops that.`;
}

function withDisabling(state: State, about: Partial<DisablingState>): State {
  return { ...state, disabling: { ...state.disabling, ...about } };
}

/** Opens the review if the definition has the operation, says why not, or keeps waiting for the definition. */
function decideSwitch(state: State, wanted: RunKind): Step {
  const { definition } = state;
  const answered = withDisabling(state, { isAsking: null });
  const does = switchingOf(state, wanted);
  if (isOffered(state, does)) return [answered, { kind: 'openSwitching', does }];
  // A cached definition may be outdated.
  if (definition.reading !== null) return [state];
  if (definition.offers === null && definition.failure === null) return [state];
  const why = offerRefusal(state, does) ?? (definition.failure === null ? '' : failureWords(definition.failure));
  return [refuse(answered, `${capitalise(why)}.`)];
}

/** Are you still on the screen where you pressed D? The prompt for a new token may cover it. */
function isThere({ screen, overlay, prompt }: State): boolean {
  return (
    (screen.kind === 'systems' || screen.kind === 'details') &&
    prompt === null &&
    (overlay === null || overlay.kind === 'token')
  );
}

/**
 * Requests the definition once in the background: of a review of a deletion, to offer the alternative; of results, to
 * offer the undo.
 */
function seek(state: State, before: State): Step {
  const { screen, deletion, disabling, definition } = state;
  const isOfUse = areOffersOfUse(state) && !areOffersOfUse(before);
  const isOfEdit = screen.kind === 'deletion' && deletion?.edit != null;
  const isKnown = (isOfEdit ? definition.definition : definition.offers) !== null;
  if (!isOfUse || isKnown || (disabling.isSought && !isOfEdit)) return [state];
  return [withDisabling(state, { isSought: true }), { kind: 'startTimer', timer: 'seekOffers', ms: seekAfterMs }];
}

/** Does a filter test the records, or is a disabled system shown with all its fields? */
function isRecordWanted(state: State): boolean {
  const { list, prompt, screen, columns } = state;
  if (list.listing.view.filter.usesRecords) return true;
  const isOfReview = prompt?.kind === 'listFilter' && screen.kind === 'review';
  if (prompt?.kind === 'pattern' || isOfReview) return prompt.typed.includes('disabled');
  if (screen.kind === 'details') return knownOrNull(screen.system)?.isEnabled === false;
  const isPaneShown = screen.kind === 'systems' && paneLayout(columns).pane > 0;
  return isPaneShown && systemUnderCursor(state)?.isEnabled === false;
}

/** Reads the files of runs once per organisation, when their records are needed. */
function seekRecords(state: State): Step {
  const { organisation, session, disabling } = state;
  const ofOther = disabling.records !== null && disabling.records.orgId !== organisation?.orgId;
  const own = ofOther ? withDisabling(state, { records: null }) : state;
  if (organisation === null || session.baseUrl === null || own.disabling.records !== null) return [own];
  if (!isRecordWanted(own)) return [own];
  const { orgId } = organisation;
  const next = withDisabling(own, { records: { orgId, times: 'reading' } });
  return [next, { kind: 'findDisabled', baseUrl: session.baseUrl, orgId }];
}

function withListRenewed(state: State): State {
  return state.list.listing.view.filter.usesRecords ? renewList(state) : state;
}

/** The run that has just ended; null: none, or a run that enables and disables nothing, or a preview. */
function runJustOver({ deletion: run }: State, { deletion: before }: State): Run | null {
  if (run === null || runRows[run.kind].enables === null || run.isPreview) return null;
  return before?.id === run.id && isGoing(before) && !isGoing(run) ? run : null;
}

function recordsAfterRun(state: State, run: Run): State {
  const { records } = state.disabling;
  if (records?.orgId !== run.organisation.orgId || records.times === 'reading') return state;
  const times = new Map(records.times);
  for (const { system, outcome } of run.settled) {
    const isDisabled = leavesDisabled(run.kind, outcome);
    const { systemId, enrolledAtMs } = system;
    if (isDisabled === true) {
      // If an earlier time is unknown, the order of the two is unknown too, as it is for files.
      const isOrdered = times.get(systemId)?.at !== null;
      times.set(systemId, { at: isOrdered ? serviceTime(state) : null, enrolledAtMs });
    } else if (isDisabled === false) times.delete(systemId);
  }
  return { ...state, disabling: { ...state.disabling, records: { ...records, times } } };
}

/** `now` is the earlier one of the two clocks, so the difference is added back. */
function serviceTime({ clock, now }: State): number | null {
  if (clock.kind === 'unverified') return null;
  return clock.kind === 'behind' ? now + clock.ms : now;
}

function afterRun(state: State, before: State): Step {
  const run = runJustOver(state, before);
  return [run === null ? state : withListRenewed(recordsAfterRun(state, run))];
}

export const disabling: Feature<'disabling'> = {
  slice: {
    initial: { isAsking: null, isSought: false, withdrawn: new Map(), records: null },
    lasts: 'session',
  },
  update: {
    switchingWanted(state, { does }) {
      const asking = withNotice(withDisabling(state, { isAsking: does }), askingWords(does));
      const isKnown = state.definition.offers !== null || runRows[does].isEverywhere;
      // The definition feature reacts, and reads the definition.
      return isKnown ? decideSwitch(asking, does) : [asking];
    },
    disabledFound(state, { orgId, times }) {
      if (state.organisation?.orgId !== orgId) return [state];
      return [withListRenewed(withDisabling(state, { records: { orgId, times } }))];
    },
    disablingLeft: (state) => {
      const { done } = runRows[state.disabling.isAsking ?? usualKind].words;
      return [withNotice(withDisabling(state, { isAsking: null }), `Stopped. Nothing was ${done}.`)];
    },
  },
  reacts: {
    // The service does not know an operation that its definition names.
    changeFailed(state, { problem }, before) {
      const { deletion: run } = state;
      const isNews = run?.stop === 'unsupported' && before.deletion?.stop !== 'unsupported';
      if (!isNews) return [state];
      const status = problem.kind === 'refused' ? problem.status : null;
      return [withDisabling(state, { withdrawn: new Map(state.disabling.withdrawn).set(run.kind, { status }) })];
    },
    // Another key cancels the wait.
    keyPressed: (state, _, before) => [
      before.disabling.isAsking !== null && before.overlay === null ? withDisabling(state, { isAsking: null }) : state,
    ],
  },
  after(state, before) {
    const isNews = state.definition !== before.definition;
    const askOrSeek = (next: State): Step => {
      const wanted = next.disabling.isAsking;
      if (wanted === null || !isNews) return seek(next, before);
      if (!isThere(next)) return [withDisabling(next, { isAsking: null })];
      return next.overlay === null ? decideSwitch(next, wanted) : [next];
    };
    return andThen(andThen(afterRun(state, before), askOrSeek), seekRecords);
  },
  effects: {
    async findDisabled({ baseUrl, orgId }, { ports }) {
      const folder = await ports.changesFolder().catch(() => null);
      const times = folder === null ? new Map() : await findDisabled(folder, baseUrl, orgId);
      return { kind: 'disabledFound', orgId, times };
    },
    // Dispatched directly, so that a key typed right afterwards reaches the review.
    openSwitching({ does }, { dispatch }) {
      dispatch({ kind: 'reviewOpened', does });
      return null;
    },
  },
};
