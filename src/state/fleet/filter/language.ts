/** Grammar of filters: words, lists of values, negation, quotes and `or`; parses and prints them. */
import { maxTypedLength } from '../../kernel/form.ts';
import { groupDigits as withCommas } from '../../kernel/spelling.ts';

/** One value after the colon, or the text of a word without a field. */
export interface WrittenValue {
  /** Without quotes. */
  readonly text: string;
  /** Literal: neither a pattern nor `or`. */
  readonly isQuoted: boolean;
}

/** A word of a filter: `field:value,value`, or a text to search everywhere. */
export interface WrittenWord {
  readonly isNegated: boolean;
  /** In lower case; null: searched everywhere. */
  readonly field: string | null;
  /** At least one; any of them may match. */
  readonly values: readonly WrittenValue[];
}

/** `at`: offset in the text, from 0. */
interface FilterValue extends WrittenValue {
  readonly at: number;
}

export interface FilterWord extends WrittenWord {
  readonly at: number;
  readonly typed: string;
  readonly values: readonly FilterValue[];
}

/** Alternatives in parentheses: `(tag:a or tag:b)`, or `-(…)` to match none of them. */
export interface Group<Word> {
  readonly isNegated: boolean;
  readonly alternatives: readonly Alternative<Word>[];
}

/** Words and groups that must all match. */
export type Alternative<Word = FilterWord> = readonly (Word | Group<Word>)[];

export function isGroup<Word extends object>(term: Word | Group<Word>): term is Group<Word> {
  return 'alternatives' in term;
}

/** `message`: the mistake and the remedy. */
export interface Wrong {
  readonly message: string;
}

export interface FilterFault extends Wrong {
  readonly at: number;
  /** More letters may correct it. */
  readonly isUnfinished: boolean;
}

/** Any of the alternatives may match. A text without words has none. */
interface FilterText {
  readonly alternatives: readonly Alternative[];
  /** All words, including those in groups, in the order of the text. */
  readonly words: readonly FilterWord[];
  readonly fault: FilterFault | null;
}

/** Rejects text over the maximum length, from any source: a filter is tested on every system. */
export function parseFilter(text: string): FilterText {
  if (text.length > maxTypedLength) return { alternatives: [], words: [], fault: tooLong };
  const tokens = tokensOf(text);
  if (tokens.length === 0) return { alternatives: [], words: [], fault: null };
  const { alternatives, words, faults } = groupTokens(tokens);
  const all = [...quoteFaults(text), ...faults];
  return { alternatives, words, fault: all.find(({ isUnfinished }) => !isUnfinished) ?? all.at(0) ?? null };
}

const tooLong: FilterFault = {
  at: maxTypedLength,
  message: `A filter has at most ${withCommas(maxTypedLength)} characters.`,
  isUnfinished: false,
};

type Token =
  | { readonly kind: 'word'; readonly word: FilterWord }
  | { readonly kind: 'or' | 'close'; readonly at: number }
  | { readonly kind: 'open'; readonly at: number; readonly isNegated: boolean };

/** A parenthesis opens a group only at the start of a word, and closes one only if the word itself has none open. */
function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let open = 0;
  for (let at = 0; at < text.length;) {
    const [opening] = /^[-!]?\(/.exec(text.slice(at, at + 2)) ?? [];
    if (/\s/.test(text.charAt(at))) at++;
    else if (opening !== undefined) {
      tokens.push({ kind: 'open', at, isNegated: opening.length > 1 });
      open++;
      at += opening.length;
    } else if (text[at] === ')' && open > 0) {
      tokens.push({ kind: 'close', at });
      open--;
      at++;
    } else {
      const typed = text.slice(at, endOfWord(text, at, open > 0));
      tokens.push(typed.toLowerCase() === 'or' ? { kind: 'or', at } : { kind: 'word', word: wordOf(typed, at) });
      at += typed.length;
    }
  }
  return tokens;
}

/** A word may contain balanced parentheses: `Windows(11)`. */
function endOfWord(text: string, from: number, isInGroup: boolean): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const sign = text.charAt(at);
    if (/\s/.test(sign)) return at;
    if (sign === '"') {
      const end = text.indexOf('"', at + 1);
      if (end < 0) return text.length;
      at = end;
    } else if (sign === '(') depth++;
    else if (sign === ')') {
      if (depth === 0 && isInGroup) return at;
      depth = Math.max(0, depth - 1);
    }
  }
  return text.length;
}

/** Deeper groups are a mistake: nobody can read them, and the compiled test recurses once per level. */
export const deepestGroup = 8;

function quoteFaults(text: string): readonly FilterFault[] {
  const quotes = [...text.matchAll(/"/g)];
  const open = quotes.length % 2 === 1 ? quotes.at(-1) : undefined;
  return open === undefined ? [] : [{ at: open.index, message: 'The closing " is missing.', isUnfinished: true }];
}

interface OpenGroup {
  readonly at: number;
  readonly isNegated: boolean;
  readonly alternatives: (FilterWord | Group<FilterWord>)[][];
  firstOr: number | null;
}

function groupTokens(tokens: readonly Token[]) {
  const root: OpenGroup = { at: 0, isNegated: false, alternatives: [[]], firstOr: null };
  const words: FilterWord[] = [];
  const faults: FilterFault[] = [];
  const open = [root];
  const innermost = (): OpenGroup => open.at(-1) ?? root;
  for (const token of tokens) {
    const group = innermost();
    if (token.kind === 'or') {
      group.firstOr ??= token.at;
      group.alternatives.push([]);
    } else if (token.kind === 'word') {
      words.push(token.word);
      group.alternatives.at(-1)?.push(token.word);
      faults.push(...strayFaults(token.word));
    } else if (token.kind === 'open') {
      if (open.length > deepestGroup) return { alternatives: root.alternatives, words, faults: [tooDeep(token.at)] };
      open.push({ at: token.at, isNegated: token.isNegated, alternatives: [[]], firstOr: null });
    } else {
      faults.push(...gapFaults(group, 'closed'));
      open.pop();
      const { isNegated, alternatives } = group;
      innermost().alternatives.at(-1)?.push({ isNegated, alternatives });
    }
  }
  faults.push(...gapFaults(innermost(), tokens.at(-1)?.kind === 'or' ? 'or' : 'open'));
  if (open.length > 1) faults.push({ at: innermost().at, message: 'The closing ) is missing.', isUnfinished: true });
  // Words of an unclosed group still count.
  while (open.length > 1) {
    const { isNegated, alternatives } = open.pop() ?? root;
    innermost().alternatives.at(-1)?.push({ isNegated, alternatives });
  }
  return { alternatives: root.alternatives, words, faults };
}

function tooDeep(at: number): FilterFault {
  return { at, message: `"(" nests deeper than ${deepestGroup}. Remove some parentheses.`, isUnfinished: false };
}

/** Finds `)` without `(`, outside quotes and unless the word itself has the pair. */
function strayFaults({ at, typed }: FilterWord): readonly FilterFault[] {
  let depth = 0;
  for (const [sign] of typed.replaceAll(/"[^"]*"?/g, '').matchAll(/[()]/g)) {
    depth += sign === '(' ? 1 : -1;
    if (depth < 0)
      return [{ at, message: '")" closes nothing. Remove it, or put the text in quotes.', isUnfinished: false }];
  }
  return [];
}

/**
 * `or`: the text ends with an `or` that lacks its right side; `open`: the group is unclosed, or is the whole text.
 */
function gapFaults({ at, alternatives, firstOr }: OpenGroup, end: 'closed' | 'or' | 'open'): readonly FilterFault[] {
  if (!alternatives.some(({ length }) => length === 0)) return [];
  if (firstOr === null) return end === 'closed' ? [{ at, ...emptyGroup }] : [];
  const isLastOnly = alternatives.slice(0, -1).every(({ length }) => length > 0);
  const isUnfinished = end === 'or' && (isLastOnly || alternatives.length === 2);
  return [{ at: firstOr, message: '"or" needs a filter on both sides.', isUnfinished }];
}

const emptyGroup = { message: '"()" is empty. Put a filter between the parentheses.', isUnfinished: false };

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

/** Splits at commas outside quotes. */
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

/** Prints a filter; parsing the text gives the same filter. */
export function filterText(alternatives: readonly Alternative<WrittenWord>[]): string {
  return alternatives.map((terms) => terms.map(termText).join(' ')).join(' or ');
}

function termText(term: WrittenWord | Group<WrittenWord>): string {
  if (!isGroup(term)) return wordText(term);
  const text = filterText(term.alternatives);
  const last = term.alternatives.at(-1)?.at(-1);
  // A word with an open parenthesis would swallow the group's closing one: `(a( )`.
  const takesTheEnd =
    last !== undefined && !isGroup(last) && endOfWord(`${wordText(last)})`, 0, true) > wordText(last).length;
  return `${term.isNegated ? '-' : ''}(${text}${takesTheEnd ? ' ' : ''})`;
}

export function wordText({ isNegated, field, values }: WrittenWord): string {
  const list = values.map(({ text, isQuoted }) => (isQuoted ? `"${text}"` : text)).join(',');
  return `${isNegated ? '-' : ''}${field === null ? '' : `${field}:`}${list}`;
}

/** A literal value, quoted if it would mean something else without quotes. */
export function literalValue(text: string): WrittenValue {
  return { text, isQuoted: text === '' || /[\s,*?()]/.test(text) };
}
