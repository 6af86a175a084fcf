/** Effects of a request: save its record, send it once, and read its target. */
import { pastCaches } from '../../../api/http/client.ts';
import type { SavedIntent } from '../../../api/http/saved-intent.ts';
import { readSystem } from '../../../api/systems.ts';
import { makeFailure, type Problem } from '../../../api/problem.ts';
import { asksForPatience } from '../../session/backoff/feature.ts';
import type { Effects, Reads } from '../../root/feature.ts';
import { maskedUrl } from '../../../api/calls/call.ts';
import { requestsIn } from '../runs/files.ts';
import type { AnsweredContent } from './feature.ts';
import { type SentAnswer, readTarget, recordChange, sendCall, sendRecorded, withheldEnd } from './record-and-send.ts';
import { currentOf } from './requests.ts';

export const requestEffects: Effects<'request'> = {
  async recallRequest({ id, call, about }, { ports }) {
    const address = maskedUrl(call);
    const requests = await ports.changesFolder().then(
      (folder) => requestsIn(folder, ports.now()),
      () => [],
    );
    // Newest first: the latest attempt decides.
    const last = requests.find(
      ({ header, counts }) =>
        header.method === call.method &&
        header.address === address &&
        header.baseUrl === about.baseUrl &&
        header.profile === about.profile &&
        header.mode === 'run' &&
        counts.notAttempted === 0,
    );
    const isUnknown =
      last !== undefined && last.stage !== 'going' && (last.stage === 'cutOff' || last.counts.unknown > 0);
    return isUnknown ? { kind: 'requestRecalled', id } : null;
  },
  async saveRequest({ id, ...change }, { ports }) {
    return { kind: 'requestSaved', id, saved: await recordChange(ports, change) };
  },
  /** Not sent if the systems were checked too long ago, which is tested again once the connection is open. */
  async sendChange({ id, record, call, mayBeHtml, leavesBy = Infinity }, { ports, client, dispatch, beforeLeaving }) {
    const check = { isTooOld: false };
    const mayLeave = (): boolean => {
      check.isTooOld = ports.sinceBoot() > leavesBy;
      return !check.isTooOld;
    };
    const send = async (intent: SavedIntent) => {
      const answer = await sendCall(client(), intent, call, mayBeHtml, { readFile: ports.readFile, mayLeave });
      return check.isTooOld ? makeFailure('send request', { kind: 'outdated' }) : answer;
    };
    const { result, saved } = await sendRecorded(ports, record, send);
    beforeLeaving(saved);
    dispatch({ kind: 'changeAnswered', id, answer: result.ok ? { ok: true, value: contentOf(result.value) } : result });
    return endLost(await saved);
  },
  async withholdRequest({ record }, { ports, beforeLeaving }) {
    const saved = ports.requests.end(record, withheldEnd(ports.now()));
    beforeLeaving(saved);
    return endLost(await saved);
  },
  proposeChange: (proposed) => ({ ...proposed, kind: 'requestShown' }),
  openNewKey: ({ description }) => ({ kind: 'newKeyFilled', description }),
  openReview: () => ({ kind: 'reviewOpened', does: 'delete' }),
};

/** Drops what the state does not need. */
function contentOf({ status, contentType, bytes, text, ms, claim }: SentAnswer): AnsweredContent {
  return { status, contentType, bytes, text, ms, claim };
}

/** `code`: why the end of a record could not be saved; null: saved. */
function endLost(code: string | null) {
  return code === null ? null : ({ kind: 'requestEndLost', code } as const);
}

function targetKey({ id }: { readonly id: number }): string {
  return `target ${id}`;
}

function takenKey({ id, systemId }: { readonly id: number; readonly systemId: string }): string {
  return `taken ${id} ${systemId}`;
}

/** Problems after which the read is retried: a pause, or a refused token. */
function isWaitedFor(problem: Problem): boolean {
  return problem.kind === 'refused' && (problem.status === 401 || asksForPatience(problem));
}

export const requestReads: Reads<'request'> = {
  readTarget: {
    slot: 'target',
    key: targetKey,
    async send({ id, call }, { client, signal }) {
      const answer = await readTarget(client(), call, signal);
      return answer.ok
        ? { kind: 'targetRead', id, ...answer.value }
        : { kind: 'targetFailed', id, problem: answer.problem };
    },
    answers: { targetRead: targetKey, targetFailed: targetKey },
    retries: {
      targetFailed(state, { id, problem }) {
        const current = currentOf(state, id);
        if (state.screen.kind !== 'request' || current === null || !isWaitedFor(problem)) return null;
        const reading = current.stage.kind === 'unknown' ? current.stage.after : current.target;
        return reading?.kind === 'reading' ? { kind: 'readTarget', id, call: reading.call } : null;
      },
    },
    givenUp: ({ id }, problem) => ({ kind: 'targetFailed', id, problem: { ...problem, operation: 'send request' } }),
  },
  readTakenSystem: {
    slot: 'takenSystem',
    key: takenKey,
    async send({ id, orgId, systemId }, { client, signal }) {
      const answer = await readSystem(pastCaches(client()), orgId, systemId, signal);
      return answer.ok
        ? { kind: 'takenSystemRead', id, systemId, system: answer.value.system }
        : { kind: 'takenSystemFailed', id, systemId, problem: answer.problem };
    },
    answers: { takenSystemRead: takenKey, takenSystemFailed: takenKey },
    retries: {
      takenSystemFailed({ overlay }, { id, systemId, problem }) {
        if (overlay?.kind !== 'systemsTaken' || overlay.id !== id || !isWaitedFor(problem)) return null;
        return { kind: 'readTakenSystem', id, orgId: overlay.orgId, systemId };
      },
    },
    givenUp: ({ id, systemId }, problem) => ({
      kind: 'takenSystemFailed',
      id,
      systemId,
      problem: { ...problem, operation: 'read system' },
    }),
  },
};
