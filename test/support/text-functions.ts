/** Functions that are given texts from outside, and the signs that such a text may be full of. */
import { reportColumns } from '../../src/screens/change/report.ts';
import { csvText, reportHtml, reportMarkdown } from '../../src/app/commands/reports.ts';
import { bodyValue } from '../../src/api/openapi/form-writing.ts';
import { maskedUrl } from '../../src/api/calls/call.ts';
import { systemsDeletionIn } from '../../src/api/deletion/systems-deletion.ts';
import { systemsNamedIn } from '../../src/api/deletion/systems-named.ts';
import { jsonIn, jsonMistakeIn, readJsonText } from '../../src/api/exact-json.ts';
import { readRefusal } from '../../src/api/http/response.ts';
import { plainProse } from '../../src/api/openapi/prose.ts';
import { envelopeOf, pagingAfter, pagingFrom } from '../../src/api/paging/envelope.ts';
import { holdsSecret, isSecret, mask, namesSecret, withoutSecrets } from '../../src/api/secrets.ts';
import { readTimestamp } from '../../src/api/timestamp.ts';
import { readPrintedToken, readToken, redactSecrets, tokenRedactor } from '../../src/api/access.ts';
import { clean, findHidden, jsonWords, visible } from '../../src/screens/text/clean.ts';
import { wrapText } from '../../src/screens/text/fit.ts';
import { exportName, jsonText } from '../../src/state/explorer/answer/answer-lines.ts';
import { curlOf } from '../../src/state/explorer/curl.ts';
import { systemsListed } from '../../src/state/fleet/marks/marks.ts';
import { addressesIn } from '../../src/state/fleet/protection/protection-table.ts';
import { escapeHidden, holdsHidden, inPlainSpelling, shellWord } from '../../src/state/kernel/spelling.ts';

const service = 'https://api.example.com';
/** The second has letters that its own separators are written with. */
const [token, likeBreaks] = [`Zq7${'T'.repeat(57)}x9K`, `${'n'.repeat(20)}${'rt'.repeat(20)}abc`];

function callOf(body: string) {
  const headers = { 'Content-Type': 'application/json', 'X-Note': body };
  return { method: 'POST', operation: 'POST /notes', orgId: null, url: `${service}/notes`, headers, body, secrets: [] };
}

function reportOf(text: string) {
  const name = clean(text);
  const cells = { ...{ result: name, name, id: name, when: name, set: name, marked: name }, key: name, tags: name };
  const row = () => ({ ...cells, address: name, why: name });
  const texts = [[name, text]] as const;
  return { title: name, facts: [[name, name]] as const, columns: reportColumns, length: 1, row, texts };
}

const page = envelopeOf([]);

/** Every function that is given a text from outside, as long as it came. */
export const functions: Readonly<Record<string, (text: string) => unknown>> = {
  tokenRedactor: tokenRedactor(token),
  'tokenRedactor of another token': tokenRedactor(likeBreaks),
  redactSecrets: (text) => redactSecrets(text, token),
  'redactSecrets of another token': (text) => redactSecrets(text, likeBreaks),
  readToken,
  readPrintedToken,
  withoutSecrets: (text) => withoutSecrets(text, 'text/plain'),
  'withoutSecrets in CSV': (text) => withoutSecrets(`password,b\n${text}`, 'text/csv'),
  'withoutSecrets in JSON': (text) => withoutSecrets(JSON.stringify({ password: text, [text]: text }), ''),
  'isSecret by its text': (text) => isSecret(text, { name: 'notes' }),
  'isSecret by its name': (text) => isSecret('abcdefg1', { name: text }),
  'isSecret by its key': (text) => isSecret(text, { name: 'key' }),
  namesSecret,
  holdsSecret: (text) => holdsSecret(text, ['abc', 'abcdefg1']),
  masked: (text) => mask({ [text]: text, a: [text] }),
  maskedUrl: (text) => maskedUrl({ url: `${service}/a?b=${encodeURIComponent(text)}`, secrets: [] }),
  jsonText: (text) => jsonText({ [text]: text }, { withSecrets: false }),
  jsonMistakeIn: (text) => jsonMistakeIn(text),
  'jsonMistakeIn a text': (text) => jsonMistakeIn(`["${text}`),
  readJsonText,
  jsonIn: (text) => jsonIn(JSON.stringify([text, 'X']).replace('"X"', '9007199254740993')),
  bodyValue,
  plainProse,
  refusedBy: (text) => readRefusal(500, new Headers({ 'content-type': 'text/html' }), text),
  readTimestamp,
  'systemsDeletionIn a body': (body) => systemsDeletionIn({ method: 'POST', url: `${service}/notes`, body }),
  'systemsDeletionIn an address': (text) =>
    systemsDeletionIn({ method: 'POST', url: `${service}/org/a/${encodeURIComponent(text)}?a=${encodeURI(text)}` }),
  'systemsNamedIn a body': (body) => systemsNamedIn({ method: 'POST', url: `${service}/notes`, body }),
  'systemsNamedIn a text of a body': (text) =>
    systemsNamedIn({ method: 'POST', url: `${service}/notes`, body: JSON.stringify([text]) }),
  escapeHidden,
  holdsHidden,
  inPlainSpelling,
  clean,
  visible,
  hiddenIn: findHidden,
  jsonWords: (text) => jsonWords({ a: text }),
  wrapped: (text) => wrapText(visible(text), 40),
  'pagingAfter a link': (text) =>
    page === null
      ? null
      : pagingAfter(pagingFrom(service), page, { get: () => text, keys: () => ['link', 'x-next-page'] }, 0),
  'pagingAfter a field': (text) => {
    const pages = ['cursor', 'page'].map((name) => ({ name, way: 'cursor', isCounted: false, begins: null }) as const);
    const envelope = envelopeOf({ items: [text], [`x-next-${text}`]: text, next: { [text]: text }, cursor: text });
    return envelope === null ? null : pagingAfter(pagingFrom(service, true, pages), envelope, new Headers(), 0);
  },
  systemsListed: (text) => systemsListed(text, []),
  addressesIn,
  exportName,
  shellWord,
  curlOf: (text) => curlOf(callOf(text)),
  csvText: (text) => csvText([text], [[text]]),
  reportMarkdown: (text) => reportMarkdown(reportOf(text)),
  reportHtml: (text) => reportHtml(reportOf(text)),
};

/** Signs of which a text may be full. */
export const signs = [
  ...['\\', '"', '""', "'", '-', '_', '.', ',', ';', ':', '/', '=', '<', '>', '[', '{', '(', '`', '@', '&', '%', '|'],
  ...[' ', '\t', '\n', '\r\n', 'a', 'n', 'T', '0', '\u0000', '\u009D', '\u202E', '\u0300', '\u200D', 'é', '😀'],
  ...['\\n', '\\"', '\\u0', '\\u0054', '%25', '%54', '&#0', '&#84', '<!--', '<a ', '<a>', '://', '::', 'DELETE /'],
  ...['a=', 'key=', 'key="', "key='", 'password: ', 'Bearer ', 'eyJ', 'eyJaaaaa.', '-----BEGIN PRIVATE KEY-----'],
];
