/** The list of earlier requests, and what is told of them at the start. */
import { describe, expect, test } from 'vitest';
import { pathOf, requestsShown } from '../../../../src/state/change/request-records/listing.ts';
import type { RequestSummary } from '../../../../src/state/change/request-records/record.ts';
import type { Action, State } from '../../../../src/state/root/state.ts';
import { earlierRequests } from '../../../screens/request-records-gallery.ts';
import { aStateOf, aSystem, now } from '../../../support/make.ts';
import { play } from '../../root/play.ts';

const listed: Action = {
  kind: 'requestRecordsListed',
  kept: { requests: earlierRequests, damaged: 0, unread: [] },
};

const opened: Action = { kind: 'requestRecordsOpened' };

function list(): State {
  return aStateOf([aSystem({})]);
}

function shownBy(filter: string): readonly string[] {
  const typed = { kind: 'textEdited', text: filter } as const;
  const { state } = play(list(), opened, listed, { kind: 'requestRecordsFilterOpened' }, typed);
  return requestsShown(state).map(({ id }) => id);
}

describe('the filter', () => {
  test.each([
    ['', 9],
    ['method:delete', 1],
    ['is:unknown', 2],
    ['is:preview or is:withheld', 2],
    ['-is:done', 6],
    ['status:409', 1],
    ['trace:4f2a', 1],
    ['org:northwind', 7],
    ['on:2026-11-19', 2],
    ['enrolment-keys', 1],
    ['nothing:here', 0],
  ])('%s shows %i', (filter, length) => {
    expect(shownBy(filter)).toHaveLength(length);
  });

  test('esc in it restores the one before, and then shows all', () => {
    const filter = (text: string): readonly Action[] => [
      { kind: 'requestRecordsFilterOpened' },
      { kind: 'textEdited', text },
    ];
    const first = play(list(), opened, listed, ...filter('is:unknown'), { kind: 'promptAccepted' });
    const second = play(first.state, ...filter('status:418'), { kind: 'wentBack' });
    expect(requestsShown(second.state)).toHaveLength(2);
    const third = play(second.state, { kind: 'wentBack' });
    expect(requestsShown(third.state)).toHaveLength(9);
    const last = play(third.state, { kind: 'wentBack' });
    expect(last.state.screen.kind).toBe('systems');
    expect(last.state.requestRecords.kept).toBeNull();
  });
});

test('the cursor stays on its request when the list is refreshed', () => {
  const { state } = play(list(), opened, listed, { kind: 'moved', motion: 'down' }, opened, {
    kind: 'requestRecordsListed',
    kept: { requests: [...earlierRequests.slice(0, 1), ...earlierRequests], damaged: 0, unread: [] },
  });
  expect(state.screen).toMatchObject({ kind: 'requestRecords', list: { row: 2 } });
});

test('only one that has no outcome, and that nobody has seen, is marked as seen when it is opened', () => {
  const choose = (row: number): unknown => {
    const start = play(list(), opened, listed).state;
    const state = { ...start, screen: { kind: 'requestRecords', list: { row, top: 0 } } } as const;
    return play(state, { kind: 'requestRecordChosen' }).effects[0];
  };
  expect(earlierRequests.map((_, row) => (choose(row) as { isLeft: boolean }).isLeft)).toEqual(
    earlierRequests.map(({ end, isUnderWay }) => end === null && !isUnderWay),
  );
});

test('an answer that comes when the list is left changes nothing', () => {
  const left = play(list(), opened, { kind: 'wentBack' }).state;
  const late = play(left, listed, { kind: 'requestRecordsFailed', code: 'EIO' }).state;
  expect(late.requestRecords).toEqual(list().requestRecords);
});

test.each([
  ['https://api.example/org/N1/keys/12', 'N1', '…/keys/12'],
  ['https://api.example/prefix/org/N1/keys', 'N1', '…/keys'],
  ['https://api.example/org/N1', 'N1', '/org/N1'],
  ['https://api.example/org/N12/keys', 'N1', '/org/N12/keys'],
  ['https://api.example/account?a=1', null, '/account?a=1'],
])('%s is shown as its path', (address, orgId, path) => {
  expect(pathOf({ address, orgId })).toBe(path);
});

describe('a request without a known outcome is told', () => {
  const [first, ...others] = earlierRequests.filter(({ end }) => end === null);
  if (first === undefined) throw new Error('There is no such request.');
  const found = (...requests: readonly RequestSummary[]): Action => ({ kind: 'leftRequestsFound', requests });

  function saidOf(at: number, columns = 80): string {
    const request = { ...first, at: new Date(at).toISOString(), template: '/x/{id}/disable', method: 'PUT' };
    const { notice } = play({ ...list(), columns }, found(request as RequestSummary)).state;
    return notice?.kind === 'warning' ? `${notice.text} ${notice.next ?? ''}` : '';
  }

  test('with its moment, its method and the end of its path', () => {
    expect(saidOf(Date.parse('2026-11-20T09:05:00Z'))).toBe(
      'Unknown outcome: PUT …/disable, 09:05 UTC. : requests shows it.',
    );
    expect(saidOf(Date.parse('2026-11-19T16:02:00Z'), 120)).toBe(
      'A request of yesterday 16:02 UTC has no known outcome: PUT …/disable. : requests shows it.',
    );
    expect(saidOf(Date.parse('2026-11-18T16:02:00Z'))).toBe(
      'Unknown outcome: PUT …/disable, 2026-11-18 16:02 UTC. : requests shows it.',
    );
    expect(new Date(now).toISOString()).toMatch(/^2026-11-20/);
  });

  test('once, together, and only where nothing else is said or asked', () => {
    const busy: State = { ...list(), notice: { kind: 'warning', text: 'Something.' } };
    const waiting = play(busy, found(first, ...others, first)).state;
    expect(waiting.notice).toEqual(busy.notice);
    const told = play({ ...waiting, notice: null }, { kind: 'resized', columns: 80, rows: 30 }).state;
    expect(told.notice).toMatchObject({ kind: 'warning', next: ': requests shows them.' });
    expect(told.leftRequests.untold).toEqual([]);
  });
});
