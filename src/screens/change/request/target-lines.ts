/** The present state of a request's target: its fields, and those that matter for the request. */
import { isJsonObject, type Json, type JsonObject } from '../../../api/exact-json.ts';
import { columnsOf, timeOf } from '../../../state/kernel/json-columns.ts';
import { rowsIn } from '../../../api/calls/answer-kind.ts';
import type { TargetRead } from '../../../state/change/request/feature.ts';
import { targetWarnings } from '../../../state/change/request/target.ts';
import type { DefinedOperation } from '../../../api/openapi/definition.ts';
import { type Part, plain } from '../../parts/table.tsx';
import { type Clean, clean } from '../../text/clean.ts';
import { clip, clipInFront, firstLines, fit, width, wrapped } from '../../text/fit.ts';
import { briefProblem } from '../../text/problem-wording.ts';
import { count, exact } from '../../text/quantities.ts';
import { valueWords } from '../../parts/value-words.ts';
import type { Line } from './sent-lines.ts';

interface About {
  readonly columns: number;
  /** `Now`, or what was looked at after an unknown outcome. */
  readonly when: 'before' | 'after';
}

/** Empty where the definition has no way to read it, and nothing is said of it. */
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
      return wrapped(clean(text), columns - 2).map((line) => [{ text: clean(`  ${line}`), tone: 'warning' }]);
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

/** `…/systems/K3F9Q`, without what is the same in all addresses. */
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
  const cells = Math.floor((columns - indent.length) / perLine);
  const names = Math.min(Math.max(4, ...fields.map(([name]) => width(name))), Math.floor(cells / 2) - 2);
  const room = Math.max(1, cells - names - gap.length * perLine);
  const lines: Part[][] = [];
  let free = 0;
  for (const [name, words] of fields) {
    const title: Part = { text: clean(`${fit(name, names)}${gap}`), tone: 'dim' };
    if (width(words) > room) {
      const whole = firstLines(words, columns - indent.length - names - gap.length, mostOfOne);
      const hang: Part = plain(' '.repeat(names + gap.length));
      lines.push(...whole.map((text, at) => [plain(indent), at === 0 ? title : hang, plain(text)]));
      free = 0;
    } else {
      if (free === 0) lines.push([plain(indent)]);
      lines.at(-1)?.push(...(free === 0 ? [] : [plain(gap)]), title, plain(fit(words, room)));
      free = free === 0 ? perLine - 1 : free - 1;
    }
  }
  return lines.length === 0 ? [[plain(`${indent}{}`)]] : lines;
}

const indent = '    ';
const gap = '  ';
/** Lines of a value that is too long for its half. */
const mostOfOne = 3;

/** From this width on, two fields share a line. */
const twoFrom = 70;

/** The name of a field, and its value. */
function fieldParts(value: JsonObject, field: string): readonly [Clean, Clean] {
  const one = value[field] ?? null;
  const ms = timeOf(one);
  if (ms !== null) return [clean(field), clean(exact(ms))];
  const text = valueWords(one, { name: field });
  // Quotation marks tell a text from a number; here nobody mistakes an address for one.
  const isBare = typeof one === 'string' && one.trim() !== '' && text === `"${one}"`;
  return [clean(field), isBare ? clean(one) : text];
}

function wholeWords(value: Json): string {
  if (value === null) return 'no JSON that can be shown';
  if (Array.isArray(value)) return `a list of ${count(value.length)}`;
  return valueWords(value, { name: '' });
}
