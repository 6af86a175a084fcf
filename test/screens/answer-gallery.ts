/** The gallery's answers. */
import { type Json, writeExactly } from '../../src/api/exact-json.ts';
import type { NextPage } from '../../src/api/paging/next-link.ts';
import { judgeAnswer } from '../../src/api/calls/call.ts';
import { type ArrivedPage, onlyPage } from '../../src/state/explorer/answer/model.ts';
import type { DefinedOperation } from '../../src/api/openapi/definition.ts';
import type { Action, State } from '../../src/state/root/state.ts';
import { play } from '../state/root/play.ts';
import { daysAgo, refused } from '../support/make.ts';
import { down, type Gallery, list } from './listed.ts';

const base = 'https://api.example.com';

/** A read of the organisation that is open. */
export function anOperation(path: string, summary = ''): DefinedOperation {
  return {
    id: `GET ${path}`,
    method: 'GET',
    path,
    tag: null,
    summary,
    operationId: null,
    isDeprecated: false,
    weight: 'read',
    unusable: null,
    source: {},
    pathItem: {},
  };
}

/** The screen of a call that was just sent. */
export function sent(state: State, path = '/org/{orgId}/enrolment-keys'): State {
  const operation = anOperation(path);
  const url = `${base}${path.replace('{orgId}', 'n7Kq2wTd').replace('{policyId}', '42')}`;
  const call = {
    method: 'GET',
    url,
    headers: {},
    body: null,
    orgId: 'n7Kq2wTd',
    operation: operation.id,
    secrets: [],
  } as const;
  return play(state, { kind: 'callSent', call, operation }).state;
}

function idOf({ screen }: State): number {
  return screen.kind === 'answer' ? screen.id : -1;
}

interface Arrival {
  readonly status?: number;
  readonly contentType?: string;
  readonly next?: NextPage;
}

/** A page as the service sends it. */
export function aPageOf(body: string | Uint8Array, { status = 200, contentType, next }: Arrival = {}): ArrivedPage {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const answered = judgeAnswer({ status, contentType: contentType ?? 'application/json', body: bytes });
  const raw = typeof body === 'string' ? body : null;
  const total = answered.kind === 'rows' ? answered.page.metadata.total : null;
  const paging = { ...onlyPage(`${base}/page`), total, next: next ?? { kind: 'end' } } as const;
  return { status, ms: 84, bytes: bytes.byteLength, raw, answered, paging };
}

/** The state with an answer to its call. */
export function answeredWith(state: State, body: Json, about: Arrival = {}): State {
  return arrivedOn(state, aPageOf(writeExactly(body), about));
}

export function arrivedOn(state: State, page: ArrivedPage): State {
  return play(state, { kind: 'answerArrived', id: idOf(state), page }).state;
}

const keys = ['build agents', 'retail tills', 'lab', 'kiosk 2024', 'Büro 東京', 'x'.repeat(60)].map(
  (description, at) => ({
    key: at % 2 === 0 ? `ek-4711-0815-${at}` : null,
    id: 12 - at,
    description,
    status: at === 2 ? 'NoUsesRemaining' : at === 3 ? 'Disabled' : 'Enabled',
    type: at === 3 ? 'Ephemeral' : 'GeneralPurpose',
    lastUsed: at === 3 ? null : daysAgo(at * at * 10 + 0.2),
    expires: at === 0 ? daysAgo(-14) : null,
    usesRemaining: at === 2 ? 0 : -1,
    tags: Array.from({ length: at }, (_, tag) => ({ tag: `t${tag}` })),
  }),
);

const envelope = {
  links: { next: `${base}/page?page=1` },
  metadata: { total: 137, lastPage: 2, nextPage: 1, prevPage: null },
};
const more: NextPage = { kind: 'page', url: `${base}/page?page=1` };

const policy: Json = {
  id: 42,
  description: 'tills to payment',
  state: 'Active',
  created: '2025-03-18T09:12:44.1234567Z',
  senderTags: [
    { tag: 'till', ref: 't_81', colour: '#33AA66' },
    { tag: 'kiosk', ref: 't_92', colour: null },
  ],
  regions: ['eu-1', 'eu-2'],
  acls: [],
  gateways: null,
  notes: '',
  zip: '01234567',
  key: 'ek-4711-0815-secret',
  quota: 42,
  odd: 'gpj.\u{202E}exe\u{1B}[2J',
  long: `${'All of this is one text. '.repeat(20)}\nIts second line.`,
};

function listed(state: State): State {
  return answeredWith(sent(state), { ...envelope, items: keys }, { next: more });
}

function opened(state: State): State {
  return answeredWith(sent(state, '/org/{orgId}/policies/{policyId}'), policy);
}

const played = (state: State, ...actions: readonly Action[]): State => play(state, ...actions).state;
const downs = (count: number): readonly Action[] => Array.from({ length: count }, () => down);

export const answerGallery: Gallery = {
  'answer, being read': () => sent(list()),
  'answer, a list with secrets': () => listed(list()),
  'answer, a list with its secret shown': () => played(listed(list()), { kind: 'answerSecretToggled' }),
  'answer, a list that is filtered and sorted': () =>
    played(
      listed(list()),
      { kind: 'listSorted' },
      { kind: 'listReversed' },
      { kind: 'listFilterOpened' },
      { kind: 'textEdited', text: 'status:enabled lastUsed:>30d' },
      { kind: 'promptAccepted' },
    ),
  'answer, a filter being typed': () =>
    played(listed(list()), { kind: 'listFilterOpened' }, { kind: 'textEdited', text: 'lab' }),
  'answer, an incomplete list': () =>
    answeredWith(
      sent(list()),
      { ...envelope, items: keys.slice(1, 4) },
      {
        next: { kind: 'untrusted', link: 'https://evil.example/keys', reason: 'another address' },
      },
    ),
  'answer, a page that failed': () => {
    const state = listed(list());
    const problem = { ...refused(503, { title: 'Down for a moment' }), operation: 'send request' as const };
    return played(
      { ...state, requests: { ...state.requests, failures: new Map([[`answer ${idOf(state)}`, 2]]) } },
      {
        kind: 'answerFailed',
        id: idOf(state),
        problem,
      },
    );
  },
  'answer, a list with something beside it': () =>
    answeredWith(sent(list(), '/account/orgs'), { account: 'anna@example.com', quota: 12, orgs: keys.slice(0, 2) }),
  'answer, an empty list': () => answeredWith(sent(list()), { ...envelope, metadata: { total: 0 }, items: [] }),
  'answer, a row': () => played(listed(list()), down, { kind: 'answerRowOpened' }),
  'answer, columns': () => played(listed(list()), { kind: 'answerColumnsOpened' }, { kind: 'answerColumnToggled' }),
  'answer, copy': () => played(listed(list()), { kind: 'answerCopyOpened' }, ...downs(2)),
  'answer, export': () => played(listed(list()), { kind: 'answerExportOpened' }),
  'answer, JSON': () => opened(list()),
  'answer, JSON with its secret shown': () => played(opened(list()), ...downs(10), { kind: 'answerSecretToggled' }),
  'answer, finding in JSON': () =>
    played(opened(list()), { kind: 'textFindOpened' }, { kind: 'textEdited', text: 'kiosk' }),
  'answer, found in JSON': () =>
    played(
      opened(list()),
      { kind: 'textFindOpened' },
      { kind: 'textEdited', text: 'kiosk' },
      { kind: 'promptAccepted' },
    ),
  'answer, a single value': () => answeredWith(sent(list(), '/account/quota'), 42),
  'answer, text': () =>
    arrivedOn(
      sent(list(), '/org/{orgId}/logs/export'),
      aPageOf(`time,system,client secret\r\n2026-11-20,till-7,abcdefgh\r\n${'x'.repeat(150)}\r\n\u{1B}[2Jend\r\n`, {
        contentType: 'text/csv; charset=utf-8',
      }),
    ),
  'answer, nothing': () => arrivedOn(sent(list()), aPageOf('', { status: 204 })),
  'answer, binary': () =>
    arrivedOn(sent(list()), aPageOf(new Uint8Array(1_234_567), { contentType: 'application/zip' })),
  'answer, an event stream': () => arrivedOn(sent(list()), aPageOf('', { contentType: 'text/event-stream' })),
  'answer, larger than rollcall keeps': () => tooLarge(list()),
  'answer, larger: asked about': () => played(tooLarge(list()), { kind: 'answerExportOpened' }),
  'answer, larger: being written': () => {
    const state = played(tooLarge(list()), { kind: 'answerDownloaded' });
    return played(state, { kind: 'answerBytesArrived', id: idOf(state), bytes: 123_456_789 });
  },
  'answer, a problem': () => {
    const state = sent(list());
    const problem = refused(400, {
      title: 'One or more fields are not valid',
      traceId: '4f2a9c01d2e34b5f8a6b7c8d9e0f1a2b',
      errors: { page: ['must not be negative'], '$.sort': ['is no field of these'] },
    });
    return played(state, {
      kind: 'answerFailed',
      id: idOf(state),
      problem: { ...problem, operation: 'send request' },
    });
  },
};

function tooLarge(state: State): State {
  const answered = { kind: 'tooLarge', format: 'application/json; charset=utf-8' } as const;
  return arrivedOn(sent(state, '/org/{orgId}/logs'), { ...aPageOf('{}'), raw: null, answered });
}
