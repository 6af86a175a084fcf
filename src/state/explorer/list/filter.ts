/** The filter of operations: words, and `tag: method: path: is:`, in the grammar of the filter of systems. */
import type { WrittenValue, Wrong } from '../../fleet/filter/language.ts';
import { isReading, needed, readTests, unknown, type ValueReading } from '../../fleet/filter/tests.ts';
import { textTest } from '../../fleet/filter/text-test.ts';
import { didYouMean, type OtherWords } from '../../kernel/spelling.ts';
import type { DefinedOperation } from '../../../api/openapi/definition.ts';

/** An operation with its searchable texts, made once. */
export interface Searchable {
  readonly operation: DefinedOperation;
  readonly tag: string;
  readonly method: string;
  readonly path: string;
  readonly text: string;
}

type OperationTest = (one: Searchable) => boolean;

const isTests: ReadonlyMap<string, OperationTest> = new Map<string, OperationTest>([
  ['read', ({ operation }) => operation.weight === 'read'],
  ['change', ({ operation }) => operation.weight !== 'read'],
  ['heavy', ({ operation }) => operation.weight === 'heavy'],
  ['old', ({ operation }) => operation.isDeprecated],
  ['usable', ({ operation }) => operation.unusable === null],
]);

export const isWords = [...isTests.keys()];

const textFields = ['tag', 'method', 'path'] as const;

const fieldIds = [...textFields, 'is'];

const otherFieldNames: OtherWords = { group: 'tag', verb: 'method', url: 'path', address: 'path', has: 'is' };
const otherIsWords: OtherWords = {
  ...{ deprecated: 'old', write: 'change', get: 'read', dangerous: 'heavy', delete: 'heavy' },
  unusable: 'usable',
};

export function readOperationsFilter(text: string) {
  const { test, fault } = readTests<Searchable, null>(text, readerOf);
  return { test: test === null ? null : (one: Searchable) => test(one, null) === true, fault };
}

function readerOf(field: string | null): ((value: WrittenValue) => ValueReading<OperationTest>) | Wrong {
  if (field === 'is') return (value) => isReading(value, isTests, otherIsWords);
  const name = field === null ? 'text' : textFields.find((one) => one === field);
  if (name === undefined) {
    return unknown(`field "${field}"`, didYouMean(field ?? '', fieldIds, otherFieldNames), fieldIds);
  }
  return (value) => {
    const has = textTest(value);
    return needed(field, value) ?? { test: (one) => has(one[name]) };
  };
}
