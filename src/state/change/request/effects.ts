/** Effects of a request: its record is saved, it is sent once, and its target is read. */
import { changeFault } from '../../../api/http/response.ts';
import { type Client, pastCaches } from '../../../api/http/client.ts';
import type { Json } from '../../../api/exact-json.ts';
import { sendReadCall } from '../../../api/call.ts';
import { readSystem } from '../../../api/systems.ts';
import type { Problem } from '../../../api/problem.ts';
import { asksForPatience } from '../../session/backoff/retry.ts';
import type { Effects, Reads } from '../../root/feature.ts';
import { unpagedOf } from '../../explorer/answer/unpaged.ts';
import { bodyIn } from './body-lists.ts';
import { recordOf } from '../request-records/record-of.ts';
import type { ChangeAnswer, RequestFeature } from './feature.ts';
import { currentOf } from './requests.ts';

type SendChange = Extract<RequestFeature['effect'], { readonly kind: 'sendChange' }>;

export const requestEffects: Effects<'request'> = {
  async recallRequest({ id, call, about }, { ports }) {
    const { method, address, baseUrl, profile } = recordOf(call, { ...about, at: '', before: null });
    const kept = await ports.requestRecords.list().catch(() => null);
    // The newest one first: what came of that one counts.
    const last = kept?.requests.find(
      (one) =>
        one.method === method &&
        one.address === address &&
        one.baseUrl === baseUrl &&
        one.profile === profile &&
        one.mode === 'sent' &&
        one.end?.outcome !== 'withheld',
    );
    const isUnknown = last !== undefined && !last.isUnderWay && (last.end === null || last.end.outcome === 'unknown');
    return isUnknown ? { kind: 'requestRecalled', id } : null;
  },
  async saveRequest({ id, call, before, about }, { ports }) {
    const refused = (says: string) => ({ kind: 'requestSaved', id, saved: { ok: false, says } }) as const;
    // Another session may have made the organisation read-only since, or be at work in it.
    await ports.memory.refreshProtection();
    if (call.orgId !== null && (await ports.isOrganisationLocked(about.baseUrl, call.orgId))) {
      return refused('A run is in progress in this organisation, in another session. Nothing was sent.');
    }
    const at = ports.now();
    const record = recordOf(call, { ...about, at: new Date(at).toISOString(), before });
    const kept = await ports.requestRecords.begin(record);
    if (!kept.ok) return refused(`Nothing was sent: its record cannot be saved (${kept.code}).`);
    return { kind: 'requestSaved', id, saved: { ok: true, recordId: kept.id, at } };
  },
  async sendChange(effect, { ports, client }) {
    const { id, recordId } = effect;
    const answer = await answerTo(effect, client(), ports.sinceBoot);
    return { kind: 'changeAnswered', id, recordId, answer, at: ports.now() };
  },
  async endRequest({ recordId, end }, { ports, beforeLeaving }) {
    const ended = ports.requestRecords.end(recordId, end);
    beforeLeaving(ended);
    const code = await ended;
    return code === null ? null : { kind: 'requestEndLost', code };
  },
  openReview: () => ({ kind: 'reviewOpened', does: 'delete' }),
};

async function answerTo(
  { call, mayBeHtml }: SendChange,
  client: Client,
  sinceBoot: () => number,
): Promise<ChangeAnswer> {
  const { method, url, orgId, headers, body } = call;
  const operation = 'send request';
  // Reads have a way of their own; other methods have none.
  if (method !== 'POST' && method !== 'PUT' && method !== 'PATCH' && method !== 'DELETE') {
    return { ok: false, problem: { operation, kind: 'withheld', mode: 'read-only' }, ms: 0 };
  }
  const from = sinceBoot();
  const result = await client.sendChange({ operation, method, url, orgId, headers, body });
  const ms = Math.round(sinceBoot() - from);
  if (!result.ok) return { ok: false, problem: result.problem, ms };
  const fault = changeFault(result.value, mayBeHtml);
  if (fault !== null) return { ok: false, problem: { operation, ...fault }, ms };
  const { status, contentType, bytes, text } = result.value;
  return { ok: true, page: unpagedOf(url, { status, contentType, bytes, text, ms: result.value.ms }) };
}

/** More of what was there before is no record, but a copy. */
const mostKept = 256 * 1024;

function targetKey({ id }: { readonly id: number }): string {
  return `target ${id}`;
}

function takenKey({ id, systemId }: { readonly id: number; readonly systemId: string }): string {
  return `taken ${id} ${systemId}`;
}

/** A pause and a new token are waited for; anything else is told. */
function isWaitedFor(problem: Problem): boolean {
  return problem.kind === 'refused' && (problem.status === 401 || asksForPatience(problem));
}

export const requestReads: Reads<'request'> = {
  readTarget: {
    slot: 'target',
    key: targetKey,
    async send({ id, call }, { client, signal }) {
      const answer = await sendReadCall(pastCaches(client()), call, signal);
      if (!answer.ok) return { kind: 'targetFailed', id, problem: answer.problem };
      const { text, headers, bytes } = answer.value;
      const value: Json | undefined = bytes.byteLength > mostKept ? undefined : bodyIn(text);
      return { kind: 'targetRead', id, value: value ?? null, etag: headers.get('etag') };
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
