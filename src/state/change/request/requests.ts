/** The request of this session: at most one is shown, or under way. */
import { openScreens } from '../../root/navigation.ts';
import { isLeft } from '../../root/pending.ts';
import type { State } from '../../root/state.ts';
import type { Of } from '../../root/feature.ts';
import { phraseOn } from '../arming.ts';
import { newPhrase, type PhrasePrompt } from '../phrase.ts';
import type { ChangeRequest, RequestStage } from './feature.ts';

/** The one of this number; null for an answer to an earlier one. */
export function currentOf({ request: { current } }: State, id: number): ChangeRequest | null {
  return current?.id === id ? current : null;
}

/** The state with a part of it changed, where it is still that one. */
export function changed(state: State, id: number, change: Partial<ChangeRequest>): State {
  const current = currentOf(state, id);
  return current === null ? state : { ...state, request: { ...state.request, current: { ...current, ...change } } };
}

/** A request that changes something is being sent: its outcome must be known. */
export function isRequestUnderWay({ request: { current } }: State): boolean {
  return current !== null && (current.stage.kind === 'saving' || current.stage.kind === 'sending');
}

/** The target is read before the question: the phrase counts after that. */
export function isReadingTarget({ target }: ChangeRequest): boolean {
  return target.kind === 'reading';
}

type Asking = Of<RequestStage, 'asking'>;

export const asking: Asking = { kind: 'asking', ...newPhrase, isInField: true };

export function isAsking(request: ChangeRequest | null): request is ChangeRequest & { readonly stage: Asking } {
  return request?.stage.kind === 'asking';
}

export function phraseChanged(state: State, change: Partial<PhrasePrompt>): State {
  const { current } = state.request;
  return isAsking(current) ? changed(state, current.id, { stage: { ...current.stage, ...change } }) : state;
}

export const requestPhrase = phraseOn({
  screen: 'request',
  timer: 'armRequest',
  promptOf: ({ request: { current } }) => (isAsking(current) ? current.stage : null),
  changed: phraseChanged,
});

/** The state without a request that is shown or was the last one. */
export function withoutRequest(state: State): State {
  return { ...state, request: { ...state.request, current: null } };
}

export function isRequestShown(state: State): boolean {
  return openScreens(state).some(({ kind }) => kind === 'request');
}

/** Has the request of this number ended while it was looked at? */
export function isEndShown(state: State, id: number): boolean {
  return state.screen.kind === 'request' && currentOf(state, id) !== null && !isLeft(state);
}
