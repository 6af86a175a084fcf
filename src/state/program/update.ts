/** What do the terminal, the clock and the keys of every screen do to the state? */
import type { ProgramAction } from '../actions.ts';
import type { Timer } from '../effects.ts';
import { filterTyped } from '../filter/update.ts';
import { describing } from '../enrolment-keys/creation.ts';
import { searchPaused, searchPauseMs } from '../list/update.ts';
import { readingStopped } from '../list/reading.ts';
import { atTop } from '../kernel/list-cursor.ts';
import { drawnListMoved, listMoved, resized } from './navigation.ts';
import { armed } from '../review/update.ts';
import { rebuilt } from '../list/listing.ts';
import { isChecking } from '../deletion/run.ts';
import { runStopped } from '../deletion/update.ts';
import {
  filterContext,
  isKeyUnderWay,
  isReadingEverything,
  isRunGoing,
  marksAtStake,
  textField,
} from '../selectors.ts';
import type { Notice } from './notice.ts';
import type { State } from '../state.ts';
import { andThen, type Step } from '../kernel/step.ts';
import { back } from './back.ts';
import { bannerOf } from './banner.ts';
import { tableRows } from '../kernel/layout.ts';
import { autoRefreshToggled, refreshDue } from '../list/auto-refresh.ts';
import { withSignIn } from '../sign-in/update.ts';
import { resumed } from '../requests/hold.ts';

/** Two presses of ctrl-c within this time leave the program. */
export const interruptMs = 2_000;

/** With what it takes to end, the program is gone within five seconds: a computer that shuts down waits no longer. */
export const endingMs = 4_000;

/** What the program handles itself: all but what only carries another action. */
export function reduceProgram(
  state: State,
  action: Exclude<ProgramAction, { kind: 'paletteChosen' | 'keyPressed' }>,
): Step {
  switch (action.kind) {
    case 'resized': {
      const { columns, rows } = action;
      return [resized({ ...state, columns, rows })];
    }
    case 'minutePassed':
      return [minutePassed(state, action.now)];
    case 'secondPassed':
      return [{ ...state, program: { ...state.program, awaited: { what: action.awaited, seconds: action.seconds } } }];
    case 'clockCompared':
      return [clockCompared(state, action)];
    case 'bannerDismissed':
      return [bannerDismissed(state)];
    case 'timerEnded':
      return timerEnded(state, action.timer);
    case 'keyRefused':
      return [{ ...state, notice: { kind: 'refused', text: action.reason } }];
    case 'keyUnknown':
      return [{ ...state, notice: { kind: 'said', text: `${action.name} does nothing here. ? lists the keys.` } }];
    case 'moved':
      return listMoved(state, action.motion);
    case 'drawnListMoved':
      return [drawnListMoved(state, action)];
    case 'wentBack':
      return back(state);
    case 'interrupted':
      return interrupted(state);
    case 'quitRequested':
      // What is marked and gone leaves the marks first.
      if (isChecking(state.deletion)) return andThen(runStopped(state, 'asked'), (next) => reduceProgram(next, action));
      if (!isRunGoing(state) && marksAtStake(state) === 0) return [state, { kind: 'leave' }];
      return [{ ...state, overlay: { kind: 'quit' } }];
    case 'quitConfirmed':
      return left(state);
    case 'endingAsked':
      return endingAsked(state, action.isAgain);
    case 'autoRefreshToggled':
      return autoRefreshToggled(state);
    case 'suspendRequested':
      return [state, { kind: 'suspend' }];
    case 'repaintRequested':
      return [state, { kind: 'repaint' }];
    case 'preferencesFailed':
      return [{ ...state, session: { ...state.session, preferencesProblem: action.says } }];
    case 'helpOpened':
      return [{ ...state, overlay: { kind: 'help', list: atTop, typed: null } }];
    case 'paletteOpened':
      return [{ ...state, overlay: { kind: 'palette', typed: '', list: atTop } }];
    case 'helpSearched':
      return [state.overlay?.kind === 'help' ? { ...state, overlay: { ...state.overlay, typed: '' } } : state];
    case 'overlayClosed':
      return [{ ...state, overlay: null }];
    case 'textEdited':
      return textEdited(withoutSaid(state), action.text);
  }
}

/** Without a passing remark; warnings and problems stay until something else is said. */
export function withoutSaid(state: State): State {
  const isPassing = ['said', 'refused', 'staleMarked', 'marksCleared'].includes(state.notice?.kind ?? '');
  return isPassing ? { ...state, notice: null } : state;
}

function textEdited(state: State, text: string): Step {
  switch (textField(state)) {
    case 'palette':
      return [{ ...state, overlay: { kind: 'palette', typed: text, list: atTop } }];
    case 'helpSearch':
      if (state.overlay?.kind !== 'help') return [state];
      return [{ ...state, overlay: { kind: 'help', list: atTop, typed: text } }];
    case 'search': {
      const prompt = state.prompt === null ? null : { ...state.prompt, typed: text };
      return [
        { ...state, prompt },
        { kind: 'startTimer', timer: 'searchPause', ms: searchPauseMs },
      ];
    }
    case 'organisation':
      return [{ ...state, prompt: state.prompt && { ...state.prompt, typed: text } }];
    case 'settings':
      if (state.prompt?.kind !== 'settings') return [state];
      return [{ ...state, prompt: { ...state.prompt, typed: text, says: null } }];
    case 'filter':
    case 'pattern':
      return [filterTyped(state, text)];
    case 'phrase':
      return [phraseTyped(state, text)];
    case 'keyDescription':
      return [{ ...state, screen: { kind: 'newKey', creation: { ...describing, typed: text } } }];
    case 'tokenCommand':
      if (state.overlay?.kind !== 'keeping') return [state];
      return [{ ...state, overlay: { ...state.overlay, command: text, says: null } }];
    case 'profileName':
      if (state.overlay?.kind !== 'profiles') return [state];
      return [{ ...state, overlay: { ...state.overlay, typed: text, says: null } }];
    case 'baseUrl':
      return [withSignIn(state, { typedBaseUrl: text, says: null })];
    case 'token':
      return [tokenEdited(state)];
    case null:
      return [state];
  }
}

/** What was said of the token before is not true of this one. */
function tokenEdited(state: State): State {
  const { overlay, session } = state;
  if (overlay?.kind === 'token')
    return overlay.says === null ? state : { ...state, overlay: { ...overlay, says: null } };
  const { says, problem } = session.signIn;
  return says === null && problem === null ? state : withSignIn(state, { says: null, problem: null });
}

/** The key that opens the field is the phrase's first letter: whoever then types the phrase from its start means it once. */
function phraseTyped(state: State, text: string): State {
  const typed = text.replace(/^d+(?=d)/, '');
  return state.review === null ? state : { ...state, review: { ...state.review, typed, isWrong: false } };
}

function timerEnded(state: State, timer: Timer): Step {
  switch (timer) {
    case 'searchPause':
      return searchPaused(state);
    case 'refresh':
      return refreshDue(state);
    case 'arm':
      return [armed(state)];
    case 'ending':
      return [state, { kind: 'leave' }];
    case 'wait':
      // Another one may have taken its place: that is not over with the time.
      return state.requests.wait?.until.kind === 'time' ? resumed(state) : [state];
    case 'interrupt':
      return [
        {
          ...state,
          program: { ...state.program, isInterrupted: false },
          notice: state.notice?.kind === 'interrupted' ? null : state.notice,
        },
      ];
  }
}

/** Ages move with the clock, and with them a filter that looks at them. */
function minutePassed(state: State, now: number): State {
  const next = { ...state, now };
  if (!state.list.listing.view.filter.usesClock) return next;
  return {
    ...next,
    list: { ...next.list, listing: rebuilt(next.list.listing, filterContext(next), tableRows(next.rows)) },
  };
}

/** What the clocks say now; a banner about something else than before is not put away yet. */
function clockCompared(state: State, { clock, now }: ProgramAction & { kind: 'clockCompared' }): State {
  const dismissed = new Set(state.program.dismissed);
  dismissed.delete('clock');
  return minutePassed({ ...state, clock, program: { ...state.program, dismissed } }, now);
}

function bannerDismissed(state: State): State {
  const shown = bannerOf(state);
  return shown === null
    ? state
    : { ...state, program: { ...state.program, dismissed: new Set(state.program.dismissed).add(shown.kind) } };
}

/**
 * Leaves; a run is stopped first, and what is in flight is waited for, as is a key that is being created: how it ended
 * must be known. Asked again: at once.
 */
function left(state: State): Step {
  const next: State = { ...state, overlay: null };
  if (state.program.isLeaving || !(isRunGoing(state) || isKeyUnderWay(state))) return [next, { kind: 'leave' }];
  const leaving: State = { ...next, program: { ...next.program, isLeaving: true } };
  return isRunGoing(state) ? runStopped(leaving, 'asked') : [{ ...leaving, notice: waitingForKey }];
}

const waitingForKey: Notice = {
  kind: 'said',
  text: 'Leaves once the service has answered; ctrl-c twice leaves at once.',
};

/** What is in flight is waited for, and no longer than the computer waits for the program. */
function endingAsked(state: State, isAgain: boolean): Step {
  if (isAgain) return [{ ...state, overlay: null }, { kind: 'leave' }];
  // Somebody who has asked to leave may wait for those in flight already: from here on no longer than this.
  const [next, ...effects] = left({ ...state, program: { ...state.program, isLeaving: false } });
  return isRunGoing(next) || isKeyUnderWay(next)
    ? [next, ...effects, { kind: 'startTimer', timer: 'ending', ms: endingMs }]
    : [next, ...effects];
}

/** ctrl-c stops what runs; pressed twice within two seconds it leaves. */
function interrupted(state: State): Step {
  if (state.program.isInterrupted) return left(state);
  const [stopped, ...effects]: Step = isRunGoing(state)
    ? runStopped(state, 'asked')
    : [isReadingEverything(state) ? readingStopped(state) : state];
  return [
    { ...stopped, program: { ...stopped.program, isInterrupted: true }, notice: { kind: 'interrupted' } },
    ...effects,
    { kind: 'startTimer', timer: 'interrupt', ms: interruptMs },
  ];
}
