/** The outcome of a change that the pipe sent: its exit code, its words and its record agree. */
import type { ServerResponse } from 'node:http';
import process from 'node:process';
import { expect, onTestFinished, test, vi } from 'vitest';
import { anApiCommand } from '../../../explorer/api-command.ts';
import { standingOf } from '../../../../src/state/change/history/feature.ts';
import { sendJson } from '../../../api/http.ts';
import { recordsIn } from '../../../support/request-records.ts';

const problem = { type: 'x/some', title: 'Gone fishing', traceId: '4f2a' };
const page = { 'content-type': 'text/html' };
const unknown = /Whether it was carried out is not known/;

const statuses = ['200', '204', '307', '404', '401', '429', '500', 'gateway', 'page', 'lost'];

test('the exit code says what became of a change, and its record too', async () => {
  const { home, run, changes } = await anApiCommand(
    {},
    {},
    answerByPath,
    statuses.map((one) => `/${one}`),
  );
  function answerByPath(response: ServerResponse, { url }: { readonly url: string }): void {
    const at = url.slice(1);
    if (at === 'lost') response.destroy();
    else if (at === 'page') response.writeHead(200, page).end('<title>Proxy login</title>');
    else if (at === 'gateway') response.writeHead(502, page).end('<title>Bad gateway</title>');
    else if (at === '307') response.writeHead(307, { location: 'https://evil.example/' }).end();
    else if (at === '204') response.writeHead(204).end();
    else {
      if (at === '429') response.setHeader('retry-after', '30');
      sendJson(response, problem, Number(at));
    }
  }
  const printed: string[] = [];
  const out = vi.spyOn(process.stdout, 'write').mockImplementation((text, ...rest) => {
    printed.push(Buffer.from(text as Uint8Array).toString());
    for (const done of rest) if (typeof done === 'function') done();
    return true;
  });
  onTestFinished(() => {
    out.mockRestore();
  });
  const expected: Readonly<Record<string, readonly [number, RegExp, string]>> = {
    '200': [0, /^$/, 'done'],
    '204': [0, /^rollcall: 204: the answer has no content\.\n$/, 'done'],
    '307': [6, unknown, 'unknown'],
    '404': [4, /^rollcall: POST \/404: 404 "Gone fishing" \(trace 4f2a\)\.\n$/, 'refused'],
    '401': [4, /The token is not accepted\.\n$/, 'refused'],
    '429': [4, /The service asks to wait 30 s\.\n$/, 'refused'],
    '500': [5, unknown, 'unknown'],
    gateway: [6, unknown, 'unknown'],
    page: [6, unknown, 'unknown'],
    lost: [6, unknown, 'unknown'],
  };
  for (const [path, [code, says]] of Object.entries(expected)) {
    printed.length = 0;
    expect([path, await run('POST', `/${path}`, 'a=1', '--write')]).toEqual([
      ...[path, { code, message: expect.stringMatching(says) as string }],
    ]);
    expect(printed.join('')).toBe(path === '200' ? JSON.stringify(problem) : '');
  }
  const requests = await recordsIn(home.changesFolder).list();
  expect(requests.map((one) => [one.header.template, standingOf(one)]).toReversed()).toEqual(
    Object.entries(expected).map(([path, [, , outcome]]) => [`/${path}`, outcome]),
  );
  // Each was sent once, whatever the outcome.
  expect(changes()).toEqual(Object.keys(expected).map((path) => `POST /${path} {"a":"1"}`));
});

test.each([
  ['207', { results: [{ systemId: 'S1' }, { systemId: 'S2', status: 409 }] }, 7, 'partly'],
  [
    '200',
    {
      errors: true,
      items: [
        { id: 'S1', status: 200 },
        { id: 'S2', status: 409 },
      ],
    },
    7,
    'partly',
  ],
  ['200', { success: false }, 4, 'failed'],
  ['200', { changed: 2 }, 0, 'done'],
] as const)('an answer for many of status %s, %j, ends with %i: %s', async (status, body, code, standing) => {
  const answer = (response: ServerResponse): void => {
    sendJson(response, body, Number(status));
  };
  const { home, run } = await anApiCommand({}, {}, answer, ['/org/{orgId}/systems/tags']);
  const out = vi.spyOn(process.stdout, 'write').mockImplementation((_, ...rest) => {
    for (const done of rest) if (typeof done === 'function') done();
    return true;
  });
  onTestFinished(() => {
    out.mockRestore();
  });
  const ended = await run('POST', '/org/N1/systems/tags', 'systemIds:=["S1","S2"]', 'label=x', '--write');
  expect(ended.code).toBe(code);
  expect(/ failed: /.test(ended.message)).toBe(code !== 0);
  const [request] = await recordsIn(home.changesFolder).list();
  expect(request === undefined ? null : [standingOf(request), request.counts.failed]).toEqual([
    ...[standing, code === 0 ? 0 : 1],
  ]);
});
