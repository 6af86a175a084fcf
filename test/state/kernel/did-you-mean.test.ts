import fc from 'fast-check';
import { expect, test } from 'vitest';
import { didYouMean } from '../../../src/state/kernel/spelling.ts';
import { holds, property } from '../../support/property.ts';

const fields = ['state', 'seen', 'enrolled', 'key', 'tag', 'os', 'version', 'name', 'id', 'is'];

test.each([
  ['sene', 'seen'],
  ['sean', 'seen'],
  ['STAET', 'state'],
  ['verison', 'version'],
  ['tags', 'tag'],
  ['enr', 'enrolled'],
  ['age', 'seen'],
  ['colour', null],
  ['constructor', null],
  ['', null],
])('%j: did you mean %j?', (typed, meant) => {
  expect(didYouMean(typed, fields, { age: 'seen' })).toBe(meant);
});

test('the beginning of two words means neither', () => {
  expect(didYouMean('conn', ['connectedFrom', 'connectionState'])).toBeNull();
});

test('a known word is what was meant, and so is one with a letter left out', () => {
  const word = fc.constantFrom(...fields.filter((field) => field.length > 4));
  holds([word, fc.nat()], (field, at) => {
    expect(didYouMean(field, fields)).toBe(field);
    const without = field.slice(0, at % field.length) + field.slice((at % field.length) + 1);
    expect(didYouMean(without, fields)).toBe(field);
  });
});

property('any text has an answer, which is a known word or none', [fc.string({ maxLength: 100 })], (typed) => {
  const meant = didYouMean(typed, fields);
  expect(meant === null || fields.includes(meant)).toBe(true);
});
