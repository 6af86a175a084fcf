/** The request of this session (at most one is shown or in progress), and the facts to judge it by. */
import { onScreenAbove, openScreens } from '../../root/navigation.ts';
import { personOf } from '../../session/session.ts';
import { isLeft } from '../../root/pending.ts';
import type { State } from '../../root/state.ts';
import { type Of, onScreen, refuse, withNotice, type Step } from '../../root/feature.ts';
import { phraseOn, newPhrase, type PhrasePrompt } from '../phrase.ts';
import { type ChangeRequest, type RequestStage, type TargetRead, takeSystems } from './feature.ts';
import { isGoing } from '../run.ts';
import { type Call, maskedBodyText, maskedHeaders, maskedUrl, type ShapeFault } from '../../../api/calls/call.ts';
import { bodyOf } from '../../../api/openapi/bodies.ts';
import type { DefinedOperation } from '../../../api/openapi/definition.ts';
import { shapeOf } from '../../../api/openapi/shape.ts';
import type { RecordAbout } from '../journal/requests.ts';
import { classOf, type RequestFacts, type TypedClass } from './request-class.ts';
import { standardAccept } from '../../../api/http/misleading-headers.ts';
import { hiddenText } from '../../../api/secrets.ts';
import { atTop } from '../../kernel/list-view.ts';
import { knownOrNull } from '../../kernel/declare.ts';
import { targetCall, targetOf } from '../../../api/calls/operations-at.ts';
import { organisationsNamed } from '../../../api/calls/call-address.ts';

/** Null: the id belongs to an earlier request. */
export function currentOf({ request: { current } }: State, id: number): ChangeRequest | null {
  return current?.id === id ? current : null;
}

/** Returns the state unchanged if another request has replaced this one. */
export function changeRequest(state: State, id: number, change: Partial<ChangeRequest>): State {
  const current = currentOf(state, id);
  return current === null ? state : { ...state, request: { ...state.request, current: { ...current, ...change } } };
}

/** The request is being saved or sent: wait for its result before quitting. */
export function isRequestUnderWay({ request: { current } }: State): boolean {
  return current !== null && (current.stage.kind === 'saving' || current.stage.kind === 'sending');
}

/** The target is read before the question; the phrase is accepted afterwards. */
export function isReadingTarget({ target }: ChangeRequest): boolean {
  return target.kind === 'reading';
}

type Asking = Of<RequestStage, 'asking'>;

const asking: Asking = { kind: 'asking', ...newPhrase, isInField: true };

export function isAsking(request: ChangeRequest | null): request is ChangeRequest & { readonly stage: Asking } {
  return request?.stage.kind === 'asking';
}

export function changePhrase(state: State, change: Partial<PhrasePrompt>): State {
  const { current } = state.request;
  return isAsking(current) ? changeRequest(state, current.id, { stage: { ...current.stage, ...change } }) : state;
}

export const requestPhrase = phraseOn({
  screen: 'request',
  timer: 'armRequest',
  promptOf: ({ request: { current } }) => (isAsking(current) ? current.stage : null),
  changed: changePhrase,
});

export function withoutRequest(state: State): State {
  return { ...state, request: { ...state.request, current: null } };
}

export function isRequestShown(state: State): boolean {
  return openScreens(state).some(({ kind }) => kind === 'request');
}

/** Did the request end while its screen was shown? */
export function isEndShown(state: State, id: number): boolean {
  return state.screen.kind === 'request' && currentOf(state, id) !== null && !isLeft(state);
}

function factsOf(state: State, call: Call, operation: DefinedOperation): RequestFacts {
  const { organisation, settings, deletion } = state;
  return {
    ...{ operation, call, organisation, label: settings.label },
    hasFreeBody: hasFreeBody(state, operation),
    wasUnknown: state.request.unknown.has(unknownKey(call)),
    isRunGoing: isGoing(deletion) && deletion.organisation.orgId === call.orgId,
    secondPersonAbove: settings.guards.secondPersonAbove,
  };
}

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

/** Identifies a request that may have been carried out already. */
export function unknownKey({ method, url }: Call): string {
  return `${method} ${url}`;
}

function hasFreeBody({ definition: { definition } }: State, operation: DefinedOperation): boolean {
  const body = definition === null ? null : bodyOf(definition, operation);
  return definition !== null && body !== null && shapeOf(definition, body.schema, {}).kind === 'free';
}

// The texts of a request as they are sent: address, headers and body. Secrets are masked.

interface SentTexts {
  /** `PUT https://…` */
  readonly line: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Byte for byte except for masked secrets; null: none. */
  readonly body: string | null;
  /** Without the files, which are read when the request is sent. */
  readonly bytes: number;
  readonly files: number;
}

export function sentTexts(call: Call, version: string): SentTexts {
  const { method, body, files = [] } = call;
  const own = maskedHeaders(call).map(([name, value]) => [name.toLowerCase(), value] as const);
  const accept = own.some(([name]) => name === 'accept') ? [] : ([['accept', standardAccept.Accept]] as const);
  const length = (text: string): number => new TextEncoder().encode(text).byteLength;
  const words = files.map((file) => (body ?? '').slice(file.at, file.at + file.length));
  const bytes = length(body ?? '') - length(words.join(''));
  return {
    line: `${method} ${maskedUrl(call)}`,
    headers: [
      ...accept,
      ['authorization', `Bearer ${hiddenText}  (your access token)`],
      ['user-agent', `rollcall/${version}`],
      ...own,
      ...(body === null
        ? []
        : ([['content-length', files.length > 0 ? 'as its files are read' : String(bytes)]] as const)),
    ],
    body: maskedBodyText(call),
    bytes,
    files: files.length,
  };
}

// Shows a request: judges it, and reads its target.

interface Shown {
  readonly call: Call;
  readonly operation: DefinedOperation;
  readonly faults?: readonly ShapeFault[];
}

/** Sends nothing. Opens the screen that replaces the request, or says why the request cannot be sent. */
export function showRequest(state: State, { call: built, operation, faults = [] }: Shown): Step {
  const call = { ...built, orgId: built.orgId ?? organisationIn(state, built.url) };
  if (isRequestUnderWay(state)) {
    return [refuse(state, 'Another request is under way. Its end is told; show this one after it.')];
  }
  const readOnly = readOnlyWhy(state, call);
  if (readOnly !== null) return [refuse(state, readOnly)];
  const judged = classOf(factsOf(state, call, operation));
  switch (judged.kind) {
    case 'read':
      return [withNotice(state, 'This request only reads: it needs no phrase.')];
    case 'never':
      return [refuse(state, judged.why)];
    case 'takenOver':
      return judged.by.kind === 'review'
        ? takeSystems(state, call, judged.by.systemIds)
        : [state, { kind: 'openNewKey', description: judged.by.description }];
    case 'change':
    case 'heavy':
    case 'many':
      return askPhrase(state, { call, operation, faults }, judged);
  }
}

/** The organisation in the path, even if it does not follow `/org/`: its protection applies too. */
function organisationIn({ organisation, organisations, session }: State, url: string): string | null {
  const all = knownOrNull(organisations.list) ?? [];
  const named = organisationsNamed(organisation === null ? all : [organisation, ...all], url, session.baseUrl ?? url);
  return (named.find(({ orgId }) => orgId !== organisation?.orgId) ?? named[0])?.orgId ?? null;
}

/** Asks for the phrase under a new id. Everything asked before is void. */
function askPhrase(
  state: State,
  about: Pick<ChangeRequest, 'call' | 'operation' | 'faults'>,
  judged: TypedClass,
): Step {
  const { nextId: id } = state;
  const target = targetFor(state, about);
  const current: ChangeRequest = { id, ...about, judged, target, stage: asking };
  const next: State = { ...state, nextId: id + 1, request: { ...state.request, current } };
  const isHere = state.screen.kind === 'request';
  const screen = { kind: 'request', list: atTop } as const;
  const [armed, ...timers] = requestPhrase.debounced(isHere ? onScreen(next, screen) : onScreenAbove(next, screen));
  const recall = { kind: 'recallRequest', id, call: about.call, about: recordAbout(state, about.call) } as const;
  if (target.kind !== 'reading') return [armed, ...timers, recall];
  return [armed, ...timers, recall, { kind: 'readTarget', id, call: target.call }];
}

/** The same request was sent before, with an unknown result: the phrase must say so. */
export function recallRequest(state: State, { id }: { readonly id: number }): Step {
  const current = currentOf(state, id);
  if (current?.stage.kind !== 'asking') return [state];
  const unknown = new Set(state.request.unknown).add(unknownKey(current.call));
  const next: State = { ...state, request: { ...state.request, unknown } };
  const judged = classOf(factsOf(next, current.call, current.operation));
  return [changeRequest(next, id, 'phrase' in judged ? { judged } : {})];
}

function targetFor(state: State, { call, operation }: Pick<Shown, 'call' | 'operation'>): TargetRead {
  const { definition } = state.definition;
  const target = definition === null ? null : targetOf(definition, operation);
  return target === null ? { kind: 'none' } : { kind: 'reading', call: targetCall(target, call) };
}

/** Asks again under a new id; after an unknown result with a stricter phrase. */
export function repeatRequest(state: State): Step {
  const { current } = state.request;
  if (current === null || isRequestUnderWay(state)) return [state];
  const { call, operation, faults, leavesBy } = current;
  if (leavesBy !== undefined) return [refuse(state, 'Review its systems again: each is checked right before it.')];
  const judged = classOf(factsOf(state, call, operation));
  if (judged.kind === 'never') return [refuse(state, judged.why)];
  if (!('phrase' in judged)) return [state];
  return askPhrase(state, { call, operation, faults }, judged);
}

/** Shows the current request on top of the screen. If there was an answer, the explorer shows that instead. */
export function reopenRequest(state: State): Step {
  const { current } = state.request;
  if (current === null || current.stage.kind === 'done' || isRequestShown(state)) return [state];
  return [onScreenAbove(state, { kind: 'request', list: atTop })];
}

/** Why the explorer is read-only here; null: it may change things. */
export function readOnlyWhy({ session, settings }: State, { orgId }: Pick<Call, 'orgId'>): string | null {
  const remedy = 'y copies a curl that sends it.';
  if (session.settingsFault !== null) return `The settings file is not understood: nothing is sent. ${remedy}`;
  if (session.mode === 'read-only') return `This session is read-only: nothing is sent. ${remedy}`;
  if (orgId !== null && settings.label.isReadOnly) return `This organisation is read-only: nothing is sent. ${remedy}`;
  return null;
}
