/** A call that changes one system: what its answer says of that system. */
import { expect, test } from 'vitest';
import { type Call, sendForSystem } from '../../../src/api/calls/call.ts';
import type { Exchange } from '../../../src/api/http/exchange.ts';
import { aClient, anIntent, token } from '../http.ts';

const baseUrl = 'https://a.example';

/** Sends the call to a service that answers so. */
async function sent(status: number, body: unknown, about: Partial<Call> = {}, mayLeave = (): boolean => true) {
  const left: Parameters<Exchange>[] = [];
  const client = aClient(
    { baseUrl },
    {
      exchange: async (url, outgoing) => {
        await Promise.resolve();
        if (outgoing.mayLeave?.() === false)
          throw Object.assign(new Error('late'), { code: 'ETIMEDOUT', syscall: 'connect' });
        left.push([url, outgoing]);
        const text = typeof body === 'string' ? body : JSON.stringify(body);
        return { status, headers: new Headers({ 'content-type': 'application/json' }), body: new Response(text).body };
      },
    },
  );
  const call: Call = {
    ...{ method: 'PUT', url: `${baseUrl}/org/N1/systems/K3/disable`, headers: { 'X-Why': 'stale' }, body: '{"a":1}' },
    ...{ orgId: 'N1', operation: 'PUT /a', secrets: [], ...about },
  };
  return { left, answer: await sendForSystem(client, await anIntent(), call, 'K3', mayLeave) };
}

test('it is sent as it is, and its answer may have the system', async () => {
  const { left, answer } = await sent(200, { systemId: 'K3', hostname: 'web-1' });
  expect(answer).toMatchObject({ ok: true, value: { accepted: false, record: { systemId: 'K3', hostname: 'web-1' } } });
  expect(left).toMatchObject([
    [`${baseUrl}/org/N1/systems/K3/disable`, { method: 'PUT', body: '{"a":1}', headers: { 'X-Why': 'stale' } }],
  ]);
  expect(JSON.stringify(left)).toContain(token);
});

test.each<[number, unknown, object]>([
  [202, {}, { ok: true, value: { accepted: true } }],
  [200, 'done', { ok: true, value: { accepted: false } }],
  [200, { hostname: 'web-1' }, { ok: true, value: { accepted: false } }],
  [200, { success: false }, { ok: false, problem: { kind: 'wrongShape', path: 'success: false' } }],
  [200, { systemId: 'K4' }, { ok: false, problem: { kind: 'wrongShape', path: 'systemId: "K4"' } }],
  [409, {}, { ok: false, problem: { kind: 'refused', status: 409 } }],
])('%i with %j', async (status, body, answer) => {
  const met = await sent(status, body);
  expect(met.answer).toMatchObject(answer);
  expect(met.answer).not.toHaveProperty('value.record');
});

test('a read, and one that may not leave any more, are not sent', async () => {
  const read = await sent(200, {}, { method: 'GET' });
  expect(read).toMatchObject({ left: [], answer: { ok: false, problem: { kind: 'withheld', mode: 'read-only' } } });
  expect(await sent(200, {}, {}, () => false)).toMatchObject({ left: [], answer: { ok: false } });
});
