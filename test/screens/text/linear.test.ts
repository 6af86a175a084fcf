import { describe, expect, test } from 'vitest';
import { reportHtml, reportMarkdown } from '../../../src/app/commands/report-files.ts';
import { csvText } from '../../../src/app/commands/reports.ts';
import { bodyValue } from '../../../src/api/calls/form-text.ts';
import { maskedUrl } from '../../../src/api/calls/masked-call.ts';
import { systemsDeletionIn } from '../../../src/api/deletion/systems-deletion.ts';
import { systemsNamedIn } from '../../../src/api/deletion/systems-named.ts';
import { jsonIn } from '../../../src/api/exact-json.ts';
import { largestBody, refusedBy } from '../../../src/api/http/response.ts';
import { jsonMistakeIn, readJsonText } from '../../../src/api/json-mistake.ts';
import { plainProse } from '../../../src/api/openapi/prose.ts';
import { envelopeOf, pagingAfter, pagingFrom } from '../../../src/api/paging/envelope.ts';
import { holdsSecret, isSecret, masked, namesSecret, withoutSecrets } from '../../../src/api/secrets.ts';
import { readTimestamp } from '../../../src/api/timestamp.ts';
import { readPrintedToken, readToken, redactSecrets, tokenRedactor } from '../../../src/api/token.ts';
import { clean, hiddenIn, visible } from '../../../src/screens/text/clean.ts';
import { jsonWords } from '../../../src/screens/text/field-text.ts';
import { wrapped } from '../../../src/screens/text/fit.ts';
import { exportName } from '../../../src/state/explorer/answer/export.ts';
import { jsonText } from '../../../src/state/explorer/answer/json-text.ts';
import { apiLineOf } from '../../../src/state/explorer/call/api-line.ts';
import { curlOf } from '../../../src/state/explorer/call/curl.ts';
import { systemsListed } from '../../../src/state/fleet/marks/listed-names.ts';
import { addressesIn } from '../../../src/state/fleet/protection/addresses.ts';
import { escapeHidden, holdsHidden, inPlainSpelling } from '../../../src/state/kernel/hidden-characters.ts';
import { shellWord } from '../../../src/state/kernel/spelling.ts';
import { stepsOf } from '../../support/steps.ts';

const service = 'https://api.example.com';
/** The second has letters that its own separators are written with. */
const [token, likeBreaks] = [`Zq7${'T'.repeat(57)}x9K`, `${'n'.repeat(20)}${'rt'.repeat(20)}abc`];

function callOf(body: string) {
  const headers = { 'Content-Type': 'application/json', 'X-Note': body };
  return { method: 'POST', operation: 'POST /notes', orgId: null, url: `${service}/notes`, headers, body, secrets: [] };
}

function reportOf(text: string) {
  const name = clean(text);
  const cells = { result: name, name, id: name, when: name, key: name, tags: name, address: name, why: name };
  return { title: name, facts: [[name, name]] as const, length: 1, row: () => cells };
}

const page = envelopeOf([]);

/** Every function that is given a text from outside, as long as it came. */
const functions: Readonly<Record<string, (text: string) => unknown>> = {
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
  masked: (text) => masked({ [text]: text, a: [text] }),
  maskedUrl: (text) => maskedUrl({ url: `${service}/a?b=${encodeURIComponent(text)}`, secrets: [] }),
  jsonText: (text) => jsonText({ [text]: text }, { withSecrets: false }),
  jsonMistakeIn: (text) => jsonMistakeIn(text),
  'jsonMistakeIn a text': (text) => jsonMistakeIn(`["${text}`),
  readJsonText,
  jsonIn: (text) => jsonIn(JSON.stringify([text, 'X']).replace('"X"', '9007199254740993')),
  bodyValue,
  plainProse,
  refusedBy: (text) => refusedBy(500, new Headers({ 'content-type': 'text/html' }), text),
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
  hiddenIn,
  jsonWords: (text) => jsonWords({ a: text }),
  wrapped: (text) => wrapped(visible(text), 40),
  'pagingAfter a link': (text) => (page === null ? null : pagingAfter(pagingFrom(service), page, { get: () => text }, 0)),
  systemsListed: (text) => systemsListed(text, []),
  addressesIn,
  exportName,
  shellWord,
  curlOf: (text) => curlOf(callOf(text)),
  apiLineOf: (text) => apiLineOf(callOf(text), service),
  csvText: (text) => csvText([text], [[text]]),
  reportMarkdown: (text) => reportMarkdown(reportOf(text)),
  reportHtml: (text) => reportHtml(reportOf(text)),
};

const signs = [
  ...['\\', '"', '""', "'", '-', '_', '.', ',', ';', ':', '/', '=', '<', '>', '[', '{', '(', '`', '@', '&', '%', '|'],
  ...[' ', '\t', '\n', '\r\n', 'a', 'n', 'T', '0', '\u0000', '\u009D', '\u202E', '\u0300', '\u200D', 'é', '😀'],
  ...['\\n', '\\"', '\\u0', '\\u0054', '%25', '%54', '&#0', '&#84', '<!--', '<a ', '<a>', '://', '::', 'DELETE /'],
  ...['a=', 'key=', 'key="', "key='", 'password: ', 'Bearer ', 'eyJ', 'eyJaaaaa.', '-----BEGIN PRIVATE KEY-----'],
];
/** Signs before and behind decide how far a pattern looks. */
const around = [
  ['', 'a'],
  ['a', 'a'],
  ['"', ''],
  ['key=', ''],
  ['Zq7', '%'],
] as const;

describe('a text of twice the length', () => {
  test.each(Object.entries(functions))('takes %s twice the steps, whatever sign it is of', (_, run) => {
    for (const sign of signs) {
      for (const [before, behind] of around) {
        const [once, twice] = [200, 400].map((length) => {
          const text = before + sign.repeat(Math.ceil(length / sign.length)) + behind;
          return stepsOf(() => run(text));
        });
        const found = `${sign}: ${JSON.stringify([once, twice])}`;
        expect((twice?.steps ?? 0) < 2.5 * (once?.steps ?? 0) + 1000, found).toBe(true);
        // The places that a pattern has to come back to are on a stack, which has an end.
        expect((twice?.depth ?? 0) <= (once?.depth ?? 0) + 100, found).toBe(true);
      }
    }
  });
});

test('a cell as large as an answer may be is masked', () => {
  const cell = 'a'.repeat(largestBody);
  expect(withoutSecrets(`password,b\n"${cell}",x\n`, 'text/csv')).toBe('password,b\n•••,x\n');
  expect(withoutSecrets(`{"password":"${cell}","b":"x"}`, 'application/json')).toBe('{"password":"•••","b":"x"}');
  expect(withoutSecrets(`password="${cell}" b`, 'text/plain')).toBe('password="•••" b');
});

describe('steps', () => {
  test('of a pattern that begins again at each sign grow with its square', () => {
    const [once, twice] = [400, 800].map((length) => stepsOf(() => `${'-'.repeat(length)}a`.search(/-+$/)).steps);
    expect((twice ?? 0) / (once ?? 1)).toBeGreaterThan(3.9);
  });

  test('of a loop of alternatives are remembered, each', () => {
    expect(stepsOf(() => /"(?:[^"]|"")*"/.test(`"${'a'.repeat(400)}"`)).depth).toBeGreaterThan(400);
  });
});
