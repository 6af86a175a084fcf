/** The terminal and the end of the program: ctrl-c, quit, shutdown, suspend, banners. */
import type { None, Tagged } from '../kernel/declare.ts';
import type { Background } from '../session/profile-settings.ts';
import { type Feature, andThen, firstScreen, withNotice, type Step, refuse } from '../root/feature.ts';
import { listViewRemembered } from '../fleet/resume.ts';
import { isChecking, isGoing } from '../change/run.ts';
import { stopCurrentRun } from '../removal/deletion/public.ts';
import { isReadingEverything, stopReading } from '../fleet/list/feature.ts';
import type { State } from '../root/state.ts';
import { withSession } from '../account/sign-in/feature.ts';
import { bannerOf, withNews } from '../session/news.ts';
import { isExitHeld, isLeft, pendingName } from '../root/pending.ts';

export interface ProgramFeature {
  readonly state: {
    /** Seconds for which the named work has been pending. `saidAt`: when the notice appeared. */
    readonly pending: { readonly what: string; readonly seconds: number; readonly saidAt: number } | null;
    readonly dismissed: ReadonlySet<string>;
    /** ctrl-c was pressed once; a second press within two seconds quits. */
    readonly isInterrupted: boolean;
    /** The location of the log was shown, which happens only once. */
    readonly isLogTold: boolean;
    /** rollcall quits as soon as the run has stopped. */
    readonly isLeaving: boolean;
  };
  readonly action: Tagged<{
    /** `name` (`pendingName`) has been pending for this many seconds. */
    secondPassed: { name: string; seconds: number };
    bannerDismissed: None;
    keyRefused: { reason: string };
    keyUnknown: { name: string };
    interrupted: None;
    quitRequested: None;
    quitConfirmed: None;
    /**
     * The computer asks rollcall to end: it waits briefly for requests in flight. `isAgain`: the user does not want to
     * wait any longer.
     */
    endingAsked: { isAgain: boolean };
    repaintRequested: None;
    suspendRequested: None;
    /** The requested log ended before the program. `message`: why, without a full stop. */
    logEnded: { message: string };
    /** The terminal reported its background. */
    backgroundFound: { background: Background };
    /** The preferences cannot be read or saved. */
    preferencesFailed: { message: string };
    overlayClosed: None;
  }>;
  readonly effect: Tagged<{ suspend: None; repaint: None; leave: None }>;
  readonly timer: 'interrupt' | 'ending';
  /** Shown until the address and the presence of a token are known. */
  readonly screen: { readonly kind: 'starting' };
  readonly overlay: { readonly kind: 'quit' };
}

declare module '../root/state.ts' {
  interface Features {
    readonly program: ProgramFeature;
  }
}

/** Two presses of ctrl-c within this time quit rollcall; in milliseconds. */
export const interruptMs = 2_000;

/**
 * In milliseconds. With the time for quitting itself it stays below five seconds, after which a shutdown kills
 * processes.
 */
export const endingMs = 4_000;

function withProgram(state: State, change: Partial<State['program']>): State {
  return { ...state, program: { ...state.program, ...change } };
}

function leave(state: State): Step {
  return [state, ...listViewRemembered(state), { kind: 'leave' }];
}

/**
 * Stops a run first, and waits for requests in flight, the creation of a key and sent changes, because their outcomes
 * must be known. A second request quits at once.
 */
function leaveProgram(state: State): Step {
  const next: State = { ...state, overlay: null };
  if (state.program.isLeaving || !isExitHeld(state)) return leave(next);
  const leaving = withProgram(next, { isLeaving: true });
  if (isGoing(state.deletion)) return stopCurrentRun(leaving, 'asked');
  return [withNotice(leaving, 'Quits when the service has answered. ctrl-c twice quits at once.')];
}

/** Waits for requests in flight, but no longer than the computer waits for rollcall. */
function askEnding(state: State, isAgain: boolean): Step {
  if (isAgain) return leave({ ...state, overlay: null });
  // You may have quit already and be waiting for requests in flight: this limits that wait.
  return andThen(leaveProgram(withProgram(state, { isLeaving: false })), (next) =>
    isExitHeld(next) ? [next, { kind: 'startTimer', timer: 'ending', ms: endingMs }] : [next],
  );
}

/** ctrl-c stops the run or the load; pressed twice within two seconds it quits. */
function interrupt(state: State): Step {
  if (state.program.isInterrupted) return leaveProgram(state);
  const stopped: Step = isGoing(state.deletion)
    ? stopCurrentRun(state, 'asked')
    : [isReadingEverything(state) ? stopReading(state) : state];
  return andThen(stopped, (next) => [
    { ...withProgram(next, { isInterrupted: true }), notice: { kind: 'interrupted' } },
    { kind: 'startTimer', timer: 'interrupt', ms: interruptMs },
  ]);
}

function requestQuit(state: State): Step {
  return isGoing(state.deletion) ? [{ ...state, overlay: { kind: 'quit' } }] : leaveProgram(state);
}

/** Shown on the first screen without another notice. */
function tellLog(state: State): Step {
  const { session, program, screen, notice } = state;
  if (session.log === null || program.isLogTold || screen.kind === 'starting' || notice !== null) return [state];
  const name = session.log.split(/[/\\]/).at(-1) ?? session.log;
  const told = withNotice(state, `Logging to ${name}: it names systems, and holds no token.`);
  return [withProgram(told, { isLogTold: true })];
}

/** Resets the count when a wait ends, so that the next wait for the same page starts at 0. */
function updateWait(state: State, before: State): State {
  const { pending } = state.program;
  if (pending === null) return state;
  if (pending.what !== pendingName(state)) return withProgram(state, { pending: null });
  const isSaidNow = state.notice !== before.notice && pending.saidAt !== pending.seconds;
  return isSaidNow ? withProgram(state, { pending: { ...pending, saidAt: pending.seconds } }) : state;
}

export const program: Feature<'program'> = {
  slice: {
    initial: { pending: null, dismissed: new Set(), isInterrupted: false, isLogTold: false, isLeaving: false },
    lasts: 'session',
  },
  update: {
    secondPassed(state, { name: what, seconds }) {
      const { pending } = state.program;
      return [withProgram(state, { pending: { what, seconds, saidAt: pending?.what === what ? pending.saidAt : 0 } })];
    },
    bannerDismissed(state) {
      const banner = bannerOf(state);
      if (banner === null) return [state];
      return [withProgram(state, { dismissed: new Set(state.program.dismissed).add(banner.kind) })];
    },
    keyRefused: (state, { reason }) => [refuse(state, reason)],
    keyUnknown: (state, action) => [withNotice(state, `${action.name} does nothing here. ? lists the keys.`)],
    interrupted: interrupt,
    // A check removes marks of deleted systems before rollcall quits.
    quitRequested: (state) =>
      isChecking(state.deletion) ? andThen(stopCurrentRun(state, 'asked'), requestQuit) : requestQuit(state),
    quitConfirmed: leaveProgram,
    endingAsked: (state, action) => askEnding(state, action.isAgain),
    repaintRequested: (state) => [state, { kind: 'repaint' }],
    suspendRequested: (state) => [state, { kind: 'suspend' }],
    logEnded: (state, { message }) => [withNews(state, { kind: 'warning', text: `The log ended: ${message}.` })],
    backgroundFound: (state, { background }) => [withSession(state, { background })],
    preferencesFailed: (state, action) => [withSession(state, { preferencesProblem: action.message })],
    overlayClosed: (state) => [{ ...state, overlay: null }],
  },
  // Quitting waits only for requests that hold the exit.
  after: (state, before) =>
    andThen(tellLog(updateWait(state, before)), (told) => (isLeft(told) && isExitHeld(before) ? leave(told) : [told])),
  progress: { secondPassed: () => true },
  effects: {
    suspend(_, { ports }) {
      ports.suspend();
      return null;
    },
    repaint(_, { ports }) {
      ports.repaint();
      return null;
    },
    async leave(_, { ports, settled }) {
      // A late answer of the keychain must not store or remove anything after the program has ended.
      await Promise.all([settled(), ports.memory.saved(), ports.tokens.settled()]);
      ports.leave();
      return null;
    },
  },
  timers: {
    interrupt(state) {
      const notice = state.notice?.kind === 'interrupted' ? null : state.notice;
      return [{ ...withProgram(state, { isInterrupted: false }), notice }];
    },
    ending: leave,
  },
  reacts: {
    clockCompared(state) {
      // A banner with a new cause is shown again.
      const dismissed = new Set(state.program.dismissed);
      dismissed.delete('clock');
      return [withProgram(state, { dismissed })];
    },
  },
  screens: { starting: { back: firstScreen }, quit: {} },
};
