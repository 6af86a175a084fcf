import fc from 'fast-check';
import { expect, test } from 'vitest';
import { answerOf, matches, readFilter } from '../../../../src/state/fleet/filter/filter.ts';
import {
  type Alternative,
  deepestGroup,
  filterText,
  type Group,
  isGroup,
  literalValue,
  parseFilter,
  type WrittenValue,
  type WrittenWord,
} from '../../../../src/state/fleet/filter/language.ts';
import { maxTypedLength } from '../../../../src/state/kernel/form.ts';
import { aSystem } from '../../../support/make.ts';
import { aContext, anySystem } from './arbitraries.ts';
import { property, holds } from '../../../support/property.ts';

const anyText = fc.oneof(
  fc.string(),
  fc.constantFrom('or', '-', '-x', '!x', 'a:b', 'srv-*', 'a,b', '東京', 'OR', '(', ')', '-(', 'a(b)', '(a'),
);

/** Values that stand as they are, and those that need their quotes. */
const anyValue: fc.Arbitrary<WrittenValue> = anyText
  .map((text) => text.replaceAll('"', ''))
  .chain((text) => fc.constantFrom({ text, isQuoted: true }, literalValue(text)));

const anyFieldWord: fc.Arbitrary<WrittenWord> = fc.record({
  isNegated: fc.boolean(),
  field: fc.constantFrom('state', 'key', 'anything'),
  values: fc.array(anyValue, { minLength: 1, maxLength: 3 }),
});

/** A text without a field says by its quotes that it is none, and not the word between two alternatives. */
const anyFreeWord: fc.Arbitrary<WrittenWord> = fc.record({
  isNegated: fc.boolean(),
  field: fc.constant(null),
  values: anyValue.map(({ text, isQuoted }) => [
    { text, isQuoted: isQuoted || /^[-!]|:/.test(text) || text.toLowerCase() === 'or' },
  ]),
});

type AnyTerm = WrittenWord | Group<WrittenWord>;

function alternativesOf(term: fc.Arbitrary<AnyTerm>): fc.Arbitrary<readonly Alternative<WrittenWord>[]> {
  return fc.array(fc.array(term, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 });
}

const anyAtom = fc.oneof(anyFieldWord, anyFreeWord);

/** Groups within groups. */
const anyAlternatives = [1, 2].reduce(
  (inner) =>
    alternativesOf(
      fc.oneof({ weight: 3, arbitrary: anyAtom }, fc.record({ isNegated: fc.boolean(), alternatives: inner })),
    ),
  alternativesOf(anyAtom),
);

function written(text: string): readonly Alternative<WrittenWord>[] {
  const termOf = (term: Alternative[number]): AnyTerm => {
    const { isNegated } = term;
    if (isGroup(term)) return { isNegated, alternatives: term.alternatives.map((terms) => terms.map(termOf)) };
    return { isNegated, field: term.field, values: term.values.map(({ text, isQuoted }) => ({ text, isQuoted })) };
  };
  return parseFilter(text).alternatives.map((terms) => terms.map(termOf));
}

test.each(['(a( )', '-(a( )', '(x or a( )', '((a( ))', '(state:a( )'])(
  'a word may leave a parenthesis open at the end of a group: %s',
  (text) => {
    expect(parseFilter(text).fault).toBeNull();
    expect(filterText(written(text))).toBe(text);
  },
);

property('a filter means the same after it is written and read', [anyAlternatives], (alternatives) => {
  const text = filterText(alternatives);
  expect(parseFilter(text).fault).toBeNull();
  expect(written(text)).toEqual(alternatives);
});

property('a typed filter is written as what it means', [fc.array(anyText, { maxLength: 5 })], (words) => {
  const text = words.join(' ');
  if (parseFilter(text).fault === null) expect(written(filterText(written(text)))).toEqual(written(text));
});

property('every word and value says where it stands', [anyAlternatives], (alternatives) => {
  const text = filterText(alternatives);
  for (const word of parseFilter(text).words) {
    expect(text.slice(word.at).startsWith(word.typed)).toBe(true);
    for (const value of word.values) expect(text.slice(value.at)).toMatch(value.isQuoted ? /^[^\s,]*"/ : /^/);
    for (const { at, text: of, isQuoted } of word.values) {
      if (!isQuoted) expect(text.slice(at).startsWith(of)).toBe(true);
    }
  }
});

const anyWord = fc.constantFrom(
  ...['web', 'w*', 'name:w*b', 'is:stale', 'is:connected,disabled', 'is:marked', 'seen:>90d', 'seen:<12h,never'],
  ...['state:dis', 'tag:prod,site-1', 'tag:*', 'key:laptops,tills', 'enrolled:>1y', 'version:>4', '"or"', '東京'],
);

const anyWords = fc
  .array(fc.tuple(fc.constantFrom('', '-', '!'), anyWord), { minLength: 1, maxLength: 3 })
  .map((words) => words.map(([sign, word]) => sign + word).join(' '));

/** Yes, no, or neither, where a time cannot be read: its opposite is neither, too. */
function opposite(answer: boolean | null): boolean | null {
  return answer === null ? null : !answer;
}

property('-x is the complement of x, and !x the same as -x', [anyWord, anySystem], (word, system) => {
  const by = (text: string): boolean | null => answerOf(readFilter(text), system, aContext);
  expect(by(`-${word}`)).toBe(opposite(by(word)));
  expect(by(`!${word}`)).toBe(opposite(by(word)));
});

property('a or b is the union of both, and a b their intersection', [anyWords, anyWords, anySystem], (a, b, system) => {
  const by = (text: string): boolean => matches(readFilter(text), system, aContext);
  expect(by(`${a} or ${b}`)).toBe(by(a) || by(b));
  expect(by(`${a} ${b}`)).toBe(by(a) && by(b));
});

const anyGroup: fc.Arbitrary<string> = fc
  .tuple(anyWords, anyWords, anyWords)
  .map(([a, b, c]) => `${a} or (${b} -(${c}))`);

property(
  'a group is one condition: it joins, and negates, as a word does',
  [anyGroup, anyGroup, anySystem],
  (a, b, system) => {
    const by = (text: string): boolean | null => answerOf(readFilter(text), system, aContext);
    expect(by(`(${a})`)).toBe(by(a));
    expect(by(`((${a}))`)).toBe(by(a));
    expect(by(`-(${a})`)).toBe(opposite(by(a)));
    expect(by(`(${a}) (${b})`) === true).toBe(by(a) === true && by(b) === true);
    expect(by(`(${a}) or (${b})`) === true).toBe(by(a) === true || by(b) === true);
    // De Morgan.
    expect(by(`-((${a}) or (${b}))`)).toBe(by(`-(${a}) -(${b})`));
    expect(by(`-((${a}) (${b}))`)).toBe(by(`-(${a}) or -(${b})`));
  },
);

test.each([
  ['(tag:a or tag:b', 'The closing ) is missing.', true],
  ['(', 'The closing ) is missing.', true],
  ['tag:a (', 'The closing ) is missing.', true],
  ['(tag:a or', '"or" needs a filter on both sides.', true],
  ['(tag:a or)', '"or" needs a filter on both sides.', false],
  ['()', '"()" is empty. Put a filter between the parentheses.', false],
  ['tag:a -()', '"()" is empty. Put a filter between the parentheses.', false],
  ['tag:a) web', '")" closes nothing. Remove it, or put the text in quotes.', false],
  [')', '")" closes nothing. Remove it, or put the text in quotes.', false],
  ['(age:3)', 'unknown field "age". Did you mean seen?', false],
  ['("web)', 'The closing " is missing.', true],
  [
    `${'('.repeat(deepestGroup + 1)}a${')'.repeat(deepestGroup + 1)}`,
    '"(" nests deeper than 8. Remove some parentheses.',
    false,
  ],
])('a mistake in parentheses names the sign and the remedy: %s', (text, message, isUnfinished) => {
  expect(readFilter(text).fault).toMatchObject({ message, isUnfinished });
});

test('parentheses inside a word belong to it', () => {
  const system = aSystem({ hostname: 'print (old) Windows(11)' });
  for (const text of ['Windows(11)', '(Windows(11))', '-(-Windows(11))', '"(old)"', '("(old)" or no)']) {
    const filter = readFilter(text);
    expect(filter.fault, text).toBeNull();
    expect(matches(filter, system, aContext), text).toBe(true);
  }
});

test('values with commas are the same as words with or', () => {
  const anyList = fc.constantFrom(
    ['key', ['laptops', 'till*', 'none']],
    ['state', ['connected', 'dis']],
    ['is', ['stale', 'marked', 'never']],
    ['seen', ['never', '>90d', '<2d']],
  ) as fc.Arbitrary<[string, string[]]>;
  holds([anyList, anyWord, anySystem], ([field, values], more, system) => {
    const list = readFilter(`${field}:${values.join(',')} ${more}`);
    const either = readFilter(values.map((value) => `${field}:${value} ${more}`).join(' or '));
    expect(list.fault).toBeNull();
    expect(matches(list, system, aContext)).toBe(matches(either, system, aContext));
  });
});

property(
  'any text is read without an error, and one with a mistake matches nothing',
  [fc.array(anyText).map((words) => words.join(' ')), anySystem],
  (text, system) => {
    const filter = readFilter(text);
    if (filter.fault !== null) expect(matches(filter, system, aContext)).toBe(false);
    else if (text.trim() === '') expect(matches(filter, system, aContext)).toBe(true);
  },
);

test('a filter that is longer than a field takes is none, says so, and matches nothing', () => {
  const most = 'a'.repeat(maxTypedLength);
  expect(readFilter(most).fault).toBeNull();
  for (const longer of [`${most}b`, 'web-1 or '.repeat(25_000)]) {
    const filter = readFilter(longer);
    expect(filter.fault).toMatchObject({ message: 'A filter has at most 2,000 characters.' });
    expect(matches(filter, aSystem({ hostname: longer }), aContext)).toBe(false);
  }
});
