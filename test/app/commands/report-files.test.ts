/** Reports for tickets: no text of the service breaks out of its cell. */
import fc from 'fast-check';
import { lexer, type Token, type Tokens } from 'marked';
import { describe, expect, test } from 'vitest';
import { reportTexts, reportHtml, reportMarkdown } from '../../../src/app/commands/reports.ts';
import { runReport } from '../../../src/screens/change/report.ts';
import type { Outcome } from '../../../src/state/change/outcome.ts';
import type { Run } from '../../../src/state/change/run.ts';
import { aNewRun, aReviewOf, aSystem } from '../../support/make.ts';
import { earlierRequests } from '../../screens/history-gallery.ts';
import { anEdit } from '../../support/edits.ts';
import { property } from '../../support/property.ts';

const done: Outcome = { kind: 'done' };

function aRunOf(...names: readonly string[]): Run {
  const systems = names.map((hostname, at) => aSystem({ systemId: `S${at}`, hostname, tags: [hostname] }));
  const run = aNewRun(aReviewOf(systems));
  const settled = systems.map((system) => ({ system, outcome: done, at: 0 }));
  return { ...run, settled, counts: { ...run.counts, done: systems.length }, person: names[0] ?? '' };
}

const anyText = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '<script>alert(1)</script>',
    'a|b',
    '`x`',
    '[a](javascript:b)',
    'a\nb\n| c |',
    '&lt;',
    '\u202eevil',
    '\u001b[31m',
  ),
);

property(
  'in Markdown each system is one row of one table, with a cell for each column',
  [fc.array(anyText, { minLength: 1 })],
  (names) => {
    const tables = lexer(reportMarkdown(runReport(aRunOf(...names)))).filter((token) => token.type === 'table');
    expect(tables).toHaveLength(1);
    const [table] = tables as readonly Tokens.Table[];
    expect(table?.rows.map(({ length }) => length)).toEqual(names.map(() => 9));
  },
);

/** All tokens of a text, however deep. */
function tokensIn(tokens: readonly Token[]): readonly Token[] {
  return tokens.flatMap((token) => {
    const cells =
      token.type === 'table' ? [...(token as Tokens.Table).header, ...(token as Tokens.Table).rows.flat()] : [];
    const items = token.type === 'list' ? (token as Tokens.List).items : [];
    const inner = 'tokens' in token ? (token.tokens ?? []) : [];
    return [token, ...tokensIn([...inner, ...items]), ...cells.flatMap((cell) => tokensIn(cell.tokens))];
  });
}

const active = [
  ...['https://evil.example/x?a=1', 'http://evil.example', 'www.evil.example', 'ftp://evil', 'admin@evil.example'],
  ...['mailto:x@y.z', '@everyone', '#123', 'GH-1', '[x](https://evil.example)', '![x](http://evil/p.png)', ':smile:'],
  ...[
    '<https://evil.example>',
    '<b>x</b>',
    '&lt;b&gt;',
    '$x$',
    '**b**',
    '~~d~~',
    'x\\|y',
    '\\',
    '`` ` ``',
    '```',
    'evil.example',
  ],
];

property(
  'in Markdown no text makes a link, an image, a mention or any other thing than itself',
  [
    fc.array(
      fc.oneof(anyText, fc.constantFrom(...active), fc.string({ unit: fc.constantFrom(...Array.from('\\|`@ #.:w/')) })),
      {
        minLength: 1,
      },
    ),
  ],
  { numRuns: 500 },
  (names) => {
    const tokens = tokensIn(lexer(reportMarkdown(runReport(aRunOf(...names)))));
    const plain = ['heading', 'space', 'list', 'list_item', 'text', 'strong', 'table', 'codespan'];
    expect(tokens.map(({ type }) => type).filter((type) => !plain.includes(type))).toEqual([]);
    // Readers look for mentions and addresses in what is no code.
    const texts = tokens
      .filter((token) => token.type === 'text' && !('tokens' in token && token.tokens))
      .map(({ raw }) => raw);
    expect(texts.filter((text) => /[@#]|:\/\/|www\.|[a-z]\.[a-z]/i.test(text))).toEqual([]);
  },
);

test('a cell of CSV with a sign that some spreadsheets take for the delimiter is quoted', () => {
  const { csv } = reportTexts(aRunOf('a;=1+1', 'b\t=1', 'c|=1'));
  expect(csv).toContain('"a;=1+1"');
  expect(csv.replaceAll(/"[^"]*"/g, '')).not.toMatch(/[;|]/);
});

property('in HTML the only tags are those of the report', [fc.array(anyText, { minLength: 1 })], (names) => {
  const html = reportHtml(runReport(aRunOf(...names)));
  const tags = new Set(Array.from(html.matchAll(/<\/?([a-zA-Z!][^\s>]*)/g), ([, name = '']) => name));
  expect([...tags].filter((name) => !known.has(name))).toEqual([]);
  expect(html.match(/<tr>/g)).toHaveLength(names.length + 1);
  expect(['\0', '\u001b', '\u202e'].filter((sign) => html.includes(sign))).toEqual([]);
});

const known = new Set([
  ...['!doctype', 'html', 'head', 'meta', 'title', 'style', 'body', 'h1', 'dl', 'dt', 'dd'],
  ...['table', 'thead', 'tbody', 'tr', 'th', 'td'],
]);

describe('a report', () => {
  test('says what, why, who, when and the outcome of each', () => {
    const why = new Map([['S0', { by: 'rule' } as const]]);
    const report = runReport({ ...aRunOf('web-1'), days: 90, why, person: 'anna', startedAt: 0, finishedAt: 1000 });
    const facts = Object.fromEntries(report.facts);
    expect(report.title).toBe('A deletion of 1 system in Northwind');
    expect(facts).toMatchObject({
      What: 'Deletion',
      Why: '1 by the rule: not seen for more than 90 days',
      Who: 'anna',
      When: '1970-01-01 00:00:00 – 1970-01-01 00:00:01 UTC',
      Outcome: '1 deleted',
    });
    expect(report.row(0)).toMatchObject({ result: 'deleted', name: 'web-1', id: 'S0', when: '1970-01-01 00:00:00' });
    expect(report.row(1)).toBeUndefined();
  });

  test('leaves out what its record does not have', () => {
    const older = aRunOf('web-1');
    for (const name of ['people', 'person', 'days', 'why']) Reflect.deleteProperty(older, name);
    expect(Object.fromEntries(runReport(older).facts)).toMatchObject({ Why: '–', Who: '–' });
  });

  test('says of each system why it was marked, and of a change what was set: before and after', () => {
    const [first, second, third] = ['S0', 'S1', 'S2'].map((systemId) => aSystem({ systemId }));
    if (first === undefined || second === undefined || third === undefined) throw new Error('There are three.');
    const why = new Map([
      ['S0', { by: 'hand' }],
      ['S1', { by: 'filter', filter: 'tag:lab' }],
      ['S2', { by: 'filter', filter: 'tag:lab' }],
    ] as const);
    const set = { sent: { description: 'new', tags: ['a'] }, before: { description: null } };
    const settled = [
      { system: first, outcome: done, set },
      { system: second, outcome: done },
    ];
    const report = runReport({ ...aRunOf('web-1'), kind: 'change', edit: anEdit(), follows: 'undo', settled, why });
    expect(report.title).toBe('Undo: a change of 1 system in Northwind');
    expect(Object.fromEntries(report.facts)['Why']).toBe('1 by hand; 2 by the filter: tag:lab');
    expect([report.row(0)?.marked, report.row(1)?.marked]).toEqual(['by hand', 'by the filter: tag:lab']);
    expect(report.row(0)?.set).toBe('description: null → "new"; tags: not there → ["a"]');
    expect(report.row(1)?.set).toBe('–');
    const deletion = runReport(aRunOf('web-1'));
    expect(deletion.columns).not.toContain('set');
  });

  test('in HTML has no script, and nothing from elsewhere', () => {
    expect(reportHtml(runReport(aRunOf('web-1')))).not.toMatch(/<script|src=|href=|@import|url\(/);
  });
});

test('the record of a run, or of a request, has a text in each format', () => {
  const system = aSystem({ systemId: 'S1', hostname: 'web-1', tags: ['a', 'b'], connectedFrom: '192.0.2.7' });
  const known = { ...system, lastSeen: '2026-01-02', enrolledAt: '2026-01-01', enrolmentKeyDescription: 'key' };
  const none = { hostname: null, lastSeen: null, enrolledAt: null, connectedFrom: null, tags: [] };
  const settled = [
    { system: known, outcome: done, at: 0 },
    { system: { ...known, ...none, enrolmentKeyDescription: null }, outcome: done },
  ];
  const run = reportTexts({ ...aRunOf('web-1'), settled });
  expect(run.csv.split('\r\n')).toEqual([
    'outcome,reason,name,system id,last seen,enrolled at,enrolment key,tags,address,when,set,marked',
    'deleted,,web-1,S1,2026-01-02,2026-01-01,key,a b,192.0.2.7,1970-01-01T00:00:00.000Z,,',
    ...['deleted,,,S1,,,,,,,,', ''],
  ]);
  expect(JSON.parse(run.json)).toMatchObject({
    does: 'delete',
    systems: [{ result: 'deleted', at: '1970-01-01T00:00:00.000Z', set: [] }, { at: null }],
  });
  expect(run.md).toContain('\n| deleted | web-1 | S1 | 1970-01-01 00:00:00 | – | key | a b | 192.0.2.7 |');
  expect(run.html).toContain('<td>deleted</td><td>web-1</td><td>S1</td>');
  const [kept] = earlierRequests.slice(1);
  if (kept === undefined) throw new Error('It is there.');
  const request = reportTexts({ ...kept, sent: null, was: null, cut: {} });
  expect(JSON.parse(request.json)).toMatchObject({
    ...{ operation: 'PUT /org/{orgId}/systems/{systemId}/disable', result: 'done', status: 204, sent: null },
  });
  expect(request.csv.split('\r\n')[0]).toBe('outcome,method,address,status,trace id,organisation,person,when');
  expect(request.md).toContain('PUT');
});
