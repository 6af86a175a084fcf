/** Arms the phrase of a screen once the keyboard was quiet for a moment. Keys typed ahead of it count for nothing. */
import { quietMs } from '../kernel/form.ts';
import type { Action, Screen, State, Timer } from '../root/state.ts';
import type { Step } from '../root/step.ts';
import type { PhrasePrompt } from './phrase.ts';

interface Owner {
  readonly screen: Screen['kind'];
  readonly timer: Timer;
  /** Null where no phrase is asked for. */
  readonly promptOf: (state: State) => PhrasePrompt | null;
  readonly changed: (state: State, change: Partial<PhrasePrompt>) => State;
}

export function phraseOn({ screen, timer, promptOf, changed }: Owner) {
  const shownIn = (state: State): PhrasePrompt | null => (state.screen.kind === screen ? promptOf(state) : null);
  const isQuietPending = (state: State): boolean => shownIn(state)?.isArmed === false;
  const debounced = (state: State): Step =>
    isQuietPending(state) ? [state, { kind: 'startTimer', timer, ms: quietMs }] : [state];

  /** Typing after a refused key does not hide the reason. */
  function keyIgnored(state: State, _: Action, before: State): Step {
    if (isQuietPending(before) && before.overlay === null) {
      const text = 'Typed too early: ignored. Pause for a moment, then type the phrase.';
      const notice = before.notice?.kind === 'refused' ? before.notice : ({ kind: 'refused', text } as const);
      return debounced({ ...state, notice });
    }
    // A key that means nothing here was typed without looking: what follows it may be, too.
    const isOpen = shownIn(state)?.isInField === false && state.prompt === null;
    return debounced(isOpen ? changed(state, { isArmed: false }) : state);
  }

  return {
    /** Keys count once none was pressed for a moment. */
    debounced,
    armed: (state: State): Step => [shownIn(state) === null ? state : changed(state, { isArmed: true })],
    reacts: {
      // To look through what is confirmed is not to type ahead.
      keyPressed: (state: State, { action }: { readonly action: Action }): Step =>
        action.kind === 'moved' ? [state] : debounced(state),
      keyRefused: keyIgnored,
      keyUnknown: keyIgnored,
    },
  };
}
