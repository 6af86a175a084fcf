/** A request as it is sent, for a person to read before it is. */
import { expect, test } from 'vitest';
import type { Call } from '../../../../src/api/calls/call.ts';
import { sentTexts } from '../../../../src/state/change/request/requests.ts';

const call: Call = {
  ...({ method: 'PUT', url: 'https://a.example/org/N1/keys/7', orgId: 'N1', operation: 'PUT /x' } as const),
  ...{ headers: { 'Content-Type': 'application/json' }, body: '{"note":"ä"}', secrets: [] },
};

const own = [
  ['accept', 'application/json, application/problem+json'],
  ['authorization', 'Bearer •••  (your access token)'],
  ['user-agent', 'rollcall/1.2.3'],
];

test('every header is there by its name in small letters, with those that rollcall sets', () => {
  expect(sentTexts(call, '1.2.3')).toEqual({
    line: 'PUT https://a.example/org/N1/keys/7',
    headers: [...own, ['content-type', 'application/json'], ['content-length', '13']],
    ...{ body: '{"note":"ä"}', bytes: 13, files: 0 },
  });
});

test('without a body there is none, and a request that accepts something else says that alone', () => {
  const sent = sentTexts({ ...call, headers: { ACCEPT: 'text/plain' }, body: null }, '1.2.3');
  expect(sent).toMatchObject({ headers: [...own.slice(1), ['accept', 'text/plain']], body: null, bytes: 0 });
});

test('the bytes are those beside the files, whose length is known when they are read', () => {
  const body = '--b\r\n\r\n@lögo.png\r\n--b--';
  const files = [{ path: 'lögo.png', at: body.indexOf('@'), length: 9 }];
  const sent = sentTexts({ ...call, body, files }, '1.2.3');
  expect(sent).toMatchObject({ bytes: body.length - 9, files: 1, body });
  expect(sent.headers.at(-1)).toEqual(['content-length', 'as its files are read']);
});

test('no secret is in any of the texts', () => {
  const secret = 'open-sesame-1';
  const secretly: Call = {
    ...{ ...call, secrets: [secret], url: `${call.url}?key=${secret}` },
    ...{ headers: { 'X-Note': secret }, body: `{"note":"${secret}"}` },
  };
  expect(JSON.stringify(sentTexts(secretly, '1.2.3'))).not.toContain(secret);
});
