/** The grammar of filters: words, lists of values, negation, quotes and `or`; parsed from text and written back. */
import { longestTyped } from '../../kernel/typed.ts';
import { grouped } from '../../kernel/spelling.ts';

/** One value after the colon, or the text of a word without a field. */
export interface WrittenValue {
  /** Without its quotes. */
  readonly text: string;
  /** Taken literally: neither a pattern nor `or`. */
  readonly isQuoted: boolean;
}

/** A word of a filter: `field:value,value`, or a text that is searched everywhere. */
export interface WrittenWord {
  readonly isNegated: boolean;
  /** In lower case; null for a word that is searched everywhere. */
  readonly field: string | null;
  /** At least one; any of them is enough. */
  readonly values: readonly WrittenValue[];
}

/** `at`: where it begins in the text, from 0. */
export interface FilterValue extends WrittenValue {
  readonly at: number;
}

export interface FilterWord extends WrittenWord {
  readonly at: number;
  readonly typed: string;
  readonly values: readonly FilterValue[];
}

/** Words that must all match. */
export type Alternative = readonly FilterWord[];

/** The mistake and the remedy; `short`: the remedy alone, for a narrow terminal. */
export interface Wrong {
  readonly says: string;
  readonly short?: string;
}

/** A mistake in a text, and its place. */
export interface FilterFault extends Wrong {
  readonly at: number;
  /** More letters may correct it. */
  readonly isUnfinished: boolean;
}

/** A parsed text: any of the alternatives is enough. A text without words has none. */
export interface FilterText {
  readonly alternatives: readonly Alternative[];
  readonly fault: FilterFault | null;
}

/** A longer text is not parsed, from any source: it would be tested on every system. */
export function parseFilter(text: string): FilterText {
  if (text.length > longestTyped) return { alternatives: [], fault: tooLong };
  const words = [...text.matchAll(/(?:[^\s"]|"[^"]*"?)+/g)].map(({ 0: typed, index: at }) => wordOf(typed, at));
  const alternatives: FilterWord[][] = [[]];
  for (const word of words) {
    if (isOr(word)) alternatives.push([]);
    else alternatives.at(-1)?.push(word);
  }
  return words.length === 0
    ? { alternatives: [], fault: null }
    : { alternatives, fault: quoteFault(text) ?? orFault(words, alternatives, text) };
}

const tooLong: FilterFault = {
  at: longestTyped,
  says: `A filter has at most ${grouped(longestTyped)} characters.`,
  isUnfinished: false,
};

function isOr({ typed }: FilterWord): boolean {
  return typed.toLowerCase() === 'or';
}

function quoteFault(text: string): FilterFault | null {
  const quotes = [...text.matchAll(/"/g)];
  const open = quotes.length % 2 === 1 ? quotes.at(-1) : undefined;
  return open === undefined ? null : { at: open.index, says: 'The closing " is missing.', isUnfinished: true };
}

function orFault(words: readonly FilterWord[], alternatives: readonly Alternative[], text: string): FilterFault | null {
  if (!alternatives.some((words) => words.length === 0)) return null;
  const last = words.at(-1);
  const isLastOnly = last !== undefined && isOr(last) && alternatives.slice(0, -1).every(({ length }) => length > 0);
  const at = words.find(isOr)?.at ?? text.length;
  return { at, says: '"or" needs a filter on both sides.', isUnfinished: isLastOnly || words.length === 1 };
}

function wordOf(typed: string, at: number): FilterWord {
  const isNegated = typed.length > 1 && /^[-!]/.test(typed);
  const sign = isNegated ? 1 : 0;
  const word = typed.slice(sign);
  const [, field, rest] = /^([a-z]+):(.*)$/is.exec(word) ?? [];
  if (field === undefined || rest === undefined) {
    return { at, typed, isNegated, field: null, values: [valueOf(word, at + sign)] };
  }
  return { at, typed, isNegated, field: field.toLowerCase(), values: valuesOf(rest, at + sign + field.length + 1) };
}

/** The parts between commas that no quotes surround. */
function valuesOf(list: string, at: number): readonly FilterValue[] {
  const parts = list.match(/(?:[^,"]|"[^"]*"?)+|,/g) ?? [];
  const values: FilterValue[] = [];
  let from = at;
  let part = '';
  for (const one of [...parts, ',']) {
    if (one !== ',') {
      part = one;
      continue;
    }
    values.push(valueOf(part, from));
    from += part.length + 1;
    part = '';
  }
  return values;
}

function valueOf(typed: string, at: number): FilterValue {
  return { at, text: typed.replaceAll('"', ''), isQuoted: typed.includes('"') };
}

/** The filter as text; parsing it gives the same filter. */
export function filterText(alternatives: readonly (readonly WrittenWord[])[]): string {
  return alternatives.map((words) => words.map(wordText).join(' ')).join(' or ');
}

export function wordText({ isNegated, field, values }: WrittenWord): string {
  const list = values.map(({ text, isQuoted }) => (isQuoted ? `"${text}"` : text)).join(',');
  return `${isNegated ? '-' : ''}${field === null ? '' : `${field}:`}${list}`;
}

/** A literal value; quoted where it would mean something else without quotes. */
export function literalValue(text: string): WrittenValue {
  return { text, isQuoted: text === '' || /[\s,*?]/.test(text) };
}
