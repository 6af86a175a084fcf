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
import { type Call, mediaType } from '../../../api/calls/call.ts';
import { type ListPage, listPages } from '../../../state/session/backoff/update.ts';
import type { Reader } from '../../../state/fleet/list/effects.ts';
import { print } from '../../cli/startup.ts';
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
import { claimSaid } from '../../../state/change/request/update.ts';
import type { RecordAbout } from '../../../state/change/journal/requests.ts';
import type { OrganisationLabel } from '../../../state/session/organisations.ts';
import type { Withheld } from '../../../state/session/session.ts';
import type { Refusal } from '../access.ts';
import { readTypedFile } from '../../storage/typed-file.ts';

/** 0 done · 1 not completely read or written · 3 redirected · 4 refused · 5 the service failed. */
type SendingCode = 0 | 1 | 3 | 4 | 5;

export function tell(sentence: string): void {
  process.stderr.write(`rollcall: ${clean(sentence)}\n`);
}

/** Prints the bytes of the answer, or a readable form of it on a terminal. */
export async function printAnswer(reader: Reader, call: Call): Promise<SendingCode> {
  const read = await reader.answer(call);
  return read.ok ? printResponse(call.method, read.value) : reportRefusal(call, read.problem);
}

/** `isReported`: the status was reported already. */
export async function printResponse(method: string, response: RawResponse, isReported = false): Promise<0 | 1> {
  const { status, contentType, bytes } = response;
  if (method === 'HEAD' || bytes.byteLength === 0) {
    if (!isReported) tell(`${status}${contentType === '' ? '' : ` ${contentType}`}: the answer has no content.`);
    return 0;
  }
  if (!process.stdout.isTTY) {
    await print(bytes);
    return 0;
  }
  // The service may show a new secret only once.
  const shown = terminalText(response, method === 'POST');
  if (shown === null) {
    tell(`The answer is not text (${contentType}). Send it to a file with > FILE.`);
    return 1;
  }
  await print(shown);
  return 0;
}

/**
 * Prints one array after the last page, or nothing if a page is missing. A list that changed during paging is loaded
 * once more, and reported if it changes again.
 */
export async function printPages(reader: Reader, call: Call): Promise<SendingCode> {
  const first = await pagesOf(reader, call);
  const { items, ending } = first.ending?.kind === 'moved' ? await pagesOf(reader, call) : first;
  // Reports before the output, because a reader such as `head` may close the pipe.
  const code = ending === null ? 0 : incomplete(call, ending);
  if (ending !== null && ending.kind !== 'moved') return code;
  const lines = items.map(lineOf);
  await print(lines.length === 0 ? '[]\n' : `[\n${lines.join(',\n')}\n]\n`);
  return code;
}

type Ending = Exclude<ListPage, { readonly kind: 'items' }>;

/** `ending` is null if the list is complete. */
async function pagesOf(reader: Reader, call: Call): Promise<{ items: readonly Json[]; ending: Ending | null }> {
  const items: Json[] = [];
  for await (const page of listPages(call, (page) => reader.answer(page), true)) {
    if (page.kind !== 'items') return { items, ending: page };
    // Pushed one by one: a page may have more items than a call accepts arguments.
    for (const item of page.items) items.push(item);
  }
  return { items, ending: null };
}

/** Prints one item per line while the pages arrive. */
export async function printLines(reader: Reader, call: Call): Promise<SendingCode> {
  for await (const page of listPages(call, (page) => reader.answer(page), false)) {
    if (page.kind !== 'items') return incomplete(call, page);
    await print(page.items.map((item) => `${lineOf(item)}\n`).join(''));
  }
  return 0;
}

/** One line at any depth. Line breaks occur only between parts of the JSON; those in texts are escaped. */
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
  if (addresses.length === 0) return reportRefusal(call, problem);
  const why = problem.kind === 'untrustedLink' ? linkSentence(problem) : sentenceOf(call, problem);
  tell(`The list is not complete: ${read}. ${why}`);
  return 1;
}

function reportRefusal(call: Call, problem: Problem): SendingCode {
  tell(sentenceOf(call, problem));
  if (problem.kind === 'redirected') return 3;
  if (problem.kind !== 'refused') return 1;
  return problem.status >= 500 && problem.status !== 501 ? 5 : 4;
}

/** Names the refused request and the service's answer: status, title and trace id. */
function sentenceOf({ method, url }: Call, problem: Problem): string {
  if (problem.kind !== 'refused') return problemSentence(problem);
  const token = problem.status === 401 ? ' The token is not accepted.' : '';
  return `${method} ${new URL(url).pathname}: ${answerWords(problem)}.${token}`;
}

/** Null if the text could harm a terminal. */
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

// Delays signals during a change for a short time, so that its outcome can arrive.

/** Maximum wait for a change in flight, in milliseconds. */
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
    /** The first signal; null: none. */
    came: () => first,
    /** Resolves when the wait after a signal ends, or at a second signal. */
    over: over.promise,
    /** Restores the default: a signal ends the program. */
    release() {
      clearTimeout(timer);
      for (const signal of signals) process.off(signal, hear);
    },
  };
}

/** Ends the program by the signal itself, so that a shell loop ends, too. */
async function endBy(signal: NodeJS.Signals): Promise<never> {
  process.kill(process.pid, signal);
  return new Promise(() => undefined);
}

// Sends a change through the journal that every change uses, and reports its outcome.

export interface ChangeWays {
  /** Checks before each request whether the change is allowed. */
  readonly client: Client;
  readonly ports: RoadPorts;
  /** Why this organisation may not be changed; null if it may. */
  readonly withheld: (orgId: string | null) => Withheld | null;
  readonly label: (orgId: string | null) => OrganisationLabel;
  readonly about: Pick<RecordAbout, 'profile' | 'baseUrl'>;
}

interface Change {
  readonly call: Call;
  /** The organisations that its path names; the first one owns the change. */
  readonly organisations: readonly Organisation[];
  /** The call that reads the target; null if there is none. */
  readonly target: Call | null;
  /** A heavy change, which is announced before it is sent. */
  readonly isHeavy: boolean;
  /** The definition declares a web page as its answer. */
  readonly isPageExpected: boolean;
  /** The content of standard input as the body; null if it is not used. */
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

/** Returns the exit code, or why nothing was sent. */
export async function sendChange(change: Change, ways: ChangeWays): Promise<number | Refusal> {
  const { organisations, target, isPageExpected, bytes } = change;
  const { client } = ways;
  const orgIds = organisations.map(({ orgId }) => orgId);
  const withheld = [null, ...orgIds].map(ways.withheld).find((one) => one !== null);
  if (withheld !== undefined) return { code: 2, message: withheldSentence(withheld) };
  const call = { ...change.call, orgId: orgIds[0] ?? null };
  // Read once, because a change never waits for its target's state, and a failed read does not stop it.
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
    if ('message' in sent) return { code: 2, message: sent.message };
    const code = await sent.saved;
    if (code !== null) tell(`How it ended could not be recorded (${code}).`);
    const printed = await reportResult(change, sent.result, signals.came());
    const signal = signals.came();
    signals.release();
    return signal === null || printed === 6 ? printed : await endBy(signal);
  } finally {
    signals.release();
  }
}

const cutOff = { ok: false, problem: { operation: 'send request', kind: 'aborted' } } as const;

/**
 * 0 done · 2 nothing was sent · 4 refused, or failed · 5 the service failed · 6 the outcome is unknown · 7 done in
 * part.
 */
type ChangeCode = 0 | 1 | 2 | 4 | 5 | 6 | 7;

const unknownWords = 'Whether it was carried out is not known: see the history (E) in rollcall.';

/** Called after the outcome is recorded, because printing may end the program. */
async function reportResult(
  { call, isHeavy }: Change,
  result: Result<SentAnswer>,
  signal: NodeJS.Signals | null,
): Promise<ChangeCode> {
  const what = `${call.method} ${new URL(call.url).pathname}`;
  const isReported = isHeavy || signal !== null;
  if (result.ok) {
    const { claim } = result.value;
    if (claim !== null) {
      tell(`${what} was sent: ${result.value.status}. ${claimSaid(claim)}.`);
      return (await printResponse(call.method, result.value, true)) || (claim.kind === 'failed' ? 4 : 7);
    }
    if (isReported) tell(`${what} was sent: ${result.value.status}.`);
    return printResponse(call.method, result.value, isReported);
  }
  const { problem } = result;
  const outcome = outcomeOfProblem(problem);
  if (problem.kind === 'aborted') tell(`${what} was sent, and ended before its answer came. ${unknownWords}`);
  else tell(signal !== null && outcome === 'withheld' ? 'Nothing was sent.' : changeProblem(call, problem));
  if (outcome !== 'unknown') return outcome === 'withheld' ? 2 : 4;
  return problem.kind === 'refused' && problem.status >= 500 && !isWebPage(problem) ? 5 : 6;
}

/** A web page comes from a proxy, and proves nothing about the service. */
function isWebPage({ slug, title, detail, traceId }: Refused): boolean {
  return title !== null && slug === null && detail === null && traceId === null;
}

function changeProblem(call: Call, problem: Problem): string {
  const words = sentenceOf(call, problem);
  if (outcomeOfProblem(problem) === 'unknown') return `${words} ${unknownWords}`;
  if (problem.kind !== 'refused' || problem.retryAfter === null) return words;
  return `${words} The service asks to wait ${problem.retryAfter} s.`;
}
