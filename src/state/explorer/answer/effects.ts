/** Effects of answers: calls that read, their pages, files and copies. */
import { rowsIn } from '../../../api/calls/call.ts';
import { isReadMethod } from '../../../api/operations.ts';
import { nextAddress, pagingAfter } from '../../../api/paging/envelope.ts';
import type { RawResponse } from '../../../api/http/client.ts';
import type { Problem, Result } from '../../../api/problem.ts';
import type { Effects, Reads, Services } from '../../root/feature.ts';
import { codeOf } from '../../kernel/files.ts';
import type { Action, State } from '../../root/state.ts';
import { exportFiles } from '../../fleet/export.ts';
import { answerWith, downloadOf, readOf, type DownloadAnswer, type ReadAnswer } from './feature.ts';
import { type ArrivedPage, onlyPage, makeUnpaged } from './model.ts';

/** One key for every read of an answer: one page is read at a time. */
function keyOf(id: number): string {
  return `answer ${id}`;
}

function requestOf({ call }: ReadAnswer | DownloadAnswer, url: string) {
  const method = isReadMethod(call.method) ? call.method : 'GET';
  const accept = { Accept: 'application/json, application/problem+json, */*;q=0.5' };
  return { operation: 'send request', method, url, headers: { ...accept, ...call.headers } } as const;
}

function pageOf(read: ReadAnswer, response: RawResponse): ArrivedPage {
  const arrived = makeUnpaged(nextAddress(read.paging), response);
  const isLater = read.paging.addresses.length > 0 && arrived.answered.kind === 'json';
  const answered = (isLater ? rowsIn(arrived.answered.value, true) : null) ?? arrived.answered;
  const page = { ...arrived, answered };
  const envelope = answered.kind === 'rows' || answered.kind === 'json' ? answered.page : null;
  return envelope === null
    ? page
    : { ...page, paging: pagingAfter(read.paging, envelope, response.headers, page.bytes) };
}

/** An answer that is too large for the memory can still be written into a file. */
function tooLargePage({ call }: ReadAnswer, problem: Problem): ArrivedPage | null {
  if (problem.kind !== 'notTheApi' || problem.reason !== 'too large') return null;
  const { status, contentType: format } = problem;
  const answered = { kind: 'tooLarge', format } as const;
  return { status, ms: 0, bytes: 0, raw: null, answered, paging: onlyPage(call.url) };
}

function answerOf(read: ReadAnswer, result: Result<RawResponse>): Action {
  const { id } = read;
  if (result.ok) return { kind: 'answerArrived', id, page: pageOf(read, result.value) };
  const tooLarge = read.paging.addresses.length === 0 ? tooLargePage(read, result.problem) : null;
  return tooLarge === null
    ? { kind: 'answerFailed', id, problem: result.problem }
    : { kind: 'answerArrived', id, page: tooLarge };
}

export const answerReads: Reads<'answer'> = {
  readAnswer: {
    slot: 'answer',
    key: ({ id }) => keyOf(id),
    async send(read, { client, signal }) {
      return answerOf(read, await client().readRaw(requestOf(read, nextAddress(read.paging)), signal));
    },
    answers: { answerArrived: ({ id }) => keyOf(id), answerFailed: ({ id }) => keyOf(id) },
    retries: {
      answerFailed(state, { id }) {
        const answer = answerWith(state, id);
        return answer === null || answer.reading === null ? null : readOf(answer);
      },
    },
    givenUp: ({ id }, problem) => ({ kind: 'answerFailed', id, problem: asSendProblem(problem) }),
  },
  downloadAnswer: {
    slot: 'answer',
    key: ({ id }) => `file ${keyOf(id)}`,
    send: download,
    answers: {
      answerFileWritten: ({ id }) => `file ${keyOf(id)}`,
      answerFileFailed: ({ id }) => `file ${keyOf(id)}`,
      answerFileLost: ({ id }) => `file ${keyOf(id)}`,
    },
    retries: { answerFileLost: (state, { id }) => downloadAgain(state, id) },
    givenUp: ({ id }, problem) => ({ kind: 'answerFileLost', id, problem: asSendProblem(problem) }),
  },
};

function asSendProblem(problem: Problem): Problem {
  return { ...problem, operation: 'send request' };
}

function downloadAgain(state: State, id: number): DownloadAnswer | null {
  const answer = answerWith(state, id);
  if (answer === null || answer.written === null) return null;
  return downloadOf(answer);
}

/** Bytes between two reports of progress. */
const progressStep = 1024 * 1024;

async function download(
  read: DownloadAnswer,
  { ports, client, signal, dispatch }: Services & { readonly signal: AbortSignal | undefined },
): Promise<Action> {
  const { id } = read;
  try {
    const file = await ports.openExport({ name: read.name, extension: read.extension });
    let isWhole = false;
    try {
      let [bytes, told] = [0, 0];
      const sink = async (piece: Uint8Array): Promise<void> => {
        await file.write(piece);
        bytes += piece.byteLength;
        if (bytes - told < progressStep) return;
        told = bytes;
        dispatch({ kind: 'answerBytesArrived', id, bytes });
      };
      const result = await client().download(requestOf(read, read.call.url), sink, signal);
      if (!result.ok) return { kind: 'answerFileLost', id, problem: result.problem };
      isWhole = true;
      return { kind: 'answerFileWritten', id, path: file.path, bytes };
    } finally {
      await file.close(isWhole);
    }
  } catch (error) {
    return { kind: 'answerFileFailed', id, message: `The file was not written (${codeOf(error)}).` };
  }
}

export const answerEffects: Effects<'answer'> = {
  exportAnswer: (effect, { ports }) => exportFiles(() => ports.exportAnswer(effect.export)),
  async showAnswerBody({ text }, { ports }) {
    const message = await ports.showText(text);
    return message === null ? null : { kind: 'answerBodyFailed', message };
  },
  openRowOperations: ({ row }) => ({ kind: 'operationsOpened', row }),
};
