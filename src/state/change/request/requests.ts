/** The request of this session, of which at most one is shown or under way, and the facts to judge it by. */
import { openScreens } from '../../root/navigation.ts';
import { personOf } from '../../session/session.ts';
import { isLeft } from '../../root/pending.ts';
import type { State } from '../../root/state.ts';
import type { Of } from '../../root/feature.ts';
import { phraseOn } from '../arming.ts';
import { newPhrase, type PhrasePrompt } from '../phrase.ts';
import type { ChangeRequest, RequestStage } from './feature.ts';
import { isGoing } from '../run.ts';
import type { Call } from '../../../api/calls/call.ts';
import { bodyOf } from '../../../api/openapi/bodies.ts';
import type { DefinedOperation } from '../../../api/openapi/definition.ts';
import { shapeOf } from '../../../api/openapi/shape.ts';
import type { RecordAbout } from '../journal/requests.ts';
import type { RequestFacts } from './request-class.ts';

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

export function factsOf(state: State, call: Call, operation: DefinedOperation): RequestFacts {
  const { organisation, settings, deletion } = state;
  return {
    ...{ operation, call, organisation, label: settings.label },
    hasFreeBody: hasFreeBody(state, operation),
    wasUnknown: state.request.unknown.has(unknownKey(call)),
    isRunGoing: isGoing(deletion) && deletion.organisation.orgId === call.orgId,
    secondPersonAbove: settings.guards.secondPersonAbove,
  };
}

/** The part of the session, and of its people, in the record of a change. */
export function recordAbout(
  { session, organisation }: State,
  { orgId }: Pick<Call, 'orgId'>,
  people?: ChangeRequest['people'],
): RecordAbout {
  return {
    mode: session.mode === 'preview' ? 'preview' : 'run',
    profile: session.profile,
    baseUrl: session.baseUrl ?? '',
    orgName: orgId !== null && organisation?.orgId === orgId ? organisation.orgName : null,
    person: personOf(session),
    ...people,
  };
}

/** Identity of a request, where it matters whether it may have been carried out already. */
export function unknownKey({ method, url }: Call): string {
  return `${method} ${url}`;
}

function hasFreeBody({ definition: { definition } }: State, operation: DefinedOperation): boolean {
  const body = definition === null ? null : bodyOf(definition, operation);
  return definition !== null && body !== null && shapeOf(definition, body.schema, {}).kind === 'free';
}
