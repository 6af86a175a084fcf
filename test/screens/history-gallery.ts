/** The gallery's history: runs and requests in one list, one request of it, and what is told of them at the start. */
import { historyOf } from '../../src/state/change/history/rows.ts';
import { unreadFile } from '../../src/state/change/journal/records-file.ts';
import type { KeptRequest, RequestEnd, RequestSummary } from '../../src/state/change/journal/request-record.ts';
import type { Action, State } from '../../src/state/root/state.ts';
import { now } from '../support/make.ts';
import { earlierRuns, people } from './deletion-gallery.ts';
import { after, type Gallery } from './listed.ts';

const baseUrl = 'https://api.example';

function at(minutesAgo: number): string {
  return new Date(now - minutesAgo * 60_000).toISOString();
}

function end(about: Partial<RequestEnd>): RequestEnd {
  return { at: at(0), outcome: 'done', status: 204, slug: null, traceId: null, ms: 84, ...about };
}

const refusal = { slug: 'key-in-use', traceId: '4f2a9c01d2e34b5f8a6b7c8d9e0f1a2b' };

function request(id: number, minutesAgo: number, about: Partial<RequestSummary> = {}): RequestSummary {
  return {
    ...{ id: `r${id}`, at: at(minutesAgo), mode: 'sent', profile: 'default', baseUrl },
    ...{ orgId: 'N1', orgName: 'Northwind Traders', method: 'PUT' },
    template: '/org/{orgId}/systems/{systemId}/disable',
    address: `${baseUrl}/org/N1/systems/K3F9Q/disable`,
    ...{ end: end({}), path: '/home/anna/.local/state/rollcall/requests/2026-11.jsonl' },
    ...{ isUnderWay: false, isSeen: false },
    ...about,
  };
}

/** One of each outcome, and names that trick. */
export const earlierRequests: readonly RequestSummary[] = [
  request(1, 1, { end: null, isUnderWay: true, method: 'POST', address: `${baseUrl}/org/N1/enrolment-keys` }),
  request(2, 12),
  request(3, 50, { end: end({ outcome: 'refused', status: 409, ...refusal }), method: 'DELETE' }),
  request(4, 1400, { end: end({ outcome: 'unknown', status: 502 }) }),
  request(5, 1500, { end: null }),
  request(6, 5000, { mode: 'preview', end: end({ outcome: 'withheld', status: null, ms: null }) }),
  request(7, 6000, { end: end({ outcome: 'withheld', status: null, ms: null }) }),
  request(8, 90_000, {
    ...{ orgId: null, orgName: null, method: 'PATCH', template: '/account' },
    ...{ address: `${baseUrl}/account`, end: end({ status: 200 }) },
  }),
  request(9, 90_001, {
    orgName: '\u001B]52;c;aGk=\u0007東京 trading, a name that is much longer than any column',
    address: `${baseUrl}/org/N1/a-rather-long-path/that-does-not-fit/into-the-column/at-its-end\u202E`,
  }),
];

const left = earlierRequests.filter((one) => one.end === null && !one.isUnderWay);

function kept(about: Partial<KeptRequest> = {}, record: Partial<KeptRequest['record']> = {}): KeptRequest {
  const [, , summary] = earlierRequests;
  if (summary === undefined) throw new Error('There is no such request.');
  const { id, path, end: ended, ...rest } = summary;
  const { at: sent, mode, profile, orgId, orgName, method, template, address } = rest;
  return {
    ...{ id, path, end: ended, cut: {}, lines: '{}' },
    record: {
      ...{ at: sent, mode, profile, baseUrl, orgId, orgName, method, template, address },
      body: { description: 'build agents', apiKey: '•••', tags: ['ci', 'lab'] },
      before: { hostname: 'pos-0412', isEnabled: true, notes: '\u001B[2Jhidden' },
      ...record,
    },
    ...about,
  };
}

type Requests = Parameters<typeof historyOf>[1];

const listed = (about: Partial<Requests> = {}, runs = earlierRuns): Action => ({
  kind: 'historyListed',
  list: historyOf(runs, { requests: earlierRequests, damaged: 0, unread: [], ...about }),
});

const unread = unreadFile('/home/anna/.local/state/rollcall/requests/2026-10.jsonl', {
  kind: 'unreadable',
  code: 'EACCES',
});

const opened = { kind: 'historyOpened' } as const;
const played = (...actions: readonly Action[]): State => after(opened, ...actions);
const one = (request: KeptRequest): State => played(listed(), { kind: 'historyRequestRead', request });
const filter = (text: string): readonly Action[] => [{ kind: 'historyFilterOpened' }, { kind: 'textEdited', text }];
const none = { requests: [] };

export const historyGallery: Gallery = {
  'history, of all kinds': () => played(listed()),
  'history, loading': () => played(),
  'history, none': () => played(listed(none, [])),
  'history, runs alone': () => played(listed(none)),
  'history, of two people': () =>
    played(
      listed(
        none,
        earlierRuns.map((row) => ('header' in row ? { ...row, header: { ...row.header, ...people } } : row)),
      ),
    ),
  'history, requests alone': () => played(listed({}, [])),
  'history, with damaged lines': () => played(listed({ damaged: 2, unread: [unread] })),
  'history, folder not read': () =>
    played(listed({ ...none, unread: [unreadFile('', { kind: 'unusedFolder', code: 'writable by others' })] }, [])),
  'history, filter typed': () => played(listed(), ...filter('method:put is:unknown')),
  'history, one kind': () => played(listed(), ...filter('kind:disable'), { kind: 'promptAccepted' }),
  'history, nothing matches': () => played(listed(), ...filter('status:418'), { kind: 'promptAccepted' }),
  'earlier request': () => one(kept()),
  'earlier request, without an outcome': () => one(kept({ end: null }, { body: null, before: null })),
  'earlier request, its answer lost': () =>
    one(kept({ end: end({ outcome: 'unknown', status: null, ms: 20_000 }) }, { body: null })),
  'earlier request, preview': () =>
    one(kept({ end: end({ outcome: 'withheld', status: null, ms: null }) }, { mode: 'preview' })),
  'earlier request, cut': () =>
    one(kept({ cut: { body: { bytes: 2_000_000, sha256: 'ab'.repeat(32) } } }, { body: '{"text":"xxxxxxxxxxxx' })),
  'list, a request without an outcome': () => after({ kind: 'leftRequestsFound', requests: left }),
  'list, requests without an outcome': () =>
    after({ kind: 'leftRequestsFound', requests: [...left, ...left, ...left] }),
};
