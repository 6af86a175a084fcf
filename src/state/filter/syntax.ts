/** Splits a filter into words: `name:value`, negated by `-`, with quotes around what has spaces. */

export interface FilterWord {
  /** Where it begins in the text, from 0. */
  readonly at: number;
  /** As it was typed. */
  readonly typed: string;
  readonly isNegated: boolean;
  /** In small letters; null for a word that is looked for everywhere. */
  readonly field: string | null;
  /** Without its quotes. */
  readonly value: string;
}

/** What is wrong with a text, and where. */
export interface FilterFault {
  readonly at: number;
  readonly says: string;
  /** The last word may become right by what is typed next. */
  readonly isUnfinished: boolean;
}

/** A quote that has no end ends with the text; that is said. */
export function filterWords(text: string): {
  readonly words: readonly FilterWord[];
  readonly fault: FilterFault | null;
} {
  const words = [...text.matchAll(/(?:[^\s"]|"[^"]*"?)+/g)].map(({ 0: typed, index: at }) => wordOf(typed, at));
  const quotes = [...text.matchAll(/"/g)];
  const open = quotes.length % 2 === 1 ? quotes.at(-1)?.index : undefined;
  return { words, fault: open === undefined ? null : { at: open, says: 'this quote has no end', isUnfinished: true } };
}

function wordOf(typed: string, at: number): FilterWord {
  const isNegated = typed.length > 1 && typed.startsWith('-');
  const word = isNegated ? typed.slice(1) : typed;
  const [, field, rest] = /^([a-z]+):(.*)$/is.exec(word) ?? [];
  const isField = field !== undefined && rest !== undefined;
  return {
    at,
    typed,
    isNegated,
    field: isField ? field.toLowerCase() : null,
    value: (isField ? rest : word).replaceAll('"', ''),
  };
}

/** The word as it would be typed; reading it again gives the same. */
export function wordText({ isNegated, field, value }: Pick<FilterWord, 'isNegated' | 'field' | 'value'>): string {
  const needsQuotes = /\s/.test(value) || value === '' || (field === null && /:|^-/.test(value));
  return `${isNegated ? '-' : ''}${field === null ? '' : `${field}:`}${needsQuotes ? `"${value}"` : value}`;
}
