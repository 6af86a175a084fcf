/** The faults of the service, and their places. `--fault` injects one of them, and the tests inject each. */

import type { Interception } from '../service.ts';
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
} from './misbehaviours.ts';
import { type Place, places } from './places.ts';

/** All places apply where none are named. */
type Row = readonly [string, Interception, (readonly Place[])?];

const reads: readonly Place[] = ['organisations', 'first page', 'later page', 'details'];
const pages: readonly Place[] = ['first page', 'later page'];

const json = 'application/json';
const html = '<html><head><title>Proxy login</title></head>';
const notFound = { type: 'https://api.example/problems/type/system-not-found' };
const fieldErrors = { errors: { Description: ['Too short'], search: ['Too odd'] } };
const hostile = { title: 'a\u001b[2J\u001b]52;c;eA==\u0007b\u202ec', detail: '\u009b6n' };

const switched = 'HTTP/1.1 101 Switching Protocols\r\n';

const statuses: readonly Row[] = [
  ...[400, 405, 409, 410, 412, 413, 415, 418, 423].map((status): Row => [`${status}`, problem(status)]),
  ['400 with errors by field', problem(400, {}, fieldErrors)],
  ['422 with errors by field', problem(422, {}, fieldErrors)],
  ['401', problem(401)],
  ['408', problem(408)],
  ['501', problem(501)],
  ['403', problem(403)],
  ['404 system-not-found', problem(404, {}, notFound)],
  ['404 of another type', problem(404)],
  ['404 of HTML', body('text/html', html, 404)],
  ['429 that names 300 s', problem(429, { 'retry-after': '300' })],
  ['429 that names 30 years', problem(429, { 'retry-after': '1000000000' })],
  ['503 that names 300 s', problem(503, { 'retry-after': '300' })],
  ...[500, 502, 503, 504].map((status): Row => [`${status}`, problem(status)]),
  ['502 of HTML', body('text/html', '<title>Bad gateway</title>', 502)],
  ['500 without a body', { status: 500 }],
  ...[301, 302, 303, 307, 308].map((status): Row => [
    `${status} to another host`,
    redirect(status, 'https://else.invalid/'),
  ]),
  ['307 to itself', redirect(307, '/account/orgs')],
  ['304', { status: 304 }],
  ['101', bytes(`${switched}connection: upgrade\r\nupgrade: websocket\r\n\r\n`)],
  ['101 without a protocol', bytes(`${switched}\r\n`)],
  ['202 with the usual body', withStatus(202)],
  ['206 with the usual body', withStatus(206)],
  ['204 without a body', { status: 204 }],
];

const bodies: readonly Row[] = [
  ['200 of HTML', body('text/html; charset=utf-8', html)],
  ['200 of plain text', body('text/plain', 'ok')],
  ['JSON called HTML', body('text/html', '{}')],
  ['JSON without a content type', body(null, '{}')],
  ['problem details with 200', { ...problem(418), status: 200 }],
  ['200 without a body', body(json, '')],
  ['null', body(json, 'null')],
  ['a list', body(json, '[]')],
  ['a text', body(json, '"ok"')],
  ['an empty object', body(json, '{}')],
  [
    'lists in the place of texts',
    body(json, '{"orgs":[{"orgId":[]}],"items":[{"systemId":[]}],"links":{"next":null},"systemId":[]}'),
    reads,
  ],
  ['half of a JSON', body(json, '{"orgs":[{"orgId":"N1')],
  ['NaN', body(json, '{"items": NaN}')],
  ['100,000 lists in one another', body(json, '['.repeat(100_000) + ']'.repeat(100_000))],
  ['a status of its own', problem(409, {}, { status: 200 })],
  ['a title of 100,000 letters', problem(409, {}, { title: 'x'.repeat(100_000) })],
  ['texts that steer a terminal', problem(409, {}, hostile)],
  ['the request’s own headers', echo(409)],
  ['300 KB that unpack to 300 MB', bomb()],
  ['17 MiB of blanks', body(json, ' '.repeat(17 * 1024 * 1024))],
  ['gzip that is none', { ...body(json, '{}'), headers: { 'content-type': json, 'content-encoding': 'gzip' } }],
  // A 200 with a body that contradicts it.
  ['200 that says no success', body(json, '{"success":false}'), ['deletion']],
  ['200 with errors', body(json, '{"errors":["In use"]}'), ['deletion']],
  ['200 with a status of its own', body(json, '{"type":"about:blank","title":"In use","status":409}'), ['deletion']],
  ['200 with another system', body(json, '{"data":{"systemId":"ID-web-1"}}'), ['deletion']],
];

const connections: readonly Row[] = [
  ['closed without a word', bytes('')],
  ['reset before it was carried out', reset(false)],
  ['reset after it was carried out', reset(true)],
  ['cut in the headers', brokenAfter('HTTP/1.1 200 OK\r\ncontent-ty')],
  ['cut in the body', brokenAfter(`${headOfJson}{"orgs": [`)],
  [
    'cut in a chunk',
    brokenAfter('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nff\r\n{"orgs"'),
  ],
  ['another protocol', bytes('220 mail.example ESMTP\r\n')],
  ['20 KB of headers', bytes(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`)],
  ['no answer', stalledAfter('')],
  ['103 again and again', repeated('HTTP/1.1 103 Early Hints\r\n\r\n', 100)],
  ['headers and no body', stalledAfter(headOfJson)],
  ['a byte of the headers a second', trickled('HTTP/1.1 200 OK\r\nx: ')],
  ['a byte of the body a second', trickled(headOfJson)],
];

const next = (link: unknown): Interception => page(({ links }) => ({ links: { ...links, next: link } }));
const total = (given: unknown): Interception => page(({ metadata }) => ({ metadata: { ...metadata, total: given } }));
const first = ({ items }: SentPage): Readonly<Record<string, unknown>> => items[0] ?? {};
/** The list of every fleet. */
const ofNorthwind = '/org/n7Kq2wTd/systems';

const lists: readonly Row[] = [
  ['next page at another host', next(`https://else.invalid${ofNorthwind}`), pages],
  ['next page with a user name', next(`http://a@127.0.0.1${ofNorthwind}`), pages],
  ['next page of another organisation', next('/org/other/systems?page=1'), pages],
  ['next page of another search', next(`${ofNorthwind}?search=x&page=1`), pages],
  ['next page read before', next(`${ofNorthwind}?per_page=200&include_disabled=false`), pages],
  ['next page that is a number', next(2), pages],
  ['next page that is an empty text', next(''), pages],
  ['no word of a next page', next(undefined), pages],
  ['items that are none', page(() => ({ items: undefined })), pages],
  ['null among the items', page(({ items }) => ({ items: [...items, null] })), pages],
  ['an item without an id', page(({ items }) => ({ items: [...items, {}] })), pages],
  ['10,001 items', page((own) => ({ items: Array.from({ length: 10_001 }, () => first(own)) })), pages],
  ['no links', page(() => ({ links: undefined })), pages],
  ['a total of 0', total(0), pages],
  ['a total of -1', total(-1), pages],
  ['a total of 1e12', total(1e12), pages],
  ['a total that changes', total(251), ['later page']],
  ['no next page before the end', next(null), ['first page']],
  ['an empty last page', page(() => ({ items: [] })), ['later page']],
  ['no metadata', page(() => ({ metadata: undefined })), pages],
  ['an item listed twice', page((own) => ({ items: [...own.items, first(own)] })), pages],
  [
    'an item listed under two names',
    page((own) => ({ items: [...own.items, { ...first(own), hostname: 'other' }] })),
    pages,
  ],
  [
    'last seen of another type',
    page(({ items }) => ({ items: items.map((item) => ({ ...item, lastSeen: 1_763_640_000 })) })),
    pages,
  ],
  [
    'states of another type',
    page(({ items }) => ({ items: items.map((item) => ({ ...item, state: { code: 1 } })) })),
    pages,
  ],
  [
    'fields of other types',
    page(({ items }) => ({ items: items.map((item) => ({ ...item, description: 7, tags: 'x', customDns: {} })) })),
    pages,
  ],
];

const groups = { Statuses: statuses, Bodies: bodies, Connections: connections, Lists: lists };

export interface InjectedFault {
  readonly name: string;
  readonly group: string;
  readonly misbehaves: Interception;
  /** Places for its injection. */
  readonly at: readonly Place[];
}

export const injectedFaults: readonly InjectedFault[] = Object.entries(groups).flatMap(([group, rows]) =>
  rows.map(([name, misbehaves, at = places]) => ({ name, group, misbehaves, at })),
);

/** A name without characters that a shell would act on: `429-that-names-300-s`. */
export function wordFor(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/(\d),(?=\d)/g, '$1')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/-$/, '');
}
