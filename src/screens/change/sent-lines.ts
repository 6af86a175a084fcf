/**
 * A request in lines exactly as it is sent: nothing is left out or trimmed, and lines break only at the terminal's
 * width.
 */
import { memoize } from '../../state/kernel/store.ts';
import { type Call, rowsIn } from '../../api/calls/call.ts';
import { sentTexts } from '../../state/change/request/requests.ts';
import { type Part, plain } from '../parts/table.tsx';
import { type Clean, clean, visible } from '../text/clean.ts';
import { clip, clipInFront, firstLines, fit, width, wrapText } from '../text/fit.ts';
import { count, exact, plural } from '../text/quantities.ts';
import { isJsonObject, type Json, type JsonObject } from '../../api/exact-json.ts';
import { columnsOf, timeOf } from '../../state/kernel/json-columns.ts';
import type { TargetRead } from '../../state/change/request/feature.ts';
import { targetWarnings } from '../../state/change/request/request-class.ts';
import type { DefinedOperation } from '../../api/openapi/definition.ts';
import { briefProblem } from '../text/problem-wording.ts';
import { valueWords } from '../parts/columns.ts';

export type Line = readonly Part[];

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Breaks a text into lines of this many cells without losing a character; returns at least one line. */
function brokenLines(text: string, cells: number): readonly Clean[] {
  const room = Math.max(1, cells);
  const shown = visible(text);
  if (/^[ -~]*$/.test(shown)) {
    const lines = Math.max(1, Math.ceil(shown.length / room));
    return Array.from({ length: lines }, (_, at) => visible(shown.slice(at * room, (at + 1) * room)));
  }
  const lines: Clean[] = [];
  let [line, used] = ['', 0];
  for (const { segment } of graphemes.segment(shown)) {
    const taken = width(clean(segment));
    if (used + taken > room && line !== '') {
      lines.push(visible(line));
      [line, used] = ['', 0];
    }
    line += segment;
    used += taken;
  }
  return [...lines, visible(line)];
}

const indent = '  ';
const nameCells = 16;
/** In fewer columns, a header takes two lines: its name, then its value. */
const wideColumns = 60;

const byWidth = memoize<Call, Map<string, readonly Line[]>>(() => new Map());

/** Cached for each width, because a body may be large. */
export function sentLines(call: Call, version: string, columns: number): readonly Line[] {
  const laid = byWidth(call);
  const key = `${columns} ${version}`;
  const lines = laid.get(key) ?? sentLinesOf(call, version, columns);
  laid.set(key, lines);
  return lines;
}

function sentLinesOf(call: Call, version: string, columns: number): readonly Line[] {
  const { line, headers, body, bytes, files } = sentTexts(call, version);
  const hang = ' '.repeat(indent.length + call.method.length + 1);
  // If the body is a file, there are no other bytes.
  const sizes = [
    ...(bytes === 0 && files > 0 ? [] : [plural(bytes, 'byte')]),
    ...(files === 0 ? [] : [plural(files, 'file')]),
  ];
  const [first = clean(''), ...rest] = brokenLines(line, columns - hang.length);
  return [
    [plainPart(indent + first)],
    ...rest.map((text) => [plainPart(hang + text)]),
    ...headers.flatMap(([name, value]) => headerLines(name, value, columns)),
    ...(body === null
      ? [[dimPart(`${indent}no body`)]]
      : [
          [dimPart(`${indent}body, ${sizes.join(' and ')}:`)],
          // The lines of a form stay separate, each with its visible line ending.
          ...body
            .split(/(?<=\r\n)/)
            .flatMap((part) => brokenLines(part, columns - indent.length))
            .map((text) => [plainPart(indent + text)]),
        ]),
  ];
}

function headerLines(name: string, value: string, columns: number): readonly Line[] {
  if (columns < wideColumns) {
    return [
      [dimPart(indent + clean(name))],
      ...brokenLines(value, columns - 4).map((text) => [plainPart(`    ${text}`)]),
    ];
  }
  const label = width(clean(name)) >= nameCells ? `${clean(name)}  ` : fit(clean(name), nameCells);
  const lead = indent.length + label.length;
  return brokenLines(value, columns - lead).map((text, at) => [
    dimPart(at === 0 ? indent + label : ' '.repeat(lead)),
    plainPart(text),
  ]);
}

function plainPart(text: string): Part {
  return { text: visible(text), tone: 'plain' };
}

function dimPart(text: string): Part {
  return { text: visible(text), tone: 'dim' };
}

// The target of a request as the service has it, with warnings about fields that matter for the request.

interface About {
  readonly columns: number;
  /** `before`: read before the request is sent. `after`: read after an unknown outcome. */
  readonly when: 'before' | 'after';
}

/** Empty if the definition has no operation that reads the target. */
export function targetLines(target: TargetRead, operation: DefinedOperation, about: About): readonly Line[] {
  const { columns } = about;
  if (target.kind === 'none') return [];
  const path = pathOf(target.call.url);
  const head = (words: string): Line => {
    const room = Math.max(8, columns - words.length - 10);
    return [{ text: clip(clean(`  ${words} (GET ${clipInFront(clean(path), room)}):`), columns), tone: 'dim' }];
  };
  switch (target.kind) {
    case 'reading':
      return [head('Now, being read'), [plain('    …')]];
    case 'failed': {
      const text = `! What is there now could not be read: ${briefProblem(target.problem)}.`;
      return wrapText(clean(text), columns - 2).map((line) => [{ text: clean(`  ${line}`), tone: 'warning' }]);
    }
    case 'read': {
      const words = about.when === 'before' ? 'Now, read a moment ago' : 'There now, read after it';
      const warnings = about.when === 'before' ? targetWarnings(target.value, operation) : [];
      return [
        head(words),
        ...warnings.map((text): Line => [{ text: clip(clean(`  ! ${text}`), columns), tone: 'warning' }]),
        ...valueLines(target.value, about),
      ];
    }
  }
}

/** `…/systems/K3F9Q`, without the part that all addresses share. */
function pathOf(url: string): string {
  const path = URL.parse(url)?.pathname ?? url;
  return path.replace(/^.*?\/org\/[^/]+(?=\/)/i, '…');
}

function valueLines(value: Json, { columns }: About): readonly Line[] {
  if (!isJsonObject(value)) return [[plain(`    ${clip(clean(wholeWords(value)), columns - 4)}`)]];
  const rows = rowsIn(value);
  if (rows !== null) return [[plain(`    a list: ${count(rows.rows.length)} on its first page`)]];
  const fields = columnsOf([value], new Set()).map(({ field }) => fieldParts(value, field));
  const perLine = columns >= twoFrom ? 2 : 1;
  const cells = Math.floor((columns - targetIndent.length) / perLine);
  const names = Math.min(Math.max(4, ...fields.map(([name]) => width(name))), Math.floor(cells / 2) - 2);
  const room = Math.max(1, cells - names - gap.length * perLine);
  const lines: Part[][] = [];
  let free = 0;
  for (const [name, words] of fields) {
    const title: Part = { text: clean(`${fit(name, names)}${gap}`), tone: 'dim' };
    if (width(words) > room) {
      const whole = firstLines(words, columns - targetIndent.length - names - gap.length, maxOfOne);
      const hang: Part = plain(' '.repeat(names + gap.length));
      lines.push(...whole.map((text, at) => [plain(targetIndent), at === 0 ? title : hang, plain(text)]));
      free = 0;
    } else {
      if (free === 0) lines.push([plain(targetIndent)]);
      lines.at(-1)?.push(...(free === 0 ? [] : [plain(gap)]), title, plain(fit(words, room)));
      free = free === 0 ? perLine - 1 : free - 1;
    }
  }
  return lines.length === 0 ? [[plain(`${targetIndent}{}`)]] : lines;
}

const targetIndent = '    ';
const gap = '  ';
/** Limit of lines for a value that is too long for its half. */
const maxOfOne = 3;

/** From this width on, two fields share a line. */
const twoFrom = 70;

function fieldParts(value: JsonObject, field: string): readonly [Clean, Clean] {
  const one = value[field] ?? null;
  const ms = timeOf(one);
  if (ms !== null) return [clean(field), clean(exact(ms))];
  const text = valueWords(one, { name: field });
  // Quotation marks distinguish a text from a number; an address cannot be mistaken for a number.
  const isBare = typeof one === 'string' && one.trim() !== '' && text === `"${one}"`;
  return [clean(field), isBare ? clean(one) : text];
}

function wholeWords(value: Json): string {
  if (value === null) return 'no JSON that can be shown';
  if (Array.isArray(value)) return `a list of ${count(value.length)}`;
  return valueWords(value, { name: '' });
}
