/** Pages of any list for a pipe: each is asked for when the one before was taken, to the end or to what is none. */
import { expect, test } from 'vitest';
import type { RawResponse } from '../../../../src/api/http/client.ts';
import type { ReadCall } from '../../../../src/api/calls/call.ts';
import type { Result } from '../../../../src/api/problem.ts';
import { type ListPage, listPages } from '../../../../src/state/session/backoff/update.ts';
import { refused } from '../../../support/make.ts';

const url = 'https://api.example/org/N1/keys';
const page = (items: unknown, next: string | null) => ({ items, metadata: {}, links: { next } });

async function pagesOf(...bodies: readonly unknown[]): Promise<{ pages: ListPage[]; asked: string[] }> {
  const asked: string[] = [];
  const send = (call: ReadCall): Promise<Result<RawResponse>> => {
    const body = bodies[asked.push(call.url) - 1];
    const text = typeof body === 'string' ? body : JSON.stringify(body ?? null);
    const value = {
      status: 200,
      contentType: 'application/json',
      bytes: Buffer.from(text),
      text,
      ms: 1,
      headers: new Headers(),
    };
    return Promise.resolve(
      body === undefined ? { ok: false, problem: refused(409) } : { ok: true, value: value as unknown as RawResponse },
    );
  };
  const pages: ListPage[] = [];
  for await (const one of listPages({ method: 'GET', url } as ReadCall, send, true)) pages.push(one);
  return { pages, asked };
}

function counted(total: number, rows: number, hasNext: boolean) {
  const next = hasNext ? `${url}?page=1` : null;
  return {
    ...page(
      Array.from({ length: rows }, (_, id) => ({ id })),
      next,
    ),
    metadata: { total },
  };
}

const first = page([{ id: 1 }], `${url}?page=1`);

test('a list is read to its end, page by page', async () => {
  const { pages, asked } = await pagesOf(first, page([{ id: 2 }], null));
  expect(pages).toEqual([
    { kind: 'items', items: [{ id: 1 }] },
    { kind: 'items', items: [{ id: 2 }] },
  ]);
  expect(asked).toEqual([url, `${url}?page=1`]);
});

test.each<[string, unknown[], object]>([
  ['a page that fails', [first], { kind: 'problem', problem: { status: 409 }, paging: { addresses: [url] } }],
  ['an answer that is no list', [first, { a: 1 }], { kind: 'no list' }],
  ['an answer that is no JSON', ['<p>'], { kind: 'no list' }],
  [
    'a link that leads elsewhere',
    [page([{ id: 1 }], 'https://elsewhere.example/x')],
    { kind: 'problem', problem: { kind: 'untrustedLink', operation: 'send request', page: 1 } },
  ],
])('a list ends with %s', async (_, bodies, last) => {
  const { pages, asked } = await pagesOf(...bodies);
  expect(pages.at(-1)).toMatchObject(last);
  expect(asked.length).toBeLessThanOrEqual(2);
});

test.each<[string, unknown[], object | null]>([
  ['with another total', [counted(3, 2, true), counted(2, 1, false)], { kind: 'moved', paging: { rows: 3, total: 2 } }],
  ['with more rows than its total', [counted(1, 2, false)], { kind: 'moved', paging: { rows: 2, total: 1 } }],
  ['with a page that tells none', [counted(3, 2, true), page([{ id: 3 }], null)], null],
])('a list that ends %s is told as moved, or not', async (_, bodies, told) => {
  const { pages } = await pagesOf(...bodies);
  expect(pages.filter(({ kind }) => kind !== 'items')).toEqual(
    told === null ? [] : [expect.objectContaining({ kind: 'moved' })],
  );
  expect(pages.at(-1)).toMatchObject(told ?? { kind: 'items' });
});
