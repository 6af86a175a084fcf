/** The phrase that confirms a change, and its typed part. */
import type { Organisation } from '../../api/organisations.ts';
import { quietMs } from '../kernel/form.ts';
import type { Action, Screen, State, Timer } from '../root/state.ts';
import type { Step } from '../root/feature.ts';

/** The owner of the prompt knows the phrase. */
export interface PhrasePrompt {
  readonly typed: string;
  /** Input is accepted: no key was pressed during the quiet period. */
  readonly isArmed: boolean;
  /** Keys go into the phrase. */
  readonly isInField: boolean;
  /** You pressed enter on another phrase. */
  readonly isWrong: boolean;
}

export const newPhrase: PhrasePrompt = { typed: '', isArmed: false, isInField: false, isWrong: false };

/** A longer name is hard to type and breaks the line: the beginning of the id replaces it. */
const maxNameLength = 30;
const idCharacters = 8;

export function isTypable(text: string): boolean {
  return text.length <= maxNameLength && /^[!-~]+( [!-~]+)*$/.test(text);
}

/** Not everyone can type a name that is not plain ASCII: the beginning of the id replaces it. */
export function typedName({ orgName, orgId }: Organisation): string {
  return isTypable(orgName) ? orgName : orgId.slice(0, idCharacters);
}

// Arms the phrase of a screen after a quiet period, so that keys typed ahead are ignored.

interface Owner {
  readonly screen: Screen['kind'];
  readonly timer: Timer;
  /** Null: the screen asks for no phrase. */
  readonly promptOf: (state: State) => PhrasePrompt | null;
  readonly changed: (state: State, change: Partial<PhrasePrompt>) => State;
}

export function phraseOn({ screen, timer, promptOf, changed }: Owner) {
  const findShown = (state: State): PhrasePrompt | null => (state.screen.kind === screen ? promptOf(state) : null);
  const isQuietPending = (state: State): boolean => findShown(state)?.isArmed === false;
  const debounce = (state: State): Step =>
    isQuietPending(state) ? [state, { kind: 'startTimer', timer, ms: quietMs }] : [state];

  /** Typing after a refused key must not hide the reason for the refusal. */
  function keyIgnored(state: State, _: Action, before: State): Step {
    if (isQuietPending(before) && before.overlay === null) {
      const text = 'Typed too early: ignored. Pause for a moment, then type the phrase.';
      const notice = before.notice?.kind === 'refused' ? before.notice : ({ kind: 'refused', text } as const);
      return debounce({ ...state, notice });
    }
    // An unknown key suggests blind typing; ignore what follows.
    const isOpen = findShown(state)?.isInField === false && state.prompt === null;
    return debounce(isOpen ? changed(state, { isArmed: false }) : state);
  }

  return {
    /** Starts the quiet period after which input is accepted. */
    debounced: debounce,
    armed: (state: State): Step => [findShown(state) === null ? state : changed(state, { isArmed: true })],
    reacts: {
      // Scrolling does not disarm the prompt.
      keyPressed: (state: State, { action }: { readonly action: Action }): Step =>
        action.kind === 'moved' ? [state] : debounce(state),
      keyRefused: keyIgnored,
      keyUnknown: keyIgnored,
    },
  };
}
