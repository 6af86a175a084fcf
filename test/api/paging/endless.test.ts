/** Lists whose pages always name a next one: where they end, and how much of them is held. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RawResponse } from '../../../src/api/http/client.ts';
import { decodePage } from '../../../src/api/systems.ts';
import {
  maxHeld,
  nothingRead,
  withPageRead,
  type NextPage,
  nextPageOf,
  rulesOf,
} from '../../../src/api/paging/next-link.ts';
import type { ReadCall } from '../../../src/api/calls/call.ts';
import { listPages } from '../../../src/state/session/backoff/update.ts';
import { holds } from '../../support/property.ts';

const list = 'https://api.example/org/N1/systems';
const addressOf = (page: number) => (page === 0 ? list : `${list}?page=${page}`);

interface EndlessPage {
  readonly rows: number;
  readonly total?: number | null;
  readonly bytes?: number;
}

/** Follows the links to the end of a list whose page at each place is this; with the rows that were read. */
function followed(
  pageAt: (page: number) => EndlessPage,
  isHeld = true,
): { pages: number; rows: number; next: NextPage } {
  const rules = rulesOf(list);
  let read = { ...nothingRead, isHeld };
  // Only their number counts here.
  const seen: string[] = [];
  for (let page = 0; ; page++) {
    const { rows, total = null, bytes = 1 } = pageAt(page);
    const before = read;
    read = withPageRead(before, { rows, total, bytes, index: null });
    const place = { address: addressOf(page), seen };
    const next = nextPageOf(addressOf(page + 1), rules, place, { index: null, lastPage: null }, { before, read });
    seen.push('');
    if (next.kind !== 'page') return { pages: page + 1, rows: read.rows, next };
  }
}

const sizes = (rows: readonly number[], total: number | null) => (page: number) => ({ rows: rows[page] ?? 0, total });

test.each<[string, readonly number[], number | null, number]>([
  ['with the second empty page, where no total is told', [3, 3, 1], null, 5],
  ['with an empty page once the total is reached', [3, 3, 1], 7, 4],
  ['at once, where there is nothing', [], 0, 1],
  ['with the second empty page, where the total is higher', [3, 3, 1], 9, 5],
  ['not at a total that is too low', [3, 3, 1], 3, 4],
  ['not at one empty page', [3, 0, 3, 1], null, 6],
  ['not at one empty page before the total', [3, 0, 4], 7, 4],
])('a list without a last page ends %s', (_, rows, total, pages) => {
  const all = rows.reduce((sum, one) => sum + one, 0);
  expect(followed(sizes(rows, total))).toEqual({ pages, rows: all, next: { kind: 'end' } });
});

test.each<[string, EndlessPage, number]>([
  ['rows', { rows: 1000 }, maxHeld().rows / 1000],
  ['bytes', { rows: 1, bytes: 16 * 1024 * 1024 }, maxHeld().bytes / (16 * 1024 * 1024)],
])('a list that never ends is held up to a limit of %s', (_, page, pages) => {
  const read = followed(() => page);
  expect(read).toMatchObject({ pages, next: { kind: 'untrusted', reason: 'too much' } });
  // Its pages are handed on: nothing of it is held.
  expect(followed((at) => (at < 2 * pages ? page : { rows: 0 }), false)).toMatchObject({ next: { kind: 'end' } });
});

/** The requests for a list of systems until its end. */
function requestsForSystems(answer: (page: number) => unknown): number {
  const asked = { baseUrl: 'https://api.example', orgId: 'N1', search: '', includeDisabled: true };
  let read = nothingRead;
  const seen: string[] = [];
  for (let page = 0; ; page++) {
    const decoded = decodePage(answer(page), { asked, address: addressOf(page), seen, read, bytes: 1 });
    if (!decoded.ok) throw new Error(decoded.path);
    seen.push(addressOf(page));
    ({ read } = decoded.value);
    if (decoded.value.next.kind === 'end') return page + 1;
    expect(decoded.value.next).toMatchObject({ kind: 'page' });
  }
}

/** The same for the pipe, and the table of an answer, which read any list. */
async function requestsForRows(answer: (page: number) => unknown): Promise<number> {
  let requests = 0;
  const send = () => {
    const text = JSON.stringify(answer(requests++));
    const value = { text, bytes: Buffer.from(text), headers: new Headers() } as unknown as RawResponse;
    return Promise.resolve({ ok: true, value } as const);
  };
  for await (const page of listPages({ method: 'GET', url: list } as ReadCall, send, true))
    expect(page).toMatchObject({ kind: 'items' });
  return requests;
}

test('the list of systems and any other list end at the same page', async () => {
  const anyTotal = fc.constantFrom('none', 'right', 'too high');
  const lists: [readonly number[], string][] = [];
  holds([fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 8 }), anyTotal], { numRuns: 200 }, (rows, told) => {
    lists.push([rows, told]);
  });
  for (const [rows, told] of lists) {
    const all = rows.reduce((sum, one) => sum + one, 0);
    const total = { none: null, right: all, 'too high': all + 1 }[told];
    const answer = (page: number) => ({
      metadata: { total },
      links: { next: addressOf(page + 1) },
      items: Array.from({ length: rows[page] ?? 0 }, (_, at) => ({ systemId: `S${page}-${at}` })),
    });
    expect(await requestsForRows(answer), JSON.stringify([rows, told])).toBe(requestsForSystems(answer));
  }
});
