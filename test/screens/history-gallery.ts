/** The gallery's history: runs and requests in one list, one request of it, and what is told of them at the start. */
import { newestFirst } from '../../src/state/change/history/feature.ts';
import { unusedFolder } from '../../src/state/change/journal/records-file.ts';
import type { BegunRequest, ResultLine } from '../../src/state/change/journal/format.ts';
import type { KeptRequest } from '../../src/state/change/journal/requests.ts';
import { noCounts, type Outcome } from '../../src/state/change/outcome.ts';
import type { ChangeRow, RequestSummary } from '../../src/state/change/runs/files.ts';
import type { Action, State } from '../../src/state/root/state.ts';
import { now } from '../support/make.ts';
import { earlierRuns, pageOf, people } from './deletion-gallery.ts';
import { after, type Gallery } from './listed.ts';

const baseUrl = 'https://api.example';

function at(minutesAgo: number): string {
  return new Date(now - minutesAgo * 60_000).toISOString();
}

const problem = {
  ...({
    kind: 'refused',
    operation: 'send request',
    status: 409,
    slug: 'key-in-use',
    title: null,
    detail: null,
  } as const),
  ...{ traceId: '4f2a9c01d2e34b5f8a6b7c8d9e0f1a2b', retryAfter: null, errors: {} },
};

const outcomes = {
  ...{ done: { kind: 'done' }, refused: { kind: 'refused', problem } },
  ...{ unknown: { kind: 'unknown', problem: null }, withheld: { kind: 'notAttempted', problem: null } },
} as const satisfies Record<string, Outcome>;

function result(outcome: keyof typeof outcomes, status: number | null, traceId: string | null = null): ResultLine {
  return { kind: 'result', at: at(0), id: 'request', outcome: outcomes[outcome], status, traceId, ms: 84 };
}

const sent204 = result('done', 204);

function request(
  id: number,
  minutesAgo: number,
  about: Partial<BegunRequest> = {},
  ended: ResultLine | null = sent204,
  stage: RequestSummary['stage'] = ended === null ? 'cutOff' : 'ended',
): RequestSummary {
  return {
    header: {
      ...{ kind: 'change', format: 1, version: '1.0.0', pid: 7, computer: 'here', does: 'request', items: 1 },
      ...{ at: at(minutesAgo), mode: 'run', profile: 'default', baseUrl },
      ...{ orgId: 'N1', orgName: 'Northwind Traders', method: 'PUT' },
      template: '/org/{orgId}/systems/{systemId}/disable',
      address: `${baseUrl}/org/N1/systems/K3F9Q/disable`,
      ...about,
    },
    path: `/home/anna/.local/state/rollcall/changes/${id}.jsonl`,
    ...{ counts: noCounts, result: ended, isSeen: false, stage },
  };
}

/** One of each outcome, and names that trick. */
export const earlierRequests: readonly RequestSummary[] = [
  request(1, 1, { method: 'POST', address: `${baseUrl}/org/N1/enrolment-keys` }, null, 'going'),
  request(2, 12),
  request(3, 50, { method: 'DELETE' }, result('refused', 409, problem.traceId)),
  request(4, 1400, {}, result('unknown', 502)),
  request(5, 1500, {}, null),
  request(6, 5000, { mode: 'preview' }, result('withheld', null)),
  request(7, 6000, {}, result('withheld', null)),
  request(
    8,
    90_000,
    {
      ...{ orgId: null, orgName: null, method: 'PATCH', template: '/account' },
      address: `${baseUrl}/account`,
    },
    result('done', 200),
  ),
  request(9, 90_001, {
    orgName: '\u001B]52;c;aGk=\u0007東京 trading, a name that is much longer than any column',
    address: `${baseUrl}/org/N1/a-rather-long-path/that-does-not-fit/into-the-column/at-its-end\u202E`,
  }),
];

const left = earlierRequests.filter((one) => one.stage === 'cutOff');

function kept(about: Partial<KeptRequest> = {}, header: Partial<BegunRequest> = {}): KeptRequest {
  const [, , summary] = earlierRequests;
  if (summary === undefined) throw new Error('There is no such request.');
  return {
    ...{ path: summary.path, result: summary.result, cut: {}, header: { ...summary.header, ...header } },
    sent: { description: 'build agents', apiKey: '•••', tags: ['ci', 'lab'] },
    was: { hostname: 'pos-0412', isEnabled: true, notes: '\u001B[2Jhidden' },
    ...about,
  };
}

const listed = (rows: readonly ChangeRow[] = [...earlierRuns, ...earlierRequests]): Action => ({
  kind: 'historyListed',
  rows: newestFirst(rows),
});

const unread: ChangeRow = {
  ...{ path: '/home/anna/.local/state/rollcall/changes/2026-10-01.jsonl', bytes: 12, changedMs: now - 60_000 },
  ...{ why: { kind: 'inDoubt', message: 'its first line is damaged', count: 2 }, orgId: null, orgName: null },
};

const opened = { kind: 'historyOpened' } as const;
const played = (...actions: readonly Action[]): State => after(opened, ...actions);
const one = (of: KeptRequest): State => played(listed(), { kind: 'recordRead', page: pageOf(of) });
const filter = (text: string): readonly Action[] => [{ kind: 'listFilterOpened' }, { kind: 'textEdited', text }];

export const historyGallery: Gallery = {
  'history, of all kinds': () => played(listed()),
  'history, loading': () => played(),
  'history, none': () => played(listed([])),
  'history, runs alone': () => played(listed(earlierRuns)),
  'history, of two people': () =>
    played(
      listed(earlierRuns.map((row) => ('header' in row ? { ...row, header: { ...row.header, ...people } } : row))),
    ),
  'history, requests alone': () => played(listed(earlierRequests)),
  'history, with a damaged file': () => played(listed([...earlierRequests, unread])),
  'history, folder not read': () => played(listed([unusedFolder('', 'not used: writable by others')])),
  'history, filter typed': () => played(listed(), ...filter('method:put is:unknown')),
  'history, one kind': () => played(listed(), ...filter('kind:disable'), { kind: 'promptAccepted' }),
  'history, nothing matches': () => played(listed(), ...filter('status:418'), { kind: 'promptAccepted' }),
  'earlier request': () => one(kept()),
  'earlier request, without an outcome': () => one(kept({ result: null, sent: null, was: null })),
  'earlier request, its answer lost': () => one(kept({ result: result('unknown', null), sent: null })),
  'earlier request, preview': () => one(kept({ result: result('withheld', null) }, { mode: 'preview' })),
  'earlier request, cut': () =>
    one(kept({ cut: { sent: { bytes: 2_000_000, sha256: 'ab'.repeat(32) } }, sent: '{"text":"xxxxxxxxxxxx' })),
  'record, find typed': () =>
    played(
      listed(),
      { kind: 'recordRead', page: pageOf(kept()) },
      { kind: 'textFindOpened' },
      { kind: 'textEdited', text: 'apiKey' },
    ),
  'list, a request without an outcome': () => after({ kind: 'leftRequestsFound', requests: left }),
  'list, requests without an outcome': () =>
    after({ kind: 'leftRequestsFound', requests: [...left, ...left, ...left] }),
};
