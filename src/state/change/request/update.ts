/** Shows one request that changes something, asks for its phrase, sends it once, and reports the result. */
import type { Call } from '../../../api/calls/call.ts';
import type { TargetRead } from './feature.ts';
import { type Feature, screenList } from '../../root/feature.ts';
import { onScreenBeneath } from '../../root/navigation.ts';
import { withNotice, type Step } from '../../root/step.ts';
import type { State } from '../../root/state.ts';
import { receiveAnswer, confirmRequest, receiveSaved } from './settle.ts';
import { requestEffects, requestReads } from './effects.ts';
import {
  changeRequest,
  currentOf,
  isAsking,
  isRequestUnderWay,
  changePhrase,
  recallRequest,
  reopenRequest,
  repeatRequest,
  requestPhrase,
  showRequest,
  withoutRequest,
} from './requests.ts';
import { withIfMatch } from './request-class.ts';
import { takenRead, takeReview } from './handover.ts';

/** Leaving the screen does not stop a request in flight; its result is reported on any screen. */
function back(state: State): Step {
  const { current } = state.request;
  const beneath = onScreenBeneath(state);
  if (current === null) return [beneath];
  if (isRequestUnderWay(state)) {
    return [withNotice(beneath, 'The request was sent. It is not stopped; its end is told here.')];
  }
  // A finished request can be reopened; leaving an open question drops it.
  const isFinished = current.stage.kind !== 'asking' && current.stage.kind !== 'paused';
  const next: State = isFinished ? beneath : withoutRequest(beneath);
  const isUnsent = current.stage.kind === 'asking';
  return [isUnsent ? withNotice(next, 'Nothing was sent.') : next, { kind: 'abandonRead', slot: 'target' }];
}

/** Re-reads the target of a request with an unknown result. */
function refreshTarget(state: State): Step {
  const { current } = state.request;
  if (current?.stage.kind !== 'unknown' || current.target.kind === 'none') return [state];
  const { call } = current.target;
  const stage = { ...current.stage, after: { kind: 'reading', call } } as const;
  return [changeRequest(state, current.id, { stage }), { kind: 'readTarget', id: current.id, call }];
}

/** The target was read, before the question or after an unknown result. */
function receiveTarget(state: State, id: number, known: (call: Call) => TargetRead): Step {
  const current = currentOf(state, id);
  const reading = current?.stage.kind === 'unknown' ? current.stage.after : current?.target;
  if (current === null || reading?.kind !== 'reading') return [state];
  const target = known(reading.call);
  if (current.stage.kind === 'unknown')
    return [changeRequest(state, id, { stage: { ...current.stage, after: target } })];
  const { definition } = state.definition;
  const etag = target.kind === 'read' ? target.etag : null;
  return [changeRequest(state, id, { target, call: withIfMatch(definition, current.operation, current.call, etag) })];
}

function copyTrace(state: State): Step {
  const stage = state.request.current?.stage;
  const problem = stage !== undefined && 'problem' in stage ? stage.problem : null;
  const traceId = problem?.kind === 'refused' ? problem.traceId : null;
  if (traceId === null) return [state];
  return [withNotice(state, 'Copied through your terminal: the trace id.'), { kind: 'copyLines', lines: [traceId] }];
}

export const request: Feature<'request'> = {
  slice: {
    initial: { current: null, unknown: new Set() },
    lasts: 'session',
  },
  update: {
    requestShown: showRequest,
    requestReopened: reopenRequest,
    requestConfirmed: confirmRequest,
    requestRepeated: repeatRequest,
    targetRefreshed: refreshTarget,
    requestTraceCopied: copyTrace,
    requestRecalled: recallRequest,
    requestSaved: receiveSaved,
    changeAnswered: receiveAnswer,
    requestEndLost(state, { code }) {
      const text = `The end of the request could not be recorded (${code}).`;
      return [{ ...state, notice: { kind: 'warning', text } }];
    },
    targetRead: (state, { id, value, etag }) =>
      receiveTarget(state, id, (call) => ({ kind: 'read', call, value, etag })),
    targetFailed: (state, { id, problem }) => receiveTarget(state, id, (call) => ({ kind: 'failed', call, problem })),
    takenSystemRead: (state, action) => takenRead(state, action, { system: action.system, problem: null }),
    takenSystemFailed: (state, action) => takenRead(state, action, { system: null, problem: action.problem }),
    takenSystemsReviewed: takeReview,
  },
  effects: requestEffects,
  reads: requestReads,
  timers: { armRequest: requestPhrase.armed, requestPause: (state) => pauseOver(state) },
  reacts: requestPhrase.reacts,
  holdsExit: isRequestUnderWay,
  pending({ request: { current } }) {
    if (current === null) return null;
    const { id, stage, target } = current;
    const isWaiting = stage.kind === 'saving' || stage.kind === 'sending';
    if (isWaiting) return `request ${id}`;
    if (stage.kind === 'paused') return `pause of request ${id}`;
    return target.kind === 'reading' && stage.kind === 'asking' ? `target ${id}` : null;
  },
  screens: {
    request: {
      isOverlay: true,
      asks: ({ request: { current } }) => (isAsking(current) ? { kind: 'phrase', typed: null } : null),
      back,
      field(state) {
        const { current } = state.request;
        if (!isAsking(current) || !current.stage.isArmed) return null;
        const edited = (typed: string): Step => [changePhrase(state, { typed, isWrong: false })];
        return { name: 'requestPhrase', text: current.stage.typed, edited, confirms: 'phrase' };
      },
      list: (state, screen) => ({ ...screenList(state, screen, null), isText: true }),
    },
    systemsTaken: {
      back: (state) => [
        withNotice({ ...state, overlay: null }, 'Nothing was marked or sent.'),
        { kind: 'abandonRead', slot: 'takenSystem' },
      ],
    },
  },
};

/** The pause that the service asked for is over: ask for the phrase again. */
function pauseOver(state: State): Step {
  return state.request.current?.stage.kind === 'paused' ? repeatRequest(state) : [state];
}
