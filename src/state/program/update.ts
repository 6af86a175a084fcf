/** The terminal and the end of the program: ctrl-c, quit, shutdown, suspend, banners. */
import { programEffects } from './effects.ts';
import type { Feature } from '../kernel/feature.ts';
import { readingStopped } from '../resume/restore.ts';
import { isChecking, isGoing } from '../deletion/run.ts';
import { runStopped } from '../deletion/operations.ts';
import { isKeyUnderWay } from '../enrolment-keys/selectors.ts';
import { isReadingEverything } from '../list/operations.ts';
import { marksAtStake } from '../marks/operations.ts';
import type { State } from '../state.ts';
import { andThen, firstScreen, said, type Step } from '../kernel/step.ts';
import { withSession } from '../sign-in/operations.ts';
import { bannerOf } from './banner.ts';

/** Two presses of ctrl-c within this time leave the program. */
export const interruptMs = 2_000;

/** With what it takes to end, the program is gone within five seconds: a computer that shuts down waits no longer. */
export const endingMs = 4_000;

function withProgram(state: State, change: Partial<State['program']>): State {
  return { ...state, program: { ...state.program, ...change } };
}

/**
 * Leaves; a run is stopped first, and what is in flight is waited for, as is a key that is being created: how it ended
 * must be known. Asked again: at once.
 */
function left(state: State): Step {
  const next: State = { ...state, overlay: null };
  if (state.program.isLeaving || !(isGoing(state.deletion) || isKeyUnderWay(state))) return [next, { kind: 'leave' }];
  const leaving = withProgram(next, { isLeaving: true });
  return isGoing(state.deletion) ? runStopped(leaving, 'asked') : [said(leaving, waitingForKey)];
}

const waitingForKey = 'Leaves once the service has answered; ctrl-c twice leaves at once.';

/** What is in flight is waited for, and no longer than the computer waits for the program. */
function endingAsked(state: State, isAgain: boolean): Step {
  if (isAgain) return [{ ...state, overlay: null }, { kind: 'leave' }];
  // Somebody who has asked to leave may wait for those in flight already: from here on no longer than this.
  const [next, ...effects] = left(withProgram(state, { isLeaving: false }));
  return isGoing(next.deletion) || isKeyUnderWay(next)
    ? [next, ...effects, { kind: 'startTimer', timer: 'ending', ms: endingMs }]
    : [next, ...effects];
}

/** ctrl-c stops what runs; pressed twice within two seconds it leaves. */
function interrupted(state: State): Step {
  if (state.program.isInterrupted) return left(state);
  const [stopped, ...effects]: Step = isGoing(state.deletion)
    ? runStopped(state, 'asked')
    : [isReadingEverything(state) ? readingStopped(state) : state];
  return [
    { ...withProgram(stopped, { isInterrupted: true }), notice: { kind: 'interrupted' } },
    ...effects,
    { kind: 'startTimer', timer: 'interrupt', ms: interruptMs },
  ];
}

function quitRequested(state: State): Step {
  if (!isGoing(state.deletion) && marksAtStake(state) === 0) return [state, { kind: 'leave' }];
  return [{ ...state, overlay: { kind: 'quit' } }];
}

export const program: Feature<'program'> = {
  update: {
    secondPassed: (state, { awaited: what, seconds }) => [withProgram(state, { awaited: { what, seconds } })],
    bannerDismissed(state) {
      const banner = bannerOf(state);
      if (banner === null) return [state];
      return [withProgram(state, { dismissed: new Set(state.program.dismissed).add(banner.kind) })];
    },
    keyRefused: (state, action) => [{ ...state, notice: { kind: 'refused', text: action.reason } }],
    keyUnknown: (state, action) => [said(state, `${action.name} does nothing here. ? lists the keys.`)],
    interrupted,
    // What is marked and gone leaves the marks first.
    quitRequested: (state) =>
      isChecking(state.deletion) ? andThen(runStopped(state, 'asked'), quitRequested) : quitRequested(state),
    quitConfirmed: left,
    endingAsked: (state, action) => endingAsked(state, action.isAgain),
    repaintRequested: (state) => [state, { kind: 'repaint' }],
    suspendRequested: (state) => [state, { kind: 'suspend' }],
    preferencesFailed: (state, action) => [withSession(state, { preferencesProblem: action.says })],
    overlayClosed: (state) => [{ ...state, overlay: null }],
  },
  progress: { secondPassed: () => true },
  effects: programEffects,
  timers: {
    interrupt: (state) => [
      {
        ...withProgram(state, { isInterrupted: false }),
        notice: state.notice?.kind === 'interrupted' ? null : state.notice,
      },
    ],
    ending: (state) => [state, { kind: 'leave' }],
  },
  reacts: {
    clockCompared(state) {
      // A banner about something else than before is not dismissed yet.
      const dismissed = new Set(state.program.dismissed);
      dismissed.delete('clock');
      return [withProgram(state, { dismissed })];
    },
  },
  screens: { starting: { back: firstScreen }, quit: {} },
};
