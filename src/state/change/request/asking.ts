/** The phrase: typed, once the keyboard was quiet for a moment. What is typed ahead of the question counts for nothing. */
import { quietMs } from '../../kernel/typed.ts';
import type { Of } from '../../root/feature.ts';
import type { Step } from '../../root/step.ts';
import type { Action, State } from '../../root/state.ts';
import type { ChangeRequest, RequestStage } from './feature.ts';
import { changed } from './requests.ts';

export const asking: Of<RequestStage, 'asking'> = { kind: 'asking', typed: '', isArmed: false, isWrong: false };

type Asking = ChangeRequest & { readonly stage: Of<RequestStage, 'asking'> };

export function isAsking(request: ChangeRequest | null): request is Asking {
  return request?.stage.kind === 'asking';
}

/** Is what is typed now swallowed, because it may have been meant for another screen? */
function isQuietPending({ request: { current }, screen }: State): boolean {
  return screen.kind === 'request' && isAsking(current) && !current.stage.isArmed;
}

/** Debounces the keys: they count once none was pressed for a moment. */
export function debounced(state: State): Step {
  return isQuietPending(state) ? [state, { kind: 'startTimer', timer: 'armRequest', ms: quietMs }] : [state];
}

/** Typing after a refused key does not hide the reason. */
export function keyIgnored(state: State, _: Action, before: State): Step {
  if (!isQuietPending(before) || before.overlay !== null) return debounced(state);
  const text = 'Typed too early: ignored. Pause for a moment, then type the phrase.';
  const notice = before.notice?.kind === 'refused' ? before.notice : ({ kind: 'refused', text } as const);
  return debounced({ ...state, notice });
}

export function armed(state: State): Step {
  const { current } = state.request;
  if (state.screen.kind !== 'request' || !isAsking(current)) return [state];
  return [changed(state, current.id, { stage: { ...current.stage, isArmed: true } })];
}

export function phraseEdited(state: State, typed: string): State {
  const { current } = state.request;
  if (!isAsking(current)) return state;
  return changed(state, current.id, { stage: { ...current.stage, typed, isWrong: false } });
}
