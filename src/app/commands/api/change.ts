/** Sends a change by the road that every change takes, and reports its end. */
import type { Client } from '../../../api/http/client.ts';
import type { Organisation } from '../../../api/organisations.ts';
import type { Problem, Refused, Result } from '../../../api/problem.ts';
import type { Call } from '../../../api/calls/call.ts';
import {
  type Answered,
  outcomeOfProblem,
  readTarget,
  recordAndSend,
  type RoadPorts,
  sendCall,
} from '../../../state/change/request/record-and-send.ts';
import { claimSaid } from '../../../state/change/request/settle.ts';
import type { RecordAbout } from '../../../state/change/journal/requests.ts';
import type { OrganisationLabel } from '../../../state/session/organisations.ts';
import type { Withheld } from '../../../state/session/mode.ts';
import type { Refusal } from '../access.ts';
import { readTypedFile } from '../../storage/typed-file.ts';
import { printResponse, sentenceOf, tell } from './sending.ts';
import { endBy, holdSignals } from './signals.ts';

/** Sends a change, and knows its obstacles. */
export interface ChangeWays {
  /** Asks before each change if one may be made. */
  readonly client: Client;
  readonly ports: RoadPorts;
  /** Why nothing may be changed in this organisation; null where it may. */
  readonly withheld: (orgId: string | null) => Withheld | null;
  /** This person's label for the organisation. */
  readonly label: (orgId: string | null) => OrganisationLabel;
  readonly about: Pick<RecordAbout, 'profile' | 'baseUrl'>;
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
  /** Content of a body that standard input has; null: of none. */
  readonly bytes: Uint8Array | null;
}

const reasons = {
  flag: '--read-only and --preview send nothing that changes something.',
  profile: 'This profile is read-only.',
  organisation: 'This organisation is read-only in its settings.',
} as const;

export function withheldSentence({ by }: Withheld): string {
  return `Nothing was sent. ${reasons[by]}`;
}

/** Answers the exit code, or why nothing was sent. */
export async function sendChange(change: Change, ways: ChangeWays): Promise<number | Refusal> {
  const { organisations, target, isPageExpected, bytes } = change;
  const { client } = ways;
  const orgIds = organisations.map(({ orgId }) => orgId);
  const withheld = [null, ...orgIds].map(ways.withheld).find((one) => one !== null);
  if (withheld !== undefined) return { code: 2, says: withheldSentence(withheld) };
  const call = { ...change.call, orgId: orgIds[0] ?? null };
  // Once: a change does not wait for what stands there, and nothing of it stops the change.
  const read = target && (await readTarget(client, target));
  const before = read?.ok === true ? read.value.value : null;
  const signals = holdSignals();
  try {
    const about = { mode: 'run', ...ways.about, orgName: organisations[0]?.orgName ?? null } as const;
    const sent = await recordAndSend(ways.ports, { call, about, before, orgIds }, (intent) => {
      const answer = sendCall(client, intent, call, isPageExpected, {
        readFile: bytes === null ? readTypedFile : () => ({ ok: true, bytes }),
        mayLeave: () => signals.came() === null,
      });
      return Promise.race([answer, signals.over.then(() => cutOff)]);
    });
    if ('says' in sent) return { code: 2, says: sent.says };
    const code = await sent.saved;
    if (code !== null) tell(`How it ended could not be recorded (${code}).`);
    const printed = await told(change, sent.result, signals.came());
    const signal = signals.came();
    signals.release();
    return signal === null || printed === 6 ? printed : await endBy(signal);
  } finally {
    signals.release();
  }
}

const cutOff = { ok: false, problem: { operation: 'send request', kind: 'aborted' } } as const;

/** 0 done · 2 nothing was sent · 4 refused, or failed · 5 the service failed · 6 the outcome is unknown · 7 done in part. */
type ChangeCode = 0 | 1 | 2 | 4 | 5 | 6 | 7;

const unknownWords = 'Whether it was carried out is not known: see the history (E) in rollcall.';

/** After its end is recorded: a printed answer may end the program. */
async function told(
  { call, isHeavy }: Change,
  result: Result<Answered>,
  signal: NodeJS.Signals | null,
): Promise<ChangeCode> {
  const what = `${call.method} ${new URL(call.url).pathname}`;
  const isTold = isHeavy || signal !== null;
  if (result.ok) {
    const { claim } = result.value;
    if (claim !== null) {
      tell(`${what} was sent: ${result.value.status}. ${claimSaid(claim)}.`);
      return (await printResponse(call.method, result.value, true)) || (claim.kind === 'failed' ? 4 : 7);
    }
    if (isTold) tell(`${what} was sent: ${result.value.status}.`);
    return printResponse(call.method, result.value, isTold);
  }
  const { problem } = result;
  const outcome = outcomeOfProblem(problem);
  if (problem.kind === 'aborted') tell(`${what} was sent, and ended before its answer came. ${unknownWords}`);
  else tell(signal !== null && outcome === 'withheld' ? 'Nothing was sent.' : changeProblem(call, problem));
  if (outcome !== 'unknown') return outcome === 'withheld' ? 2 : 4;
  return problem.kind === 'refused' && problem.status >= 500 && !isWebPage(problem) ? 5 : 6;
}

/** A page of some proxy on the way says nothing of the service's action. */
function isWebPage({ slug, title, detail, traceId }: Refused): boolean {
  return title !== null && slug === null && detail === null && traceId === null;
}

/** The problem, and its consequence for the change. */
function changeProblem(call: Call, problem: Problem): string {
  const words = sentenceOf(call, problem);
  if (outcomeOfProblem(problem) === 'unknown') return `${words} ${unknownWords}`;
  if (problem.kind !== 'refused' || problem.retryAfter === null) return words;
  return `${words} The service asks to wait ${problem.retryAfter} s.`;
}
