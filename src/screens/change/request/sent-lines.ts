/** A request as it is sent, in lines: nothing is left out, trimmed or broken but by the width of the terminal. */
import { memoize } from '../../../state/kernel/memoize.ts';
import type { Call } from '../../../api/calls/call.ts';
import { sentTexts } from '../../../state/change/request/sent-texts.ts';
import type { Part } from '../../parts/table.tsx';
import { type Clean, clean, visible } from '../../text/clean.ts';
import { fit, width } from '../../text/fit.ts';
import { plural } from '../../text/quantities.ts';

export type Line = readonly Part[];

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The text in lines of so many cells, every character of it; at least one line. */
export function brokenLines(text: string, cells: number): readonly Clean[] {
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
/** Below this, a header takes two lines: its name, and what it says. */
const wideColumns = 60;

const byWidth = memoize<Call, Map<string, readonly Line[]>>(() => new Map());

/** Laid out once for each width. */
export function sentLines(call: Call, version: string, columns: number): readonly Line[] {
  const laid = byWidth(call);
  const key = `${columns} ${version}`;
  const lines = laid.get(key) ?? linesOf(call, version, columns);
  laid.set(key, lines);
  return lines;
}

function linesOf(call: Call, version: string, columns: number): readonly Line[] {
  const { line, headers, body, bytes, files } = sentTexts(call, version);
  const hang = ' '.repeat(indent.length + call.method.length + 1);
  // A body that is a file has no other bytes.
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
          // The lines of a form stay apart, each with the signs of its end.
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
