/** The kind of an answer follows from its type and its bytes. */
import { expect, test } from 'vitest';
import { judgeAnswer } from '../../../src/api/calls/call.ts';

test.each<[string, string | readonly number[], string]>([
  ['text/event-stream', 'data: 1', 'eventStream'],
  ['application/json', ' \n', 'nothing'],
  ['text/plain; charset=x', ' [1]', 'text text/plain'],
  ['text/plain', [0xff], 'binary text/plain'],
  ['', 'a', 'text text/plain'],
  ['', '[1]', 'json'],
  ['application/problem+JSON', '{"a":1}', 'json'],
  ['text/json', '[{"a":1}]', 'rows'],
  ['application/json', '{broken', 'text application/json'],
  ...['xml', 'atom+xml', 'yaml', 'x-yaml', 'javascript', 'sql', 'x-www-form-urlencoded', 'x-ndjson'].map(
    (name): [string, string, string] => [`application/${name}`, '[1]', `text application/${name}`],
  ),
  ['application/pdf', 'a', 'binary application/pdf'],
])('%j with %j is %s', (contentType, body, kind) => {
  const answered = judgeAnswer({ status: 200, contentType, body: Buffer.from(body as string) });
  expect([answered.kind, ...('format' in answered ? [answered.format] : [])].join(' ')).toBe(kind);
});
