/** Writes runs and systems as tables, JSON, and CSV (RFC 4180) that is safe in spreadsheets and terminals. */
import { stringify } from 'csv-stringify/sync';
import { clean, type Clean } from '../../screens/text/clean.ts';
import { outcomeWord, reasonFor } from '../../screens/change/outcome-wording.ts';
import {
  type Report,
  type reportColumns,
  type ReportRow,
  setIn,
  setWords,
  standingWords,
  whyWords,
  requestReport,
  runReport,
} from '../../screens/change/report.ts';
import { standingOf } from '../../state/change/history/feature.ts';
import type { KeptRequest } from '../../state/change/journal/requests.ts';
import type { Run, Settled } from '../../state/change/run.ts';
import { safeJson } from '../../state/kernel/spelling.ts';
import type { FieldName, System } from '../../api/system.ts';
import { systemColumns } from '../../screens/fleet/table-columns.ts';
import { contentWidths, fittingColumns, placeColumns } from '../../screens/parts/columns.ts';
import { fit } from '../../screens/text/fit.ts';
import { connectionOf } from '../../state/fleet/systems/status.ts';
import { fieldPlaces, knownFields, withOtherFields } from '../../state/fleet/systems/fields.ts';
import { ageOf, dayMs, isStale, type JudgedBy } from '../../state/fleet/staleness/staleness.ts';
import { defaultColumns } from '../../state/fleet/columns.ts';
import { listedSort } from '../../state/fleet/list/listing.ts';
import type { RecordFormat } from '../cli/flags.ts';

/**
 * `rows` without the header. A cell that could be a formula gets a leading quote; hidden characters become visible
 * signs.
 */
export function csvText(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = [columns, ...rows].map((row) => row.map(cell));
  // Quotes cells with other delimiters, at which a spreadsheet might split them.
  return stringify(cells, { record_delimiter: 'windows', quoted_match: /[;\t|]/ });
}

/** The start of a formula in a spreadsheet. Some spreadsheets skip invisible characters before it. */
const formula = /^(?:[\s\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|[\t\r])/u;

function cell(text: string): string {
  const shown = clean(text);
  return formula.test(text) || formula.test(shown) ? `'${shown}` : shown;
}

export function runCsv(run: Run): string {
  const rows = run.settled.map((settled) => Object.values(columns).map((textOf) => textOf(settled, run)));
  return csvText(Object.keys(columns), rows);
}

const isoTime = (ms: number | null | undefined): string | null => (ms == null ? null : new Date(ms).toISOString());

/** Texts are as the service sent them, with escapes for control characters. */
export function runJson(run: Run): string {
  const { kind, edit, organisation, isPreview, stop, counts, checked, people, why } = run;
  const about = {
    ...{ does: kind, operation: edit === null ? null : `${edit.operation.method} ${edit.operation.path}` },
    ...{ follows: run.follows ?? null, isPreview },
    organisation: { orgId: organisation.orgId, orgName: organisation.orgName },
    ...{ service: run.baseUrl, person: run.person ?? null, ...people, thresholdDays: run.days ?? null },
    ...{ startedAt: isoTime(run.startedAt), finishedAt: isoTime(run.finishedAt), stopped: stop, counts, checked },
  };
  const systems = run.settled.map(({ system, outcome, at, set }) => ({
    result: outcomeWord(outcome, kind),
    ...{ reason: reasonFor(outcome, kind), at: isoTime(at), marked: why?.get(system.systemId) ?? null },
    problem: 'problem' in outcome ? outcome.problem : null,
    set: set === undefined ? [] : setIn(set, run).map((one) => ({ ...one, before: one.before ?? null })),
    system: withOtherFields(knownFields(system), system),
  }));
  return `${safeJson({ ...about, systems })}\n`;
}

/** One row with the columns of a run. */
function requestCsv(request: KeptRequest): string {
  const { header, result } = request;
  const { status, traceId } = result ?? {};
  const cells = {
    ...{ outcome: standingWords(standingOf(request)).word, method: header.method, address: header.address },
    ...{ status: status == null ? '' : String(status), 'trace id': traceId ?? '' },
    ...{ organisation: header.orgName ?? header.orgId ?? '', person: header.person ?? '', when: header.at },
  };
  return csvText(Object.keys(cells), [Object.values(cells)]);
}

function requestJson(request: KeptRequest): string {
  const { header, result, was, sent } = request;
  const { mode, method, template, address, orgId, orgName, baseUrl, profile, person, reviewed, confirmed, at } = header;
  const { status = null, traceId = null, ms = null, outcome } = result ?? {};
  return `${safeJson({
    ...{ does: 'request', operation: `${method} ${template}`, address, isPreview: mode === 'preview' },
    ...{ organisation: { orgId, orgName }, service: baseUrl, profile, person: person ?? null, reviewed, confirmed },
    ...{ startedAt: at, result: standingWords(standingOf(request)).word, status, traceId, ms },
    ...{ problem: outcome !== undefined && 'problem' in outcome ? outcome.problem : null, sent, before: was },
  })}\n`;
}

/** A malformed field is written as it was sent. */
function textOf({ odd, ...system }: System, name: FieldName): string {
  return [odd[name] ?? system[name] ?? ''].flat().join(' ');
}

const columns = {
  outcome: ({ outcome }, { kind }) => outcomeWord(outcome, kind),
  reason: ({ outcome }, { kind }) => reasonFor(outcome, kind),
  name: ({ system }) => textOf(system, 'hostname'),
  'system id': ({ system }) => system.systemId,
  'last seen': ({ system }) => textOf(system, 'lastSeen'),
  'enrolled at': ({ system }) => textOf(system, 'enrolledAt'),
  'enrolment key': ({ system }) => textOf(system, 'enrolmentKeyDescription'),
  tags: ({ system }) => textOf(system, 'tags'),
  address: ({ system }) => textOf(system, 'connectedFrom'),
  when: ({ at }) => isoTime(at) ?? '',
  set: ({ set }, run) => (set === undefined ? '' : setIn(set, run).map(setWords).join('; ')),
  marked: ({ system: { systemId } }, { why, days }) => {
    const one = why?.get(systemId);
    return one === undefined ? '' : whyWords(one, days);
  },
} satisfies Readonly<Record<string, (settled: Settled, run: Run) => string>>;

/** The verdict on a system; `ageVerified`: the age rests on the system's time and on the service's clock. */
function judge(system: System, { days, now, isVerified }: JudgedBy) {
  const age = ageOf(system, now);
  return {
    ageDays: 'ms' in age ? Math.floor(age.ms / dayMs) : null,
    ageVerified: isVerified && 'ms' in age,
    stale: isStale(system, days, now),
    connection: connectionOf(system.state),
  };
}

/** One array, with the service's field names. Texts are as sent, with escapes for control characters. */
export function systemsJson(systems: Iterable<System>, by: JudgedBy): string {
  const texts = Array.from(systems, (system) => {
    const record = withOtherFields({ ...knownFields(system), ...judge(system, by) }, system);
    // Serialised one by one: all records at once would take several times the memory of the systems.
    return safeJson([record]).slice('[\n'.length, -'\n]'.length);
  });
  return texts.length === 0 ? '[]\n' : `[\n${texts.join(',\n')}\n]\n`;
}

const csvColumns = [
  ...fieldPlaces('csv'),
  // Inserted at these places among the fields.
  ...([
    { name: 'ageDays', place: 50 },
    { name: 'ageVerified', place: 55 },
    { name: 'stale', place: 60 },
    { name: 'connection', place: 170 },
  ] as const satisfies readonly { readonly name: keyof ReturnType<typeof judge>; readonly place: number }[]),
]
  .sort((a, b) => a.place - b.place)
  .map(({ name }) => name);

export function systemsCsv(systems: Iterable<System>, by: JudgedBy): string {
  const rows = Array.from(systems, (system) => {
    const own: Readonly<Record<string, string | number | boolean | null>> = judge(system, by);
    return csvColumns.map((name) => (name in own ? String(own[name] ?? '') : textOf(system, name as FieldName)));
  });
  return csvText(csvColumns, rows);
}

/** Wide enough for most columns. Only a terminal cuts longer lines. */
const tableWidth = 160;

/** The columns of the screen, one line per system, with `●` before stale systems (`○` if the clock is unverified). */
export function systemsTable(systems: readonly System[], { days, now, isVerified }: JudgedBy): string {
  const all = systemColumns(defaultColumns.shown, { days, now, sort: listedSort, listedTwice: new Map() });
  const content = contentWidths(all, systems);
  const columns = placeColumns(fittingColumns(all, content, tableWidth), { content, grown: content }, tableWidth);
  const stale = isVerified ? '●' : '○';
  const line = (sign: string, textOf: (column: (typeof columns)[number]['column']) => Clean): string => {
    const cells = columns.map(({ column, width }) => fit(textOf(column), width, column.align));
    return `${sign} ${cells.join('  ')}`.trimEnd();
  };
  const titles = line(' ', ({ title }) => title);
  const lines = systems.map((system) => line(isStale(system, days, now) ? stale : ' ', ({ cell }) => cell(system)));
  return `${[titles, ...lines].join('\n')}\n`;
}

// Writes a report as Markdown and as HTML for a ticket: one file, without a script.

const titles: Readonly<Record<(typeof reportColumns)[number], string>> = {
  ...{ result: 'Result', name: 'Name', id: 'System id', when: 'When (UTC)', set: 'Set', marked: 'Marked' },
  ...{ key: 'Enrolment key', tags: 'Tags', address: 'Address', why: 'Why' },
};

function* rowsOf({ length, row }: Report): Generator<ReportRow, void> {
  for (let at = 0; at < length; at++) {
    const one = row(at);
    if (one !== undefined) yield one;
  }
}

/** Characters without meaning in Markdown, which also make no link, mention or ticket number. */
const plainInMarkdown = /^[\p{L}\p{N} ,()%.:\u2013-]*$/u;
/** A dot or colon beside a letter, as in a domain, but not at the end of a sentence. */
const inAddress = /[.:](?![\d\s]|$)|(?<!\d)[.:](?!\s|$)/;

/**
 * Any other text becomes code, because escapes do not stop renderers from linking addresses and mentions. In a table a
 * pipe ends a cell even in code (GFM, 4.10).
 */
function inMarkdown(text: string, isCell = false): string {
  const line = text.replace(/\s+/g, ' ');
  if (plainInMarkdown.test(line) && !inAddress.test(line)) return line;
  let longest = 0;
  for (const [ticks] of line.matchAll(/`+/g)) longest = Math.max(longest, ticks.length);
  const fence = '`'.repeat(longest + 1);
  const shown = isCell
    ? line.split('|').reduce((before, part) => `${before}${backslashesEnding(before)}\\|${part}`)
    : line;
  return `${fence} ${shown} ${fence}`;
}

/** A backslash before a pipe is its escape, so each backslash before a pipe is doubled. */
function backslashesEnding(text: string): string {
  let from = text.length;
  while (text[from - 1] === '\\') from -= 1;
  return text.slice(from);
}

export function reportMarkdown(report: Report): string {
  const { title, facts, columns, texts } = report;
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const table = [
    '',
    line(columns.map((name) => titles[name])),
    line(columns.map(() => '---')),
    ...Array.from(rowsOf(report), (row) => line(columns.map((name) => inMarkdown(row[name], true)))),
  ];
  const lines = [
    `# ${inMarkdown(title)}`,
    '',
    ...facts.map(([name, value]) => `- **${inMarkdown(name)}:** ${inMarkdown(value)}`),
    ...(columns.length === 0 ? [] : table),
    ...texts.flatMap(([heading, text]) => ['', `## ${inMarkdown(heading)}`, '', ...codeBlock(text)]),
  ];
  return `${lines.join('\n')}\n`;
}

/** Indented code: no line can end the block, and renderers make no links in it. */
function codeBlock(text: string): readonly string[] {
  return text.split('\n').map((line) => `    ${clean(line)}`);
}

const entities: Readonly<Record<string, string>> = {
  ...{ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' },
};

function inHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? '');
}

const style = `:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { margin: 2rem auto; max-width: 75rem; padding: 0 1rem; color: #1b1b1b; background: #ffffff; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.2rem 1rem; }
dt { font-weight: 600; } dd { margin: 0; overflow-wrap: anywhere; }
table { border-collapse: collapse; width: 100%; } th, td { border: 1px solid #8a8a8a; padding: 0.3rem 0.5rem; }
th { text-align: left; } td { overflow-wrap: anywhere; vertical-align: top; }
@media (prefers-color-scheme: dark) { body { color: #ececec; background: #161616; } }`;

export function reportHtml(report: Report): string {
  const facts = report.facts.map(([name, value]) => `<dt>${inHtml(name)}</dt><dd>${inHtml(value)}</dd>`);
  const head = report.columns.map((name) => `<th scope="col">${titles[name]}</th>`).join('');
  const rows = Array.from(rowsOf(report), (row) => {
    const cells = report.columns.map((name) => `<td>${inHtml(row[name])}</td>`);
    return `<tr>${cells.join('')}</tr>`;
  });
  const table = `<table>
<thead><tr>${head}</tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>
`;
  const texts = report.texts.map(([name, text]) => {
    const lines = text.split('\n').map((line) => inHtml(clean(line)));
    return `<h2>${inHtml(name)}</h2>\n<pre>${lines.join('\n')}</pre>\n`;
  });
  const title = inHtml(report.title);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>
${style}
</style>
</head>
<body>
<h1>${title}</h1>
<dl>
${facts.join('\n')}
</dl>
${report.columns.length === 0 ? '' : table}${texts.join('')}</body>
</html>
`;
}

// The report of a run or a request in each format.

const reportFormats: readonly RecordFormat[] = ['csv', 'json', 'md', 'html'];

export function reportText(of: Run | KeptRequest, format: RecordFormat): string {
  const isRequest = 'header' in of;
  const report = isRequest ? requestReport(of) : runReport(of);
  switch (format) {
    case 'csv':
      return isRequest ? requestCsv(of) : runCsv(of);
    case 'json':
      return isRequest ? requestJson(of) : runJson(of);
    case 'md':
      return reportMarkdown(report);
    case 'html':
      return reportHtml(report);
  }
}

/** Keyed by file extension. */
export function reportTexts(of: Run | KeptRequest): Readonly<Record<RecordFormat, string>> {
  return Object.fromEntries(reportFormats.map((format) => [format, reportText(of, format)])) as Record<
    RecordFormat,
    string
  >;
}
