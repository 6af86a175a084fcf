import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  choiceSetting,
  encodeValues,
  initialValues,
  limitSetting,
  namesSetting,
  numberSetting,
  storedValues,
  type ValuesOf,
  wordSetting,
  yesNoSetting,
} from '../../../src/state/kernel/setting.ts';
import { applyForm, changedSettings, formWith } from '../../../src/state/kernel/form.ts';
import { labelTable } from '../../../src/state/session/organisations.ts';
import { profileTable } from '../../../src/state/session/profile-settings.ts';
import { protectionTable } from '../../../src/state/fleet/protection/protection-table.ts';
import { holds, property } from '../../support/property.ts';

const words = { sentence: 'Count', help: 'Any.' };
const table = {
  names: namesSetting({ ...words, inFile: 'names', initial: ['a'] }),
  days: numberSetting({ ...words, inFile: 'days', initial: 7, min: 0, max: 999 }),
  isOn: yesNoSetting({ ...words, inFile: 'on', initial: true, isWeaker: (before, after) => before && !after }),
  word: wordSetting({ ...words, inFile: 'word', initial: null, maxLength: 12 }),
  limit: limitSetting({ ...words, inFile: 'limit', initial: null, min: 0, max: 999 }),
  colour: choiceSetting({ ...words, inFile: 'colour', initial: null, of: ['red', 'blue'] }),
};

const name = fc.string({ minLength: 1, unit: 'grapheme' });
const word = fc
  .string({ minLength: 1, maxLength: 12 })
  .filter((text) => text.trim() === text && text.toLowerCase() !== 'none');
const anyValues: fc.Arbitrary<ValuesOf<typeof table>> = fc.record({
  names: fc.array(name),
  days: fc.nat({ max: 999 }),
  isOn: fc.boolean(),
  word: fc.option(word),
  limit: fc.option(fc.nat({ max: 999 })),
  colour: fc.option(fc.constantFrom('red' as const, 'blue' as const)),
});

property('a form reads what it shows, whatever the names have in them', [anyValues, anyValues], (values, before) => {
  expect(applyForm(table, before, formWith(table, values))).toEqual(values);
});

property('a stored value is read from the file, and nothing of it is unread', [anyValues], (values) => {
  const stored: unknown = JSON.parse(JSON.stringify(encodeValues(table, values)));
  expect(storedValues(table, stored as Record<string, unknown>)).toEqual({ values, unread: [] });
});

test('whatever stands in the file, each setting has a value of its own kind, and what is none is named', () => {
  const keys = Object.values(table).map(({ inFile }) => inFile);
  holds([fc.dictionary(fc.constantFrom(...keys), fc.jsonValue())], (stored) => {
    const { values, unread } = storedValues(table, stored);
    expect(storedValues(table, encodeValues(table, values))).toEqual({ values, unread: [] });
    for (const [key, value] of Object.entries(stored)) {
      const usual = encodeValues(table, initialValues(table))[key];
      if (unread.includes(key)) expect(encodeValues(table, values)[key]).toEqual(usual);
      else if (value !== '') expect(encodeValues(table, values)[key]).toBeDefined();
    }
  });
});

test.each([
  [table.days, '1000', 'Type a number from 0 to 999.'],
  [table.days, '-1', 'Type a number from 0 to 999.'],
  [table.days, 'a week', 'Type a number from 0 to 999.'],
  [table.limit, '1000', 'Type a number from 0 to 999, or none.'],
  [table.names, '"lab, old', 'Close each quotation mark, and put commas between names.'],
  [table.word, 'PRODUCTION-EU', 'Type at most 12 characters.'],
  [table.colour, 'pink', 'Choose one of none, red, blue.'],
])('a value that is none is said: %#: %s', (setting, typed, message) => {
  expect(setting.read(typed)).toEqual({ ok: false, message });
});

test('the schema of the file says what each value is', () => {
  const number = { type: 'integer', minimum: 0, maximum: 999 };
  const word = { type: 'string', maxLength: 12 };
  const names = { type: 'array', items: { type: 'string' } };
  const [days, limit, isOn, colour] = [number, number, { type: 'boolean' }, { enum: ['red', 'blue'] }];
  const schemas = Object.entries(table).map(([one, { schema }]) => [one, schema]);
  expect(Object.fromEntries(schemas)).toEqual({ names, days, isOn, word, limit, colour });
});

test('only what a row calls weaker is asked about', () => {
  const values = initialValues(table);
  const changed = changedSettings(table, values, { ...values, days: 0, names: [], isOn: false });
  expect(changed.filter(({ isWeaker }) => isWeaker)).toEqual([
    { sentence: 'Count', unit: '', from: 'yes', to: 'no', isWeaker: true },
  ]);
});

test('the rows of all tables can be said and drawn: short sentences, whole help, keys that do not collide', () => {
  for (const one of [protectionTable, labelTable, profileTable] as readonly Readonly<Record<string, Row>>[]) {
    const rows = Object.values(one);
    expect(new Set(rows.map(({ inFile }) => inFile)).size).toBe(rows.length);
    for (const { sentence, help } of rows) {
      expect(sentence).toMatch(/^[A-Z][^.]{5,37}$/);
      expect(help).toMatch(/^.{10,90}\.$/);
    }
  }
});

type Row = Readonly<Record<'inFile' | 'sentence' | 'help', string>>;
