/** Opens an editor for a part of a form, sends its call, and reads the target of a change. */
import { deepestJson, readExactly } from '../../../api/exact-json.ts';
import type { RawResponse } from '../../../api/http/client.ts';
import type { Effects, Reads } from '../../root/feature.ts';
import type { Action } from '../../root/state.ts';

export const operationFormEffects: Effects<'operationForm'> = {
  makeIdempotencyKey: ({ id, parameter, instead }, { ports }) => ({
    kind: 'idempotencyKeyMade',
    id,
    parameter,
    instead,
    made: ports.randomId(),
  }),
  async editOperation({ id, path, as, text }, { ports }) {
    const edited = await ports.editText(as === 'json' ? 'body' : 'text', text);
    return { kind: 'operationEdited', id, path, as, before: text, edited };
  },
  // Dispatched synchronously: the next key belongs to the review.
  openEditReview({ does, edit }, { dispatch }) {
    dispatch({ kind: 'reviewOpened', does, edit });
    return null;
  },
  sendOperation: ({ call, operation }) => ({ kind: 'callSent', call, operation }),
};

function keyOf({ url }: { readonly url: string }): string {
  return `now ${url}`;
}

export const operationFormReads: Reads<'operationForm'> = {
  readFormNow: {
    slot: 'formNow',
    key: ({ call }) => keyOf(call),
    async send({ call: { url } }, { client, signal }) {
      const answer = await client().readRaw({ operation: 'send request', method: 'GET', url }, signal);
      return answer.ok ? answered(url, answer.value) : { kind: 'formNowFailed', url, problem: answer.problem };
    },
    answers: { formNowArrived: keyOf, formNowFailed: keyOf },
    // Does not retry: the form works without this read, and shows the failure.
    retries: { formNowFailed: () => null },
    givenUp: ({ call: { url } }, problem) => ({
      kind: 'formNowFailed',
      url,
      problem: { ...problem, operation: 'send request' },
    }),
  },
};

/** The text may be changed and sent back, so numbers keep all digits. */
function answered(url: string, { text }: RawResponse): Action {
  const read = readExactly(text);
  if (read.ok) return { kind: 'formNowArrived', url, value: read.value };
  const path = read.why === 'too deep' ? `expected at most ${deepestJson} levels` : 'expected JSON';
  return { kind: 'formNowFailed', url, problem: { operation: 'send request', kind: 'wrongShape', path } };
}
