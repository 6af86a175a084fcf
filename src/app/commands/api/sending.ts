/** Sends the call of `rollcall api`, prints the answer, and reports problems. */
import process from 'node:process';
import { type Json, jsonIn } from '../../../api/exact-json.ts';
import type { Client, RawResponse } from '../../../api/http/client.ts';
import type { Problem, Refused, Result } from '../../../api/problem.ts';
import { clean, visible } from '../../../screens/text/clean.ts';
import { linkSentence } from '../../../screens/text/fleet-wording.ts';
import { answerWords, problemSentence } from '../../../screens/text/problem-wording.ts';
import { count } from '../../../screens/text/quantities.ts';
import { jsonText } from '../../../state/explorer/answer/answer-lines.ts';
import type { Call } from '../../../api/calls/call.ts';
import { type ListPage, listPages } from '../../../state/session/backoff/reads.ts';
import type { Reader } from '../../../state/fleet/list/reader.ts';
import { print } from '../../cli/startup.ts';
import { mediaType } from '../../../api/calls/answer-kind.ts';
import { withoutSecrets } from '../../../api/secrets.ts';
import type { Organisation } from '../../../api/organisations.ts';
import {
  type SentAnswer,
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
import { readTypedFile } from '../../storage/own-file.ts';

/** 0 done · 1 not read or written to its end · 3 pointed elsewhere · 4 refused · 5 the service failed. */
type SendingCode = 0 | 1 | 3 | 4 | 5;

export function tell(sentence: string): void {
  process.stderr.write(`rollcall: ${clean(sentence)}\n`);
}

/** Prints the bytes of the answer, or a readable form of it on a terminal. */
export async function printAnswer(reader: Reader, call: Call): Promise<SendingCode> {
  const read = await reader.answer(call);
  return read.ok ? printResponse(call.method, read.value) : refused(call, read.problem);
}

/** `isTold`: its status was reported already. */
export async function printResponse(method: string, response: RawResponse, isTold = false): Promise<0 | 1> {
  const { status, contentType, bytes } = response;
  if (method === 'HEAD' || bytes.byteLength === 0) {
    if (!isTold) tell(`${status}${contentType === '' ? '' : ` ${contentType}`}: the answer has no content.`);
    return 0;
  }
  if (!process.stdout.isTTY) {
    await print(bytes);
    return 0;
  }
  // A new secret may never be answered a second time.
  const shown = terminalText(response, method === 'POST');
  if (shown === null) {
    tell(`The answer is not text (${contentType}). Send it to a file with > FILE.`);
    return 1;
  }
  await print(shown);
  return 0;
}

/**
 * One array, printed when the last page is there; nothing where one of them is missing. A list that moved is read once
 * more, and told where it moved again.
 */
export async function printPages(reader: Reader, call: Call): Promise<SendingCode> {
  const first = await pagesOf(reader, call);
  const { items, ending } = first.ending?.kind === 'moved' ? await pagesOf(reader, call) : first;
  // Before the output: a reader of its first lines may close the pipe.
  const code = ending === null ? 0 : incomplete(call, ending);
  if (ending !== null && ending.kind !== 'moved') return code;
  const lines = items.map(lineOf);
  await print(lines.length === 0 ? '[]\n' : `[\n${lines.join(',\n')}\n]\n`);
  return code;
}

type Ending = Exclude<ListPage, { readonly kind: 'items' }>;

/** `ending`: null where the list is whole. */
async function pagesOf(reader: Reader, call: Call): Promise<{ items: readonly Json[]; ending: Ending | null }> {
  const items: Json[] = [];
  for await (const page of listPages(call, (page) => reader.answer(page), true)) {
    if (page.kind !== 'items') return { items, ending: page };
    // One by one: a page may have more items than a call takes arguments.
    for (const item of page.items) items.push(item);
  }
  return { items, ending: null };
}

/** One item a line, as the pages come. */
export async function printLines(reader: Reader, call: Call): Promise<SendingCode> {
  for await (const page of listPages(call, (page) => reader.answer(page), false)) {
    if (page.kind !== 'items') return incomplete(call, page);
    await print(page.items.map((item) => `${lineOf(item)}\n`).join(''));
  }
  return 0;
}

/** However deep it is. Breaks of lines stand between the parts of it alone: those in texts are escapes. */
function lineOf(item: Json): string {
  return jsonText(item, { withSecrets: !process.stdout.isTTY }).replaceAll(/,\n */g, ', ').replaceAll(/\n */g, '');
}

function incomplete(call: Call, ending: Ending): SendingCode {
  if (ending.kind === 'no list') {
    tell('The answer is not a list. Leave out --paginate and --lines.');
    return 1;
  }
  const { rows, total, addresses } = ending.paging;
  const of = total === null || total < rows ? '' : ` of ${count(total)}`;
  const read = `${count(rows)}${of} ${rows === 1 && of === '' ? 'row was' : 'rows were'} read`;
  if (ending.kind === 'moved') {
    tell(`The list changed while it was loaded: ${read}. Rows may be missing here.`);
    return 1;
  }
  const { problem } = ending;
  if (addresses.length === 0) return refused(call, problem);
  const why = problem.kind === 'untrustedLink' ? linkSentence(problem) : sentenceOf(call, problem);
  tell(`The list is not complete: ${read}. ${why}`);
  return 1;
}

function refused(call: Call, problem: Problem): SendingCode {
  tell(sentenceOf(call, problem));
  if (problem.kind === 'redirected') return 3;
  if (problem.kind !== 'refused') return 1;
  return problem.status >= 500 && problem.status !== 501 ? 5 : 4;
}

/** Names the refused request and the service's words: status, title and trace. */
function sentenceOf({ method, url }: Call, problem: Problem): string {
  if (problem.kind !== 'refused') return problemSentence(problem);
  const token = problem.status === 401 ? ' The token is not accepted.' : '';
  return `${method} ${new URL(url).pathname}: ${answerWords(problem)}.${token}`;
}

/** Null where it would do harm on a terminal. */
export function terminalText(
  { contentType, text }: Pick<RawResponse, 'contentType' | 'text'>,
  withSecrets: boolean,
): string | null {
  if (text.trim() === '') return '';
  const json = /json|^$/i.test(contentType) ? jsonIn(text) : undefined;
  if (json !== undefined) return `${jsonText(json, { withSecrets })}\n`;
  if (text.includes('\0') || text.includes('\uFFFD')) return null;
  const shown = withSecrets ? text : withoutSecrets(text, mediaType(contentType));
  const lines = shown.replace(/\r?\n$/, '').split(/\r?\n/);
  return lines.map((line) => `${visible(line)}\n`).join('');
}

// Handles signals during a change: a short wait lets its outcome arrive.

/** Longest wait for a change in flight. */
const maxWaitMs = 5000;

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;

export function holdSignals() {
  let first: NodeJS.Signals | null = null;
  let timer: NodeJS.Timeout | undefined;
  const over = Promise.withResolvers<'over'>();
  const end = (): void => {
    over.resolve('over');
  };
  const hear = (signal: NodeJS.Signals): void => {
    if (first !== null) end();
    first ??= signal;
    timer ??= setTimeout(end, maxWaitMs);
  };
  for (const signal of signals) process.on(signal, hear);
  return {
    /** The first one that came; null: none did. */
    came: () => first,
    /** Resolves when the wait after a signal is over, or when another one comes. */
    over: over.promise,
    /** Restores the usual effect: a signal ends the program. */
    release() {
      clearTimeout(timer);
      for (const signal of signals) process.off(signal, hear);
    },
  };
}

/** Ends the program as the signal would have: a shell that runs it in a loop ends the loop, too. */
async function endBy(signal: NodeJS.Signals): Promise<never> {
  process.kill(process.pid, signal);
  return new Promise(() => undefined);
}

// Sends a change by the road that every change takes, and reports its end.

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
interface Change {
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
  result: Result<SentAnswer>,
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
