import { expect, test } from 'vitest';
import { clean } from '../../../src/screens/text/clean.ts';
import { width } from '../../../src/screens/text/fit.ts';
import { brief, quoted } from '../../../src/screens/text/quote.ts';

test('a text from outside is made safe', () => {
  expect(brief('\u001b[2JECONNRESET')).toBe('␛[2JECONNRESET');
  expect(quoted('a\nb')).toBe('"a␊b"');
});

test('a long one is cut to 120 cells, by width and not by length', () => {
  expect(brief('x'.repeat(121))).toBe(`${'x'.repeat(119)}…`);
  expect(width(clean(brief('東'.repeat(500))))).toBe(119);
  expect(brief('x'.repeat(120))).toBe('x'.repeat(120));
});
