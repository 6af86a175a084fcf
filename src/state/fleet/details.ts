/** Shows every field of one system, and checks the system under the cursor in the background. */
import { type Loadable, type None, type Tagged, knownOrNull } from '../kernel/declare.ts';
import { type Problem, isSystemNotFound } from '../../api/problem.ts';
import type { System } from '../../api/system.ts';
import { type ListPosition, atTop } from '../kernel/list-view.ts';
import { isExitHeld } from '../root/pending.ts';
import { withNotice, onScreen, type Step, type Feature, type Of, screenList } from '../root/feature.ts';
import { currentScan } from './list/listing.ts';
import { readRows, moveCursor, systemAtHand, systemUnderCursor } from './list/feature.ts';
import { systemById, withGone, withSystemRead } from './list/scan.ts';
import { loseMarks } from './marks/feature.ts';
import { cameBack } from './protection/guards.ts';
import type { State, Action } from '../root/state.ts';
import { systemRead } from './systems/effects.ts';

/** Result of the last check of a system; `at`: milliseconds since 1970. */
export interface Checked {
  readonly systemId: string;
  readonly at: number;
  readonly problem: Problem | null;
}

export interface DetailsFeature {
  readonly state: {
    /** The system under the cursor, to be checked once the cursor has rested on it. */
    readonly resting: string | null;
    readonly checking: string | null;
    readonly checked: Checked | null;
    /** A background check failed: pause them until the service answers any other request. */
    readonly isHeld: boolean;
  };
  readonly action: Tagged<{
    detailsOpened: None;
    detailsArrived: { systemId: string; system: System; now: number };
    detailsFailed: { systemId: string; problem: Problem; now: number };
    neighbourOpened: { motion: 'down' | 'up' };
    systemChecked: { systemId: string; system: System; now: number };
    checkFailed: { systemId: string; problem: Problem; now: number };
  }>;
  readonly read: Tagged<{
    readSystem: { orgId: string; systemId: string };
    /** A background check: never retried, and no key waits for it. */
    checkSystem: { orgId: string; systemId: string };
  }>;
  readonly slot: 'details' | 'quietCheck';
  readonly timer: 'rest';
  readonly screen: Tagged<{ details: { system: Loadable<System>; systemId: string; list: ListPosition } }>;
}

declare module '../root/state.ts' {
  interface Features {
    readonly details: DetailsFeature;
  }
}

// Applies a new record of one system to its row, the stale count and its mark.

/** Longer names are truncated: they would fill the notice. */
const maxNameLength = 32;

/** Replaces the record in the row. The caller decides about the mark, and reports it. */
export function refreshRow(state: State, system: System): State {
  return readRows(state, (scan) => withSystemRead(scan, system));
}

/** Applies the newest record, and unmarks a system that reconnected or was seen after it was marked. */
function refreshSystem(state: State, system: System, at: number): State {
  const { systemId } = system;
  const renewed = refreshRow(state, system);
  // A watched system is read wherever the cursor is: the check of the system under the cursor stays.
  const checked: State = {
    ...renewed,
    details: {
      ...renewed.details,
      ...(restingOn(state) === systemId && { checked: { systemId, at, problem: null } }),
      isHeld: false,
    },
  };
  const mark = state.marks.marked.get(systemId);
  const why = mark === undefined ? null : (cameBack(mark.system, system)?.why ?? null);
  if (why !== 'connected' && why !== 'seenSince') return checked;
  const what = why === 'connected' ? 'reconnected' : 'was seen again';
  return withNotice(loseMarks(checked, [systemId]), `${nameIn(system)} ${what}: unmarked. u undoes.`);
}

/** The system could not be read. A system that the service does not find keeps its row, and loses its mark. */
export function missSystem(state: State, systemId: string, problem: Problem, at: number): State {
  const isResting = restingOn(state) === systemId;
  const checked = isResting ? { ...state, details: { ...state.details, checked: { systemId, at, problem } } } : state;
  if (!isSystemNotFound(problem)) return checked;
  const missed = readRows(checked, (scan) => withGone(scan, [systemId]));
  const { scan } = state.list.listing;
  const system = scan === null ? undefined : systemById(scan, systemId);
  if (system === undefined || !state.marks.marked.has(systemId)) return missed;
  return withNotice(loseMarks(missed, [systemId]), `${nameIn(system)} is no longer there: unmarked. u undoes.`);
}

export function nameIn({ hostname, systemId }: Pick<System, 'hostname' | 'systemId'>): string {
  const name = hostname === null || hostname.trim() === '' ? systemId : hostname;
  return name.length > maxNameLength ? `${name.slice(0, maxNameLength - 1)}…` : name;
}

// The background check of the system under the cursor.

/** The system under the cursor in the list or the details; null on other screens. */
function restingOn({ screen, list }: State): string | null {
  if (screen.kind === 'details') return screen.systemId;
  return screen.kind === 'systems' ? list.listing.cursor.systemId : null;
}

/** No other work is in progress: no page load, prompt, backoff or deletion. */
export function isCalm(state: State): boolean {
  const { screen, overlay, prompt, requests, session, list, details } = state;
  return (
    (screen.kind === 'systems' || screen.kind === 'details') &&
    overlay === null &&
    prompt === null &&
    requests.backoff === null &&
    session.profileSettings.checksAtRest &&
    !details.isHeld &&
    !isExitHeld(state) &&
    currentScan(list.listing)?.inFlight === false
  );
}

/** Debounce before the system under the cursor is checked: scrolling sends no requests. */
export const restMs = 300;

function openDetails(state: State): Step {
  const system = systemAtHand(state);
  if (system === undefined || state.organisation === null) return [state];
  const { systemId } = system;
  const opened = onScreen(state, { kind: 'details', systemId, system: { kind: 'loading', last: system }, list: atTop });
  return [withDetails(opened, { resting: null }), { kind: 'readSystem', orgId: state.organisation.orgId, systemId }];
}

function withDetails(state: State, change: Partial<State['details']>): State {
  return { ...state, details: { ...state.details, ...change } };
}

function openNeighbour(state: State, { motion }: Of<Action, 'neighbourOpened'>): Step {
  if (state.screen.kind !== 'details') return [state];
  const [next, ...effects] = moveCursor(state, motion);
  const system = systemUnderCursor(next);
  if (system === undefined || system.systemId === state.screen.systemId) {
    return [
      withNotice(state, motion === 'down' ? 'This is the last system shown.' : 'This is the first system shown.'),
    ];
  }
  const { systemId } = system;
  const shown = onScreen(next, { kind: 'details', systemId, system: { kind: 'ready', value: system }, list: atTop });
  return [shown, { kind: 'abandonRead', slot: 'details' }, ...effects];
}

/** The rest has elapsed: check the system, unless other work is in progress. */
function restOnSystem(state: State): Step {
  const { resting } = state.details;
  const { organisation } = state;
  if (resting === null || organisation === null || resting !== restingOn(state)) return [state];
  if (!isCalm(state)) return [state];
  const next = withDetails(state, { resting: null, checking: resting });
  return [next, { kind: 'checkSystem', orgId: organisation.orgId, systemId: resting }];
}

/** Restarts the debounce when the cursor moves to another system, and cancels the check of the previous one. */
function syncRest(state: State, before: State): Step {
  const [at, was] = [restingOn(state), restingOn(before)];
  const { checking, resting } = state.details;
  const startTimer = { kind: 'startTimer', timer: 'rest', ms: restMs } as const;
  if (at !== was && was !== null) {
    const next = withDetails(state, { resting: at, checking: null });
    return [
      next,
      ...(checking === null ? [] : [{ kind: 'abandonRead', slot: 'quietCheck' } as const]),
      ...(at === null ? [] : [startTimer]),
    ];
  }
  const isCalmAgain = resting !== null && isCalm(state) && !isCalm(before);
  return isCalmAgain ? [state, startTimer] : [state];
}

const systemKey = (): string => 'details';
const checkKey = ({ systemId }: { readonly systemId: string }): string => `check ${systemId}`;

export const details: Feature<'details'> = {
  slice: {
    initial: { resting: null, checking: null, checked: null, isHeld: false },
    lasts: 'organisation',
  },
  update: {
    detailsOpened: openDetails,
    neighbourOpened: openNeighbour,
    detailsArrived(state, { systemId, system: value, now }) {
      const { screen } = state;
      const seen = refreshSystem({ ...state, now }, value, now);
      if (screen.kind !== 'details' || screen.systemId !== systemId) return [seen];
      return [{ ...seen, screen: { ...screen, system: { kind: 'ready', value } } }];
    },
    detailsFailed(state, { systemId, problem, now }) {
      const { screen } = state;
      if (problem.kind === 'aborted') return [state];
      const missed = missSystem(state, systemId, problem, now);
      if (screen.kind !== 'details' || screen.systemId !== systemId) return [missed];
      return [
        { ...missed, screen: { ...screen, system: { kind: 'failed', problem, last: knownOrNull(screen.system) } } },
      ];
    },
    systemChecked(state, { systemId, system: value, now }) {
      const { screen } = state;
      const isAwaited = state.details.checking === systemId;
      const seen = refreshSystem(isAwaited ? withDetails(state, { checking: null }) : state, value, now);
      if (screen.kind !== 'details' || screen.systemId !== systemId || screen.system.kind !== 'ready') return [seen];
      return [{ ...seen, screen: { ...screen, system: { kind: 'ready', value } } }];
    },
    checkFailed(state, { systemId, problem, now }) {
      if (state.details.checking !== systemId || problem.kind === 'aborted') return [state];
      const missed = missSystem(withDetails(state, { checking: null }), systemId, problem, now);
      return [withDetails(missed, { isHeld: !isSystemNotFound(problem) && problem.kind !== 'oddId' })];
    },
  },
  reads: {
    readSystem: {
      ...systemRead(
        ({ systemId }, { system }, now) => ({ kind: 'detailsArrived', systemId, system, now }),
        ({ systemId }, problem, now) => ({ kind: 'detailsFailed', systemId, problem, now }),
      ),
      slot: 'details',
      key: systemKey,
      answers: { detailsArrived: systemKey, detailsFailed: systemKey },
      retries: {
        detailsFailed({ organisation, screen }, { systemId }) {
          const isPending = screen.kind === 'details' && screen.systemId === systemId;
          if (!isPending || screen.system.kind !== 'loading' || organisation === null) return null;
          return { kind: 'readSystem', orgId: organisation.orgId, systemId };
        },
      },
    },
    checkSystem: {
      ...systemRead(
        ({ systemId }, { system }, now) => ({ kind: 'systemChecked', systemId, system, now }),
        ({ systemId }, problem, now) => ({ kind: 'checkFailed', systemId, problem, now }),
      ),
      slot: 'quietCheck',
      key: checkKey,
      answers: { systemChecked: checkKey, checkFailed: checkKey },
      retries: {},
    },
  },
  timers: { rest: restOnSystem },
  reacts: {
    // Any answer from the service ends the pause of the background checks.
    pageArrived: (state) => [state.details.isHeld ? withDetails(state, { isHeld: false }) : state],
  },
  after: syncRest,
  // No key waits for a check: a key that arrives with its answer is drawn first.
  progress: {
    systemChecked: () => true,
    timerEnded: (state, { details: { resting } }) => resting !== null && state.details.checking === resting,
  },
  pending: ({ screen }) =>
    screen.kind === 'details' && screen.system.kind === 'loading' ? `details ${screen.systemId}` : null,
  screens: {
    details: {
      back: (state) => [onScreen(state, { kind: 'systems' }), { kind: 'abandonRead', slot: 'details' }],
      list: (state, screen) => ({ ...screenList(state, screen, null), isText: true }),
    },
  },
};
