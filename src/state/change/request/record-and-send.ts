/** The only way to send a change: save its record, send it once, save its end. */
import { type Call, sendReadCall } from '../../../api/calls/call.ts';
import { certaintyOf, makeFailure, type Problem, type Result } from '../../../api/problem.ts';
import { type Claim, claimIn } from '../../../api/contradiction.ts';
import { systemsNamedIn } from '../../../api/deletion/systems-named.ts';
import { type Json, jsonIn } from '../../../api/exact-json.ts';
import { type Client, pastCaches, type RawResponse } from '../../../api/http/client.ts';
import { changeFault } from '../../../api/http/response.ts';
import type { SavedIntent } from '../../../api/http/saved-intent.ts';
import type { Guards } from '../../fleet/protection/guards.ts';
import { type ReadFile, withFiles } from './new-thing.ts';
import { whySecondPerson } from './request-class.ts';
import type { Outcome } from '../outcome.ts';
import { type RecordAbout, recordOf, type RequestEnd, type Requests } from '../journal/requests.ts';

export interface RoadPorts {
  readonly isOrganisationLocked: (baseUrl: string, orgId: string) => Promise<boolean>;
  readonly now: () => number;
  readonly requests: Requests;
  readonly sinceBoot: () => number;
  readonly memory: {
    refreshProtection(): Promise<void>;
    /** `orgId`: null for the strictest guards of all organisations at the address. */
    guards(baseUrl: string, orgId: string | null): Pick<Guards, 'secondPersonAbove'>;
  };
}

export interface RecordedChange {
  readonly call: Call;
  readonly about: RecordAbout;
  /** Target as it was read; null: not read. */
  readonly before: Json | null;
  /** Organisations in the path, if they differ from that of the call. */
  readonly orgIds?: readonly string[];
}

/** `message`: sentences that say why nothing is sent. */
export type Recorded =
  { readonly ok: true; readonly record: string } | { readonly ok: false; readonly message: string };

export interface Sent<Value> {
  readonly result: Result<Value>;
  readonly end: RequestEnd;
  /** Resolves once the end is on the disk, with null; otherwise with the operating system's error code. */
  readonly saved: Promise<string | null>;
}

/** Larger targets are not kept in the record. */
const maxKept = 256 * 1024;

/** Reads the target of a change, with its ETag. `value`: null if it is too large to keep, or not JSON. */
export async function readTarget(
  client: Client,
  call: Call,
  signal?: AbortSignal,
): Promise<Result<{ readonly value: Json | null; readonly etag: string | null }>> {
  const read = await sendReadCall(pastCaches(client), call, signal);
  if (!read.ok) return read;
  const { text, headers, bytes } = read.value;
  const value = bytes.byteLength > maxKept ? null : (jsonIn(text) ?? null);
  return { ok: true, value: { value, etag: headers.get('etag') } };
}

type Ending = Pick<RawResponse, 'status'> & Partial<Pick<SentAnswer, 'claim'>>;

/** Saves the record of a change, unless the organisation's guards or a lock forbid it. */
export async function recordChange(ports: RoadPorts, change: RecordedChange): Promise<Recorded> {
  const { call, about, before, orgIds = call.orgId === null ? [] : [call.orgId] } = change;
  // Another session may have made the organisation read-only, set a limit, or started a run since.
  await ports.memory.refreshProtection();
  // A path without an organisation may concern systems of any.
  for (const orgId of orgIds.length === 0 ? [null] : orgIds) {
    const { secondPersonAbove } = ports.memory.guards(about.baseUrl, orgId);
    const why = about.reviewed === undefined ? whySecondPerson(call, secondPersonAbove) : null;
    if (why !== null) return refuse(`Nothing was sent. ${why}`);
    if (orgId === null) continue;
    // Without a home directory there are no locks, and no records: saving the record reports it.
    const isLocked = await ports.isOrganisationLocked(about.baseUrl, orgId).catch(() => false);
    if (isLocked) return refuse('Nothing was sent. A run is in progress in this organisation; send it after the run.');
  }
  const at = new Date(ports.now()).toISOString();
  const kept = await ports.requests.begin(recordOf(call, about, at, before));
  if (!kept.ok) return refuse(`Nothing was sent: its record cannot be saved (${kept.code}).`);
  return { ok: true, record: kept.path };
}

/** Sends a recorded change, once, and records its end. */
export async function sendRecorded<Value extends Ending>(
  ports: Pick<RoadPorts, 'now' | 'requests' | 'sinceBoot'>,
  record: string,
  send: (intent: SavedIntent) => Promise<Result<Value>>,
): Promise<Sent<Value>> {
  const from = ports.sinceBoot();
  const result = await send(ports.requests.intentOf(record));
  const end = endOf(result, ports.now(), Math.round(ports.sinceBoot() - from));
  return { result, end, saved: ports.requests.end(record, end) };
}

/** Records and sends, for callers that show nothing in between. */
export async function recordAndSend<Value extends Ending>(
  ports: RoadPorts,
  change: RecordedChange,
  send: (intent: SavedIntent) => Promise<Result<Value>>,
): Promise<Sent<Value> | Extract<Recorded, { readonly ok: false }>> {
  const recorded = await recordChange(ports, change);
  return recorded.ok ? sendRecorded(ports, recorded.record, send) : recorded;
}

/** `claim`: the result in the body, if an answer for many systems contradicts its status. */
export interface SentAnswer extends RawResponse {
  readonly claim: Claim | null;
}

interface SendingWays {
  readonly readFile?: ReadFile;
  readonly mayLeave?: () => boolean;
}

const noFile: ReadFile = () => ({ ok: false, code: 'missing' });

/**
 * Sends a call that changes something. An HTML page in answer comes from a proxy, which knows nothing of the change,
 * and is a problem unless `isPageExpected`. `mayLeave`: asked just before sending.
 */
export async function sendCall(
  client: Pick<Client, 'write'>,
  intent: SavedIntent,
  { method, url, headers, body, orgId, ...call }: Call,
  isPageExpected: boolean,
  { readFile = noFile, mayLeave = () => true }: SendingWays = {},
): Promise<Result<SentAnswer>> {
  const operation = 'send request';
  const filled = withFiles({ body, ...call }, readFile);
  if (!filled.ok) return makeFailure(operation, filled.failure);
  const { bytes } = filled;
  const answer = await client.write(intent, { operation, method, url, headers, body, bytes, orgId, mayLeave });
  if (!answer.ok) return answer;
  const fault = changeFault(answer.value, isPageExpected);
  if (fault !== null) return makeFailure(operation, fault);
  // A multi-status answer (207) is for many systems, whatever the request names.
  const isForMany = answer.value.status === 207 || systemsNamedIn({ method, url, headers, body }) > 1;
  return { ok: true, value: { ...answer.value, claim: isForMany ? claimIn(jsonIn(answer.value.text)) : null } };
}

/** The end of a recorded change that is not sent. */
export function withheldEnd(now: number): RequestEnd {
  const outcome = { kind: 'notAttempted', problem: null } as const;
  return { at: new Date(now).toISOString(), outcome, status: null, traceId: null, ms: 0 };
}

export function outcomeOfProblem(problem: Problem): 'refused' | 'unknown' | 'withheld' {
  const said = certaintyOf(problem);
  return said === 'notSent' ? 'withheld' : said;
}

function outcomeOf(problem: Problem): Outcome {
  const said = certaintyOf(problem);
  return { kind: said === 'notSent' ? 'notAttempted' : said, problem };
}

function endOf(result: Result<Ending>, now: number, ms: number): RequestEnd {
  const at = new Date(now).toISOString();
  if (result.ok) {
    const { claim = null } = result.value;
    const outcome: Outcome = claim === null ? { kind: 'done' } : { kind: 'failed', problem: null };
    const said = claim === null ? {} : { claim };
    return { at, outcome, ...said, status: result.value.status, traceId: null, ms };
  }
  const { problem } = result;
  const traceId = problem.kind === 'refused' ? problem.traceId : null;
  const status = 'status' in problem ? problem.status : null;
  return { at, outcome: outcomeOf(problem), status, traceId, ms };
}

function refuse(message: string): Recorded {
  return { ok: false, message };
}
