import { expect, test } from 'vitest';
import type { RequestEntry } from '../../../../src/api/http/request-log.ts';
import { isFailed, outcomeOf, requestLine, requestsShown } from '../../../../src/state/shell/traffic/entries.ts';
import { atTop } from '../../../../src/state/kernel/list-cursor.ts';

const entry: RequestEntry = {
  ...{ id: 1, at: Date.parse('2026-11-20T12:00:00Z'), method: 'GET', path: '/org/n7/systems?search=…' },
  ...{ status: 200, failure: null, ms: 12, bytes: 345, traceId: null },
};
const refused: RequestEntry = {
  ...entry,
  id: 2,
  method: 'DELETE',
  path: '/org/n7/system/A',
  status: 503,
  traceId: '4f2a',
};
const lost: RequestEntry = { ...entry, id: 3, status: null, failure: 'ECONNRESET', ms: 3 };

test.each([
  ['', [1, 2, 3]],
  ['delete', [2]],
  ['status:5', [2]],
  ['-status:200', [2, 3]],
  ['4F2A or econnreset', [2, 3]],
  ['path:*system/*', [2]],
  ['method:get,delete -trace:4f', [1, 3]],
  ['https:x', []],
  ['or', [1, 2, 3]],
])('the filter %j shows %j', (filter, ids) => {
  const about = { kind: 'requestLog', isTyping: false, isOpened: false, list: atTop } as const;
  expect(requestsShown({ ...about, entries: [entry, refused, lost], filter }).map(({ id }) => id)).toEqual(ids);
});

test('for support, one line', () => {
  expect(requestLine(refused)).toBe(
    '2026-11-20T12:00:00.000Z  DELETE  /org/n7/system/A  503  12 ms  345 bytes  trace 4f2a',
  );
  expect(requestLine({ ...entry, status: null, ms: null, bytes: 0 })).toContain('under way');
});

test('a request that failed', () => {
  expect([entry, refused, lost].map(isFailed)).toEqual([false, true, true]);
  expect([entry, refused, lost, { ...entry, failure: 'cut off' }].map(outcomeOf)).toEqual([
    ...['200', '503', 'ECONNRESET', '200, cut off'],
  ]);
});
