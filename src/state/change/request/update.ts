/** Shows one request that changes something, asks for its phrase, sends it once, and reports the result. */
import { isGoing } from '../run.ts';
import type { Call } from '../../../api/calls/call.ts';
import type { Claim } from '../../../api/contradiction.ts';
import { canAnswerHtml } from '../../../api/openapi/bodies.ts';
import { type Step, andThen, withNotice, type Feature, screenList } from '../../root/feature.ts';
import type { State, Effect } from '../../root/state.ts';
import {
  changeRequest,
  currentOf,
  isAsking,
  isReadingTarget,
  isRequestUnderWay,
  changePhrase,
  readOnlyWhy,
  recordAbout,
  repeatRequest,
  unknownKey,
  recallRequest,
  reopenRequest,
  requestPhrase,
  showRequest,
  withoutRequest,
} from './requests.ts';
import { atTop } from '../../kernel/list-view.ts';
import { onScreenAbove, onScreenBeneath } from '../../root/navigation.ts';
import { type Recorded, outcomeOfProblem } from './record-and-send.ts';
import { isLeft } from '../../root/pending.ts';
import { withNews } from '../../session/news.ts';
import { askNewToken } from '../../session/backoff/update.ts';
import { asksForPatience, maxPauseSeconds } from '../../session/backoff/feature.ts';
import { decode } from '../../../api/openapi/path-form.ts';
import {
  type ChangeAnswer,
  type ChangeRequest,
  type RequestStage,
  type TargetRead,
  takenRead,
  takeReview,
} from './feature.ts';
import { requestEffects, requestReads } from './effects.ts';
import { withIfMatch } from './request-class.ts';

/** Accepts the phrase once per id, and only if it matches. */
function confirmRequest(state: State): Step {
  const { current } = state.request;
  if (!isAsking(current) || !current.stage.isArmed || isReadingTarget(current)) return [state];
  if (current.stage.typed !== current.judged.phrase) return [changePhrase(state, { isWrong: true })];
  const why = readOnlyWhy(state, current.call) ?? whyNotNow(state, current.call.orgId);
  if (why !== null) return [{ ...state, notice: { kind: 'warning', text: why } }];
  const { id, call, target } = current;
  const before = target.kind === 'read' ? target.value : null;
  return [
    { ...changeRequest(state, id, { stage: { kind: 'saving' } }), notice: null },
    { kind: 'saveRequest', id, call, before, about: recordAbout(state, call) },
  ];
}

/** Sentences that say why a reviewed request cannot be sent now; null: it can. */
export function whyNotSent(state: State, call: Call): string | null {
  return isRequestUnderWay(state)
    ? 'Another request is being sent. Confirm this one after it.'
    : (readOnlyWhy(state, call) ?? whyNotNow(state, call.orgId));
}

/** Records and sends a request that a review has confirmed. Call `whyNotSent` first. */
export function sentAfterReview(
  state: State,
  about: Pick<ChangeRequest, 'call' | 'operation' | 'judged' | 'people' | 'leavesBy'>,
): Step {
  const { call, people } = about;
  const { nextId: id } = state;
  const current: ChangeRequest = { id, ...about, faults: [], target: { kind: 'none' }, stage: { kind: 'saving' } };
  const next: State = { ...state, nextId: id + 1, request: { ...state.request, current } };
  return [
    onScreenAbove(next, { kind: 'request', list: atTop }),
    { kind: 'saveRequest', id, call, before: null, about: recordAbout(state, call, people) },
  ];
}

/** A run may have started since the question was asked. */
function whyNotNow({ deletion, organisation }: State, orgId: string | null): string | null {
  if (orgId === null) return null;
  if (organisation?.orgId !== orgId) return 'Another organisation is open now. Nothing was sent.';
  const isBusy = isGoing(deletion) && deletion.organisation.orgId === orgId;
  return isBusy ? 'A run is in progress in this organisation. J shows it. Nothing was sent.' : null;
}

function showWithheld(state: State, id: number, because: string): State {
  return changeRequest(state, id, { stage: { kind: 'withheld', because } });
}

function receiveSaved(state: State, { id, saved: kept }: { readonly id: number; readonly saved: Recorded }): Step {
  const current = currentOf(state, id);
  if (current?.stage.kind !== 'saving') return [state];
  if (!kept.ok) return [showWithheld(state, id, kept.message)];
  const { record } = kept;
  // You asked to quit: send nothing more.
  if (state.program.isLeaving) {
    return [showWithheld(state, id, 'Nothing was sent: the program is ending.'), { kind: 'withholdRequest', record }];
  }
  const { definition } = state.definition;
  const { call, operation, leavesBy } = current;
  const mayBeHtml = definition !== null && canAnswerHtml(definition, operation);
  return [
    changeRequest(state, id, { stage: { kind: 'sending' } }),
    { kind: 'sendChange', id, record, call, mayBeHtml, ...(leavesBy !== undefined && { leavesBy }) },
  ];
}

function receiveAnswer(state: State, { id, answer }: { readonly id: number; readonly answer: ChangeAnswer }): Step {
  const current = currentOf(state, id);
  if (current?.stage.kind !== 'sending') return [state];
  const ended: ChangeRequest = { ...current, stage: stageAfter(answer, current) };
  const known = withOutcome(changeRequest(state, id, { stage: ended.stage }), ended);
  if (isLeft(known)) return [known];
  return andThen(showAfter(known, ended), (shown) => [shown, ...systemChecks(shown, ended)]);
}

/** Seconds to pause if the service asks for a slower pace without a time. */
const usualPause = 2;

/**
 * The stage after an answer. A pause longer than rollcall waits is a refusal, and so is any pause after a review,
 * whose check would be outdated.
 */
function stageAfter(answer: ChangeAnswer, { leavesBy }: ChangeRequest): RequestStage {
  if (answer.ok) return { kind: 'done', response: answer.value };
  const { problem } = answer;
  const outcome = outcomeOfProblem(problem);
  if (outcome === 'unknown') return { kind: 'unknown', problem, after: null };
  if (outcome === 'withheld') return { kind: 'withheld', because: problem };
  const seconds = problem.kind === 'refused' && asksForPatience(problem) ? (problem.retryAfter ?? usualPause) : null;
  return seconds === null || seconds > maxPauseSeconds || leavesBy !== undefined
    ? { kind: 'refused', problem }
    : { kind: 'paused', problem, seconds };
}

/** Re-reads a changed system, so that its row is up to date. */
function systemChecks({ organisation }: State, { call, stage }: ChangeRequest): readonly Effect[] {
  const [, orgId, systemId] = /\/org\/([^/]+)\/systems\/([^/]+)/i.exec(URL.parse(call.url)?.pathname ?? '') ?? [];
  if (stage.kind !== 'done' || organisation === null || decode(orgId ?? '') !== organisation.orgId) return [];
  const id = decode(systemId ?? '');
  return id === null ? [] : [{ kind: 'checkSystem', orgId: organisation.orgId, systemId: id }];
}

/** Records whether the outcome is unknown: until it is known, the same request needs a stricter phrase. */
function withOutcome(state: State, { call, stage }: ChangeRequest): State {
  if (stage.kind === 'withheld') return state;
  const unknown = new Set(state.request.unknown);
  if (stage.kind === 'unknown') unknown.add(unknownKey(call));
  else unknown.delete(unknownKey(call));
  return { ...state, request: { ...state.request, unknown } };
}

function showAfter(state: State, ended: ChangeRequest): Step {
  const { stage } = ended;
  if (state.screen.kind !== 'request') return [reportElsewhere(state, ended)];
  const problem = stage.kind === 'refused' ? stage.problem : null;
  if (problem?.kind === 'refused' && problem.status === 401) {
    return andThen(repeatRequest(state), (next) => [askNewToken(next, problem)]);
  }
  if (stage.kind === 'paused') {
    return [state, { kind: 'startTimer', timer: 'requestPause', ms: stage.seconds * 1000 }];
  }
  return [state];
}

/** On another screen a notice reports the result; the answer is kept. */
function reportElsewhere(state: State, { id, call, stage }: ChangeRequest): State {
  const last = URL.parse(call.url)?.pathname.split('/').at(-1) ?? '';
  const what = `${call.method} …/${(decode(last) ?? last).slice(0, maxNameLength)}`;
  // On another screen no one waits for the end of the pause.
  const next =
    stage.kind === 'paused' ? changeRequest(state, id, { stage: { kind: 'refused', problem: stage.problem } }) : state;
  const { kind } = stage;
  const end = kind === 'done' ? (stage.response.claim?.kind ?? kind) : endWords[kind];
  const text = `${what}: ${end}. : "last change" shows it.`;
  return withNews(next, { kind: end === 'done' ? 'said' : 'warning', text }, 'request');
}

export function claimSaid({ kind, says }: Claim): string {
  return `${kind === 'partly' ? 'A part of it failed' : 'The service answered that it failed'}: ${says}`;
}

const maxNameLength = 24;

const endWords = {
  ...{ asking: 'not sent', saving: 'not sent', sending: 'not sent', withheld: 'not sent' },
  ...{ paused: 'refused', refused: 'refused', unknown: 'outcome unknown' },
} as const;

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
        const edit = (typed: string): Step => [changePhrase(state, { typed, isWrong: false })];
        return { name: 'requestPhrase', text: current.stage.typed, edited: edit, confirms: 'phrase' };
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
