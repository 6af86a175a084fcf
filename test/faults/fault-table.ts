/** The table of faults: what follows from each. The matrix and `docs/faults.md` come from it. */
import { injectedFaults } from '../../src/demo/faults/faults.ts';
import { type Creation, type Deletion, type Fault, listed, type Read } from './fault.ts';

type Comes = readonly [Read, Deletion, Creation];
type Row = readonly [string, Comes, string | RegExp];

const refused: Comes = ['shown', 'refused', 'refused'];
const redirected: Comes = ['shown', 'checked', 'unknown'];
const unclear: Comes = ['shown', 'checked', 'unknown'];
const failing: Comes = ['retried', 'checked', 'unknown'];
const late: Comes = ['timed out', 'checked', 'unknown'];
const patient: Comes = ['waits', 'put off', 'refused'];
const fine: Comes = ['used', 'deleted', 'created'];
const stopped: Comes = ['stopped', 'deleted', 'created'];

const waited = /stopped waiting after [23]0 s/;

const statuses: readonly Row[] = [
  ...[400, 405, 409, 410, 412, 413, 415, 418, 423].map((status): Row => [`${status}`, refused, `${status} "Made up"`]),
  ['400 with errors by field', refused, 'Too short'],
  ['422 with errors by field', refused, 'Too short'],
  ['401', ['new token', 'put off', 'new token'], 'not accepted (401)'],
  ['403', refused, '403 "Made up"'],
  ['408', unclear, '408 "Made up"'],
  ['501', ['retried', 'refused', 'refused'], '501 "Made up"'],
  ['404 system-not-found', ['shown', 'already gone', 'refused'], '404 "Made up"'],
  ['404 of another type', refused, '404 "Made up"'],
  ['404 of HTML', unclear, '404 "Proxy login"'],
  ['429 that names 300 s', patient, 'asks for a slower pace'],
  ['429 that names 30 years', ['shown', 'put off', 'refused'], 'to wait for more than a day'],
  ['503 that names 300 s', ['waits', 'checked', 'unknown'], /asks for a slower pace|503 "Made up"/],
  ...[500, 502, 503, 504].map((status): Row => [`${status}`, failing, `${status} "Made up"`]),
  ['502 of HTML', failing, '502 "Bad gateway"'],
  ['500 without a body', failing, /failed to|500/],
  ...[301, 302, 303, 307, 308].map((status): Row => [
    `${status} to another host`,
    redirected,
    `${status} to "https://else.invalid/"`,
  ]),
  ['307 to itself', redirected, '307 to "/account/orgs"'],
  ['304', redirected, '304'],
  ['101', unclear, '101'],
  ['101 without a protocol', unclear, '101'],
  ['202 with the usual body', ['used', 'deleted', 'created'], ''],
  ['206 with the usual body', fine, ''],
  ['204 without a body', ['shown', 'deleted', 'created'], 'expected object'],
];

const bodies: readonly Row[] = [
  ['200 of HTML', unclear, 'did not come from the API'],
  ['200 of plain text', unclear, 'did not come from the API'],
  ['JSON called HTML', unclear, 'did not come from the API'],
  ['JSON without a content type', unclear, 'did not come from the API'],
  ['problem details with 200', unclear, 'did not come from the API'],
  ['200 without a body', ['shown', 'deleted', 'created'], 'expected object'],
  ['null', ['shown', 'deleted', 'unknown'], 'expected object'],
  ['a list', ['shown', 'deleted', 'unknown'], 'expected object'],
  ['a text', ['shown', 'deleted', 'unknown'], 'expected object'],
  ['an empty object', ['shown', 'deleted', 'created'], 'The service answered unreadably, at'],
  ['lists in the place of texts', unclear, 'expected string'],
  ['half of a JSON', failing, 'is not JSON'],
  ['NaN', failing, 'is not JSON'],
  ['100,000 lists in one another', ['shown', 'deleted', 'unknown'], 'expected object'],
  ['a status of its own', refused, '409 "Made up"'],
  ['a title of 100,000 letters', refused, '409 "xxx'],
  ['texts that steer a terminal', refused, '409 "a␛[2J␛]52;c;eA==␇b‹U+202E›c"'],
  ['the request’s own headers', refused, '(access token)'],
  ['300 KB that unpack to 300 MB', unclear, 'too large'],
  ['17 MiB of blanks', unclear, 'too large'],
  ['gzip that is none', failing, 'cut off'],
  ['200 that says no success', unclear, 'success: false'],
  ['200 with errors', unclear, 'errors: ["In use"]'],
  ['200 with a status of its own', unclear, 'status: 409'],
  ['200 with another system', unclear, 'another system (ID-web-1)'],
];

const connections: readonly Row[] = [
  ['closed without a word', failing, 'connection was lost'],
  ['reset before it was carried out', failing, 'connection was lost'],
  ['reset after it was carried out', failing, 'connection was lost'],
  ['cut in the headers', failing, 'connection was lost'],
  ['cut in the body', failing, 'cut off'],
  ['cut in a chunk', failing, 'cut off'],
  ['another protocol', failing, 'connection was lost'],
  ['20 KB of headers', failing, 'connection was lost'],
  ['no answer', late, waited],
  ['103 again and again', late, waited],
  ['headers and no body', late, waited],
  ['a byte of the headers a second', late, waited],
  ['a byte of the body a second', late, waited],
];

const lists: readonly Row[] = [
  ['next page at another host', stopped, 'pointed to a different address (else.invalid)'],
  ['next page with a user name', stopped, 'with a user name or password'],
  ['next page of another organisation', stopped, 'pointed to another path'],
  ['next page of another search', stopped, 'added search "x"'],
  ['next page read before', stopped, 'repeated a page'],
  ['next page that is a number', stopped, 'something that is no address'],
  ['next page that is an empty text', stopped, 'something that is no address'],
  ['no word of a next page', stopped, 'something that is no address'],
  ['items that are none', unclear, 'items: expected array'],
  ['null among the items', unclear, 'expected object'],
  ['an item without an id', unclear, 'systemId: expected string'],
  ['10,001 items', unclear, 'expected at most 10000'],
  ['no links', unclear, 'links: expected object'],
  ['a total of 0', fine, listed],
  ['a total of -1', fine, listed],
  ['a total of 1e12', fine, listed],
  ['a total that changes', fine, 'the list changed while it was loaded'],
  ['no next page before the end', fine, 'incomplete: 200 of 250 systems listed'],
  ['an empty last page', fine, 'incomplete: 200 of 250 systems listed'],
  ['no metadata', fine, listed],
  ['an item listed twice', fine, '1 listed twice'],
  ['an item listed under two names', fine, '1 listed twice'],
  ['last seen of another type', fine, 'unreadable'],
  ['states of another type', fine, '{"code":1}'],
  ['fields of other types', fine, listed],
];

const follows = new Map([...statuses, ...bodies, ...connections, ...lists].map((row) => [row[0], row]));

/** With what follows from each; one that the table does not have is a mistake in it. */
export const faults: readonly Fault[] = injectedFaults.map((injected) => {
  const row = follows.get(injected.name);
  if (row === undefined) throw new Error(`The table does not say what follows from "${injected.name}".`);
  const [, [read, deletion, creation], says] = row;
  return { ...injected, read, deletion, creation, says };
});
