import { expect, test } from 'vitest';
import { isNews, newLines, spokenLines } from '../../../src/app/terminal/screen-reader.ts';

const frame = [
  'Northwind           1 marked  ',
  '\u{1B}[2mSystems · 3 systems · ███░░ · page 1\u{1B}[22m',
  '',
  'NAME    LAST SEEN',
  '    db-01   2 d',
  '\u{1B}[7m▌✓  web-01  120 d     \u{1B}[27m',
  '    web-02  3 d',
  'row 2 of 3',
].join('\n');

test('the row of a list with the cursor is said, without drawing', () => {
  expect(spokenLines(frame)).toEqual([
    'Northwind, 1 marked',
    'Systems · 3 systems · page 1',
    'NAME, LAST SEEN',
    '✓, web-01, 120 d',
    'row 2 of 3',
  ]);
});

test('without a cursor everything is said', () => {
  expect(spokenLines('Details\n  Name   web-01\n\n  State  Connected')).toEqual([
    'Details',
    'Name, web-01',
    'State, Connected',
  ]);
});

test('a line that was said just before is not said again', () => {
  expect(newLines(['Systems', 'web-01', 'row 1 of 2'], ['Systems', 'web-02', 'row 2 of 2'])).toEqual([
    'web-02',
    'row 2 of 2',
  ]);
});

test('another count is no news, another word is', () => {
  expect(isNews(['Systems · 200 of 12,431 loaded'], ['Systems · 12,400 of 12,431 loaded'])).toBe(false);
  expect(isNews(['reading each again: 0 of 1…'], ['Type "delete 1" to delete:'])).toBe(true);
});
