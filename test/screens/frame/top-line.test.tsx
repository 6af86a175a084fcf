import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { TopLine } from '../../../src/screens/frame/top-line.tsx';
import { clean } from '../../../src/screens/text/clean.ts';
import { drawn } from '../parts/drawn.ts';

const top = (columns: number, place: string, ...badges: readonly string[]): string =>
  drawn(
    <TopLine columns={columns} place={clean(place)} badges={badges.map((text) => ({ text: clean(text) }))} />,
    columns,
  ).join();

test('the badges end at the right edge', () => {
  expect(top(40, 'Northwind', 'DEMO', '227 marked')).toBe('Northwind              DEMO   227 marked');
});

test('without badges, the place has the whole line', () => {
  expect(top(9, 'Northwind')).toBe('Northwind');
  expect(top(8, 'Northwind')).toBe('Northwi…');
});

test('the badges take room from the place', () => {
  expect(top(30, 'Northwind Traders', 'PREVIEW', '227 marked')).toBe('Northw…   PREVIEW   227 marked');
});

test('a badge says it shorter before the place is cut, and the last one is not lost', () => {
  const marked = { text: clean('2 marked (1 hidden by the filter)'), short: clean('2 marked, 1 not here') };
  const at = (columns: number): string =>
    drawn(<TopLine columns={columns} place={clean('Northwind')} badges={[marked]} />, columns).join();
  expect(at(60)).toMatch(/^Northwind +2 marked \(1 hidden by the filter\)$/);
  expect(at(40)).toMatch(/^Northwind +2 marked, 1 not here$/);
  expect(at(30)).toMatch(/^North.*… {3}2 marked, 1 not here$/);
});

test('where not even the badges fit, the last ones go', () => {
  expect(top(20, 'Northwind', 'PREVIEW', '227 marked', 'DEMO')).toBe('Northwind    PREVIEW');
});

test('wide characters are counted by their cells', () => {
  const line = top(20, '東京東京東京東京東京', 'DEMO');
  expect(line).toBe('東京東京東京…   DEMO');
  expect(stringWidth(line)).toBe(20);
});
