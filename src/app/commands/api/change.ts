/** Sends a change: records it before it leaves, sends it once, and reports its end. */
import { type Json, jsonIn } from '../../../api/exact-json.ts';
import type { RawResponse } from '../../../api/http/client.ts';
import type { Organisation } from '../../../api/organisations.ts';
import type { Result } from '../../../api/problem.ts';
import type { Call } from '../../../api/calls/call.ts';
import { recordOf } from '../../../state/change/request-records/record-of.ts';
import type { RequestEnd, RequestRecord, RequestRecords } from '../../../state/change/journal/request-record.ts';
import type { OrganisationLabel } from '../../../state/session/organisations.ts';
import type { Changer } from '../../../state/change/changer.ts';
import type { Withheld } from '../../../state/session/mode.ts';
import type { Refusal } from '../access.ts';
import { changeProblem, endOf, recordedEnd, unknownWords } from './change-end.ts';
import { printResponse, tell } from './sending.ts';
import { endBy, holdSignals } from './signals.ts';

/** Sends a change, and knows its obstacles. */
export interface ChangeWays {
  readonly changer: Changer;
  /** Why nothing may be changed in this organisation; null where it may. */
  readonly withheld: (orgId: string | null) => Withheld | null;
  /** This person's label for the organisation. */
  readonly label: (orgId: string | null) => OrganisationLabel;
  /** Is a run in progress there, in any session? Rejects with a code where that cannot be found out. */
  readonly isRunGoing: (orgId: string) => Promise<boolean>;
  readonly records: RequestRecords;
  readonly about: Pick<RequestRecord, 'profile' | 'baseUrl'>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** A change as it is sent, and the facts about it. */
export interface Change {
  readonly call: Call;
  /** The organisations that its path names; it is in the first one. */
  readonly organisations: readonly Organisation[];
  /** The call that reads its target; null where nothing does. */
  readonly target: Call | null;
  /** More than an ordinary change: its sending is reported. */
  readonly isHeavy: boolean;
  /** The definition says that it answers with a web page. */
  readonly isPageExpected: boolean;
}

const reasons = {
  flag: '--read-only and --preview send nothing that changes something.',
  profile: 'This profile is read-only.',
  organisation: 'This organisation is read-only in its settings.',
} as const;

export function withheldSentence({ by }: Withheld): string {
  return `Nothing was sent. ${reasons[by]}`;
}

const runGoing = 'Nothing was sent. A run is in progress in this organisation; send it after the run.';

const changingMethods = ['POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Answers the exit code, or why nothing was sent. */
export async function sendChange(change: Change, ways: ChangeWays): Promise<number | Refusal> {
  const { call, organisations } = change;
  const method = changingMethods.find((one) => one === call.method);
  if (method === undefined) return refused(`${call.method} changes nothing.`);
  const ids = organisations.map(({ orgId }) => orgId);
  for (const orgId of [null, ...ids]) {
    const withheld = ways.withheld(orgId);
    if (withheld !== null) return refused(withheldSentence(withheld));
    if (orgId !== null && (await isRunGoing(orgId, ways))) return refused(runGoing);
  }
  const orgId = ids[0] ?? null;
  const before = await readBefore(change, ways);
  const signals = holdSignals();
  try {
    const record = recordOf(
      { ...call, orgId },
      {
        ...{ at: new Date(ways.now()).toISOString(), mode: 'sent', ...ways.about, before },
        orgName: organisations[0]?.orgName ?? null,
      },
    );
    const kept = await ways.records.begin(record);
    if (!kept.ok) return refused(`Nothing was sent: its record cannot be saved (${kept.code}).`);
    const from = ways.now();
    const mayLeave = (): boolean => signals.came() === null;
    const { url, headers, body } = call;
    const sent = ways.changer.change({ method, url, headers, body, orgId, mayLeave }, change.isPageExpected);
    const result = await Promise.race([sent, signals.over]);
    const ms = ways.now() - from;
    const end = result === 'over' ? lateEnd(ways.now(), ms) : recordedEnd(result, ways.now(), ms);
    const code = await ways.records.end(kept.id, end);
    if (code !== null) tell(`How it ended could not be recorded (${code}).`);
    const printed = await told(change, result, signals.came());
    const signal = signals.came();
    signals.release();
    return signal === null || printed === 6 ? printed : await endBy(signal);
  } finally {
    signals.release();
  }
}

/** After its end is recorded: a printed answer may end the program. */
async function told(
  { call, isHeavy }: Change,
  result: Result<RawResponse> | 'over',
  signal: NodeJS.Signals | null,
): Promise<number> {
  const what = `${call.method} ${new URL(call.url).pathname}`;
  if (result === 'over') {
    tell(`${what} was sent, and ended before its answer came. ${unknownWords}`);
    return 6;
  }
  const { code, outcome } = endOf(result);
  if (!result.ok) {
    if (signal !== null && outcome === 'withheld') tell('Nothing was sent.');
    else tell(changeProblem(call, result.problem));
  } else if (isHeavy || signal !== null) tell(`${what} was sent: ${result.value.status}.`);
  return result.ok ? printResponse(call.method, result.value, isHeavy || signal !== null) : code;
}

function lateEnd(at: number, ms: number): RequestEnd {
  return { at: new Date(at).toISOString(), outcome: 'unknown', status: null, slug: null, traceId: null, ms };
}

async function isRunGoing(orgId: string, ways: ChangeWays): Promise<boolean> {
  // Without a home there are no locks, and no records either: the record says so.
  return ways.isRunGoing(orgId).catch(() => false);
}

/** A longer state is no record, but a copy. */
const mostKept = 256 * 1024;

/** The target before the change, for the record; null where that cannot be read, which stops nothing. */
async function readBefore({ target }: Change, { changer }: ChangeWays): Promise<Json | null> {
  if (target === null) return null;
  const read = await changer.read(target);
  if (!read.ok || read.value.bytes.byteLength > mostKept) return null;
  return jsonIn(read.value.text) ?? null;
}

function refused(says: string): Refusal {
  return { code: 2, says };
}
