/** A request as it is shown: judged, and its target read. */
import { atTop } from '../../kernel/list-cursor.ts';
import { known } from '../../kernel/declare.ts';
import { onScreenAbove } from '../../root/navigation.ts';
import { onScreen, said, type Step, refused } from '../../root/step.ts';
import type { State } from '../../root/state.ts';
import type { Call, ShapeFault } from '../../../api/calls/call.ts';
import { targetCall, targetOf } from '../../../api/calls/target.ts';
import type { DefinedOperation } from '../../../api/openapi/definition.ts';
import type { ChangeRequest, TargetRead } from './feature.ts';
import {
  factsOf,
  recordAbout,
  unknownKey,
  asking,
  changed,
  currentOf,
  isRequestShown,
  isRequestUnderWay,
  requestPhrase,
} from './requests.ts';
import { classOf, type TypedClass } from './request-class.ts';
import { systemsTaken } from './handover.ts';
import { organisationsNamed } from '../../../api/calls/path.ts';

interface Shown {
  readonly call: Call;
  readonly operation: DefinedOperation;
  readonly faults?: readonly ShapeFault[];
}

/** Nothing is sent by it. What has a screen of its own goes there; what cannot be sent is said. */
export function shown(state: State, { call: built, operation, faults = [] }: Shown): Step {
  const call = { ...built, orgId: built.orgId ?? organisationIn(state, built.url) };
  if (isRequestUnderWay(state)) {
    return [refused(state, 'Another request is under way. Its end is told; show this one after it.')];
  }
  const readOnly = readOnlyWhy(state, call);
  if (readOnly !== null) return [refused(state, readOnly)];
  const judged = classOf(factsOf(state, call, operation));
  switch (judged.kind) {
    case 'read':
      return [said(state, 'This request only reads: it needs no phrase.')];
    case 'never':
      return [refused(state, judged.why)];
    case 'takenOver':
      return judged.by.kind === 'review'
        ? systemsTaken(state, call, judged.by.systemIds)
        : [state, { kind: 'openNewKey', description: judged.by.description }];
    case 'change':
    case 'heavy':
    case 'many':
      return asked(state, { call, operation, faults }, judged);
  }
}

/** The organisation that its path names in another place than after `/org/`: what protects that one holds, too. */
function organisationIn({ organisation, organisations, session }: State, url: string): string | null {
  const all = known(organisations.list) ?? [];
  const named = organisationsNamed(organisation === null ? all : [organisation, ...all], url, session.baseUrl ?? url);
  return (named.find(({ orgId }) => orgId !== organisation?.orgId) ?? named[0])?.orgId ?? null;
}

/** The question is one for the person who sees it: everything is as it was, with a new number. */
function asked(state: State, about: Pick<ChangeRequest, 'call' | 'operation' | 'faults'>, judged: TypedClass): Step {
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

/** The same request was sent before, and nobody knows what became of it: from here on its phrase says so. */
export function recalled(state: State, { id }: { readonly id: number }): Step {
  const current = currentOf(state, id);
  if (current?.stage.kind !== 'asking') return [state];
  const unknown = new Set(state.request.unknown).add(unknownKey(current.call));
  const next: State = { ...state, request: { ...state.request, unknown } };
  const judged = classOf(factsOf(next, current.call, current.operation));
  return [changed(next, id, 'phrase' in judged ? { judged } : {})];
}

function targetFor(state: State, { call, operation }: Pick<Shown, 'call' | 'operation'>): TargetRead {
  const { definition } = state.definition;
  const target = definition === null ? null : targetOf(definition, operation);
  return target === null ? { kind: 'none' } : { kind: 'reading', call: targetCall(target, call) };
}

/** The same request with another number; after an unknown outcome under a heavier phrase. */
export function repeated(state: State): Step {
  const { current } = state.request;
  if (current === null || isRequestUnderWay(state)) return [state];
  const { call, operation, faults, leavesBy } = current;
  if (leavesBy !== undefined) return [refused(state, 'Review its systems again: each is checked right before it.')];
  const judged = classOf(factsOf(state, call, operation));
  if (judged.kind === 'never') return [refused(state, judged.why)];
  if (!('phrase' in judged)) return [state];
  return asked(state, { call, operation, faults }, judged);
}

/** The request under way or over, over the screen shown. Where an answer came, the explorer shows that instead. */
export function reopened(state: State): Step {
  const { current } = state.request;
  if (current === null || current.stage.kind === 'done' || isRequestShown(state)) return [state];
  return [onScreenAbove(state, { kind: 'request', list: atTop })];
}

/** Why the explorer only reads here; null where it may change something. */
export function readOnlyWhy({ session, settings }: State, { orgId }: Pick<Call, 'orgId'>): string | null {
  const remedy = 'y copies a curl that sends it.';
  if (session.settingsFault !== null) return `The settings file is not understood: nothing is sent. ${remedy}`;
  if (session.mode === 'read-only') return `This session is read-only: nothing is sent. ${remedy}`;
  if (orgId !== null && settings.label.isReadOnly) return `This organisation is read-only: nothing is sent. ${remedy}`;
  return null;
}
