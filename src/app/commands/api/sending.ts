/** Sends the call of `rollcall api`, prints the answer, and reports problems. */
import process from 'node:process';
import { type Json, jsonIn } from '../../../api/exact-json.ts';
import type { RawResponse } from '../../../api/http/client.ts';
import type { Problem } from '../../../api/problem.ts';
import { clean, visible } from '../../../screens/text/clean.ts';
import { linkSentence } from '../../../screens/text/incompleteness-wording.ts';
import { answerWords, problemSentence } from '../../../screens/text/problem-wording.ts';
import { count } from '../../../screens/text/quantities.ts';
import { jsonText } from '../../../state/explorer/answer/json-text.ts';
import type { Call } from '../../../api/calls/call.ts';
import { type ListPage, listPages } from '../../../state/session/backoff/list-pages.ts';
import type { Reader } from '../../../state/fleet/list/reader.ts';
import { print } from '../../cli/print.ts';
import { mediaType } from '../../../api/calls/answer-kind.ts';
import { withoutSecrets } from '../../../api/secrets.ts';

/** 0 done · 1 not read or written to its end · 3 pointed elsewhere · 4 refused · 5 the service failed. */
export type SendingCode = 0 | 1 | 3 | 4 | 5;

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
export function sentenceOf({ method, url }: Call, problem: Problem): string {
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
