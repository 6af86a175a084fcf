/** The table of faults: which are injected where, and what follows. The matrix and `docs/faults.md` come from it. */
import type { Interception } from '../../src/demo/service.ts';
import {
  body,
  bomb,
  brokenAfter,
  bytes,
  echo,
  headOfJson,
  pageWith as page,
  problem,
  redirect,
  repeated,
  reset,
  type SentPage,
  stalledAfter,
  trickled,
  withStatus,
} from '../support/misbehaviours.ts';
import { type Creation, type Deletion, type Fault, listed, type Operation, operations, type Read } from './fault.ts';

type Comes = readonly [Read, Deletion, Creation];
type Row = readonly [string, Interception, Comes, string | RegExp, (readonly Operation[])?];

const refused: Comes = ['shown', 'refused', 'refused'];
const redirected: Comes = ['shown', 'checked', 'refused'];
const unclear: Comes = ['shown', 'checked', 'unknown'];
const failing: Comes = ['retried', 'checked', 'unknown'];
const late: Comes = ['timed out', 'checked', 'unknown'];
const patient: Comes = ['waits', 'not attempted', 'refused'];
const fine: Comes = ['used', 'deleted', 'created'];
const stopped: Comes = ['stopped', 'deleted', 'created'];

const reads: readonly Operation[] = ['organisations', 'first page', 'later page', 'details'];
const pages: readonly Operation[] = ['first page', 'later page'];

const json = 'application/json';
const html = '<html><head><title>Proxy login</title></head>';
const notFound = { type: 'https://api.example/problems/type/system-not-found' };
const fieldErrors = { errors: { Description: ['Too short'], search: ['Too odd'] } };
const hostile = { title: 'a\u001b[2J\u001b]52;c;eA==\u0007b\u202ec', detail: '\u009b6n' };

const switched = 'HTTP/1.1 101 Switching Protocols\r\n';

const statuses: readonly Row[] = [
  ...[400, 405, 409, 410, 412, 413, 415, 418, 423].map((status): Row => [
    `${status}`,
    problem(status),
    refused,
    `${status} "Made up"`,
  ]),
  ['400 with errors by field', problem(400, {}, fieldErrors), refused, 'Too short'],
  ['422 with errors by field', problem(422, {}, fieldErrors), refused, 'Too short'],
  ['401', problem(401), ['new token', 'not attempted', 'new token'], 'not accepted (401)'],
  ['403', problem(403), refused, '403 "Made up"'],
  ['404 system-not-found', problem(404, {}, notFound), ['shown', 'already gone', 'refused'], '404 "Made up"'],
  ['404 of another type', problem(404), ['shown', 'checked', 'refused'], '404 "Made up"'],
  ['404 of HTML', body('text/html', html, 404), ['shown', 'checked', 'refused'], '404 "Proxy login"'],
  ['429 that names 300 s', problem(429, { 'retry-after': '300' }), patient, 'asks for a slower pace'],
  [
    '429 that names 30 years',
    problem(429, { 'retry-after': '1000000000' }),
    ['shown', 'not attempted', 'refused'],
    'to wait for more than a day',
  ],
  [
    '503 that names 300 s',
    problem(503, { 'retry-after': '300' }),
    ['waits', 'checked', 'unknown'],
    /asks for a slower pace|503 "Made up"/,
  ],
  ...[500, 502, 503, 504].map((status): Row => [`${status}`, problem(status), failing, `${status} "Made up"`]),
  ['502 of HTML', body('text/html', '<title>Bad gateway</title>', 502), failing, '502 "Bad gateway"'],
  ['500 without a body', { status: 500 }, failing, /failed to|500/],
  ...[301, 302, 303, 307, 308].map((status): Row => [
    `${status} to another host`,
    redirect(status, 'https://else.invalid/'),
    redirected,
    `${status} to "https://else.invalid/"`,
  ]),
  ['307 to itself', redirect(307, '/account/orgs'), redirected, '307 to "/account/orgs"'],
  ['304', { status: 304 }, redirected, '304'],
  ['101', bytes(`${switched}connection: upgrade\r\nupgrade: websocket\r\n\r\n`), refused, '101'],
  ['101 without a protocol', bytes(`${switched}\r\n`), refused, '101'],
  ['202 with the usual body', withStatus(202), ['used', 'deleted', 'created'], ''],
  ['206 with the usual body', withStatus(206), fine, ''],
  ['204 without a body', { status: 204 }, ['shown', 'deleted', 'created'], 'expected object'],
];

const bodies: readonly Row[] = [
  ['200 of HTML', body('text/html; charset=utf-8', html), unclear, 'did not come from the API'],
  ['200 of plain text', body('text/plain', 'ok'), unclear, 'did not come from the API'],
  ['JSON called HTML', body('text/html', '{}'), unclear, 'did not come from the API'],
  ['JSON without a content type', body(null, '{}'), unclear, 'did not come from the API'],
  ['problem details with 200', { ...problem(418), status: 200 }, unclear, 'did not come from the API'],
  ['200 without a body', body(json, ''), ['shown', 'deleted', 'created'], 'expected object'],
  ['null', body(json, 'null'), ['shown', 'deleted', 'unknown'], 'expected object'],
  ['a list', body(json, '[]'), ['shown', 'deleted', 'unknown'], 'expected object'],
  ['a text', body(json, '"ok"'), ['shown', 'deleted', 'unknown'], 'expected object'],
  ['an empty object', body(json, '{}'), ['shown', 'deleted', 'created'], 'is not what the specification says'],
  [
    'lists in the place of texts',
    body(json, '{"orgs":[{"orgId":[]}],"items":[{"systemId":[]}],"links":{"next":null},"systemId":[]}'),
    unclear,
    'expected string',
    reads,
  ],
  ['half of a JSON', body(json, '{"orgs":[{"orgId":"N1'), failing, 'is not JSON'],
  ['NaN', body(json, '{"items": NaN}'), failing, 'is not JSON'],
  [
    '100,000 lists in one another',
    body(json, '['.repeat(100_000) + ']'.repeat(100_000)),
    ['shown', 'deleted', 'unknown'],
    'expected object',
  ],
  ['a status of its own', problem(409, {}, { status: 200 }), refused, '409 "Made up"'],
  ['a title of 100,000 letters', problem(409, {}, { title: 'x'.repeat(100_000) }), refused, '409 "xxx'],
  ['texts that steer a terminal', problem(409, {}, hostile), refused, '409 "a␛[2J␛]52;c;eA==␇b‹U+202E›c"'],
  ['the request’s own headers', echo(409), refused, '(access token)'],
  ['300 KB that unpack to 300 MB', bomb(), unclear, 'too large'],
  ['17 MiB of blanks', body(json, ' '.repeat(17 * 1024 * 1024)), unclear, 'too large'],
  [
    'gzip that is none',
    { ...body(json, '{}'), headers: { 'content-type': json, 'content-encoding': 'gzip' } },
    failing,
    'cut off',
  ],
];

/** Bodies of a 200 that contradict it. */
const contradictions: readonly Row[] = [
  ['200 that says no success', '{"success":false}', 'success: false'],
  ['200 with errors', '{"errors":["In use"]}', 'errors: ["In use"]'],
  ['200 with a status of its own', '{"type":"about:blank","title":"In use","status":409}', 'status: 409'],
  ['200 with another system', '{"data":{"systemId":"ID-web-1"}}', 'data.systemId: "ID-web-1"'],
].map(([name = '', text = '', says = '']): Row => [name, body(json, text), unclear, says, ['deletion']]);

const connections: readonly Row[] = [
  ['closed without a word', bytes(''), failing, 'connection was lost'],
  ['reset before it was carried out', reset(false), failing, 'connection was lost'],
  ['reset after it was carried out', reset(true), failing, 'connection was lost'],
  ['cut in the headers', brokenAfter('HTTP/1.1 200 OK\r\ncontent-ty'), failing, 'connection was lost'],
  ['cut in the body', brokenAfter(`${headOfJson}{"orgs": [`), failing, 'cut off'],
  [
    'cut in a chunk',
    brokenAfter('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nff\r\n{"orgs"'),
    failing,
    'cut off',
  ],
  ['another protocol', bytes('220 mail.example ESMTP\r\n'), failing, 'connection was lost'],
  ['20 KB of headers', bytes(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`), failing, 'connection was lost'],
  ['no answer', stalledAfter(''), late, /stopped waiting after [23]0 s/],
  ['103 again and again', repeated('HTTP/1.1 103 Early Hints\r\n\r\n', 100), late, /stopped waiting after [23]0 s/],
  ['headers and no body', stalledAfter(headOfJson), late, /stopped waiting after [23]0 s/],
  ['a byte of the headers a second', trickled('HTTP/1.1 200 OK\r\nx: '), late, /stopped waiting after [23]0 s/],
  ['a byte of the body a second', trickled(headOfJson), late, /stopped waiting after [23]0 s/],
];

const next = (link: unknown): Interception => page(({ links }) => ({ links: { ...links, next: link } }));
const total = (given: unknown): Interception => page(({ metadata }) => ({ metadata: { ...metadata, total: given } }));
const first = ({ items }: SentPage): Readonly<Record<string, unknown>> => items[0] ?? {};

const lists: readonly Row[] = [
  [
    'next page at another host',
    next('https://else.invalid/org/n7Kq2wTd/systems'),
    stopped,
    'pointed to a different address (else.invalid)',
    pages,
  ],
  [
    'next page with a user name',
    next('http://a@127.0.0.1/org/n7Kq2wTd/systems'),
    stopped,
    'with a user name or password',
    pages,
  ],
  ['next page of another organisation', next('/org/other/systems?page=1'), stopped, 'pointed to another path', pages],
  [
    'next page of another search',
    next('/org/n7Kq2wTd/systems?search=x&page=1'),
    stopped,
    'changed the search or filter',
    pages,
  ],
  [
    'next page read before',
    next('/org/n7Kq2wTd/systems?per_page=200&include_disabled=false'),
    stopped,
    /changed the search or filter|repeated a page/,
    pages,
  ],
  ['next page that is a number', next(2), stopped, 'something that is no address', pages],
  ['next page that is an empty text', next(''), stopped, 'something that is no address', pages],
  ['no word of a next page', next(undefined), stopped, 'something that is no address', pages],
  ['items that are none', page(() => ({ items: undefined })), unclear, 'items: expected array', pages],
  ['null among the items', page(({ items }) => ({ items: [...items, null] })), unclear, 'expected object', pages],
  [
    'an item without an id',
    page(({ items }) => ({ items: [...items, {}] })),
    unclear,
    'systemId: expected string',
    pages,
  ],
  [
    '10,001 items',
    page((own) => ({ items: Array.from({ length: 10_001 }, () => first(own)) })),
    unclear,
    'expected at most 10000',
    pages,
  ],
  ['no links', page(() => ({ links: undefined })), unclear, 'links: expected object', pages],
  ['a total of 0', total(0), fine, listed, pages],
  ['a total of -1', total(-1), fine, listed, pages],
  ['a total of 1e12', total(1e12), fine, listed, pages],
  ['a total that changes', total(251), fine, 'the list changed while it was loaded', ['later page']],
  ['no next page before the end', next(null), fine, 'incomplete: 200 of 250 systems listed', ['first page']],
  ['an empty last page', page(() => ({ items: [] })), fine, 'incomplete: 200 of 250 systems listed', ['later page']],
  ['no metadata', page(() => ({ metadata: undefined })), fine, listed, pages],
  ['an item listed twice', page((own) => ({ items: [...own.items, first(own)] })), fine, '1 listed twice', pages],
  [
    'an item listed under two names',
    page((own) => ({ items: [...own.items, { ...first(own), hostname: 'other' }] })),
    fine,
    '1 listed twice',
    pages,
  ],
  [
    'last seen of another type',
    page(({ items }) => ({ items: items.map((item) => ({ ...item, lastSeen: 1_763_640_000 })) })),
    fine,
    'unreadable',
    pages,
  ],
  [
    'states of another type',
    page(({ items }) => ({ items: items.map((item) => ({ ...item, state: { code: 1 } })) })),
    fine,
    '{"code":1}',
    pages,
  ],
  [
    'fields of other types',
    page(({ items }) => ({ items: items.map((item) => ({ ...item, description: 7, tags: 'x', customDns: {} })) })),
    fine,
    listed,
    pages,
  ],
];

const groups = { Statuses: statuses, Bodies: [...bodies, ...contradictions], Connections: connections, Lists: lists };

export const faults: readonly Fault[] = Object.entries(groups).flatMap(([group, rows]) =>
  rows.map(([name, misbehaves, [read, deletion, creation], says, at = operations]) => ({
    ...{ name, group, misbehaves, read, deletion, creation, says, at },
  })),
);
