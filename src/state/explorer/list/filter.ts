/** The filter of operations: words, and `tag: method: path: is:`, in the grammar of the filter of systems. */
import {
  type FilterFault,
  type FilterWord,
  parseFilter,
  type WrittenValue,
  type Wrong,
} from '../../fleet/filter/language.ts';
import { textTest } from '../../fleet/filter/text-test.ts';
import { didYouMean, type OtherWords } from '../../kernel/did-you-mean.ts';
import type { DefinedOperation } from '../../../api/openapi/definition.ts';

/** An operation with its searchable texts, made once. */
export interface Searchable {
  readonly operation: DefinedOperation;
  readonly tag: string;
  readonly method: string;
  readonly path: string;
  readonly text: string;
  /** Was it absent from the definition before? */
  readonly isNew: boolean;
}

export type OperationTest = (one: Searchable) => boolean;

export interface OperationsFilter {
  /** Null for a text without words. */
  readonly test: OperationTest | null;
  readonly fault: FilterFault | null;
}

const isTests: Readonly<Record<string, OperationTest>> = {
  read: ({ operation }) => operation.weight === 'read',
  change: ({ operation }) => operation.weight !== 'read',
  heavy: ({ operation }) => operation.weight === 'heavy',
  old: ({ operation }) => operation.isDeprecated,
  new: ({ isNew }) => isNew,
  usable: ({ operation }) => operation.unusable === null,
};

export const isWords = Object.keys(isTests);

const textFields: Readonly<Record<string, (one: Searchable) => string>> = {
  tag: ({ tag }) => tag,
  method: ({ method }) => method,
  path: ({ path }) => path,
};

const fieldIds = [...Object.keys(textFields), 'is'];

const otherFieldNames: OtherWords = { group: 'tag', verb: 'method', url: 'path', address: 'path', has: 'is' };
const otherIsWords: OtherWords = {
  ...{ deprecated: 'old', write: 'change', get: 'read', dangerous: 'heavy', delete: 'heavy' },
  ...{ added: 'new', unusable: 'usable' },
};

export function readOperationsFilter(text: string): OperationsFilter {
  const { alternatives, fault } = parseFilter(text);
  const read = alternatives.map((words) => words.map((word) => readWord(word, text)));
  const faults = read.flat().flatMap((one) => ('fault' in one ? [one.fault] : []));
  const first = faults.find(({ isUnfinished }) => !isUnfinished) ?? faults.at(0) ?? fault;
  if (first !== null) return { test: null, fault: first };
  const tests = read.map((words) => words.flatMap((one) => ('test' in one ? [one.test] : [])));
  if (tests.length === 0) return { test: null, fault: null };
  return { test: (one) => tests.some((all) => all.every((test) => test(one))), fault: null };
}

type Reading = { readonly test: OperationTest } | (Wrong & { readonly isUnfinished: boolean });

function readWord(word: FilterWord, text: string): { test: OperationTest } | { fault: FilterFault } {
  const { at, field, isNegated, values } = word;
  if (field !== null && !fieldIds.includes(field))
    return { fault: { ...unknownField(field), at, isUnfinished: false } };
  const tests: OperationTest[] = [];
  for (const value of values) {
    const reading = readValue(field, value);
    if ('test' in reading) tests.push(reading.test);
    else {
      const isLast = value === values.at(-1) && at + word.typed.length === text.length;
      return { fault: { ...reading, at: value.at, isUnfinished: reading.isUnfinished && isLast } };
    }
  }
  const isAny: OperationTest = (one) => tests.some((test) => test(one));
  return { test: isNegated ? (one) => !isAny(one) : isAny };
}

function readValue(field: string | null, value: WrittenValue): Reading {
  if (value.text === '') {
    const says = field === null ? 'The quotes are empty.' : `${field} needs a value.`;
    return { says, isUnfinished: field === null || !value.isQuoted };
  }
  if (field === 'is') return isReading(value);
  const textOf = field === null ? undefined : textFields[field];
  const has = textTest(value);
  return { test: textOf === undefined ? ({ text }) => has(text) : (one) => has(textOf(one)) };
}

function isReading({ text }: WrittenValue): Reading {
  const word = text.toLowerCase();
  const test = Object.hasOwn(isTests, word) ? isTests[word] : undefined;
  if (test !== undefined) return { test };
  const wrong = unknown(`"is:${text}"`, `"${text}"`, didYouMean(word, isWords, otherIsWords), isWords);
  return { ...wrong, isUnfinished: isWords.some((one) => one.startsWith(word)) };
}

function unknownField(name: string): Wrong {
  return unknown(`field "${name}"`, `"${name}"`, didYouMean(name, fieldIds, otherFieldNames), fieldIds);
}

function unknown(what: string, short: string, meant: string | null, known: readonly string[]): Wrong {
  const all = `${known.join(', ')}.`;
  if (meant === null) return { says: `unknown ${what}. Known: ${all}`, short: `Known: ${all}` };
  return { says: `unknown ${what}. Did you mean ${meant}?`, short: `${short}: did you mean ${meant}?` };
}
