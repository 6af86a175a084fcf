/** Writes a report as Markdown and as HTML, fit to be put into a ticket: one file, without a script. */
import type { Report, reportColumns, ReportRow } from '../../screens/change/report.ts';
import { clean } from '../../screens/text/clean.ts';

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

/** No sign of these means anything to a reader of Markdown, or makes a link, a mention or a number of a ticket. */
const plainInMarkdown = /^[\p{L}\p{N} ,()%.:\u2013-]*$/u;
/** Beside a letter, as in a domain; not at the end of a sentence. */
const inAddress = /[.:](?![\d\s]|$)|(?<!\d)[.:](?!\s|$)/;

/**
 * Any other text is code: escapes keep no reader from links and mentions, which it finds in what is drawn. In a table a pipe
 * ends a cell also there (GFM, 4.10).
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

/** Readers take a backslash in front of a pipe for its escape: one more of each in front of it keeps them. */
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

/** Indented code: no line of it can end the block, and a reader of Markdown finds no link in it. */
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
