import { expect, onTestFinished, test, vi } from 'vitest';
import { isNews, newLines, spokenLines, typedParts } from '../../../src/app/terminal/screen-reader.ts';
import { screenReaderOutput } from '../../../src/app/terminal/screen-reader.ts';
import { LentOutput } from '../../support/lent-process.ts';

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
    'Systems, 3 systems, page 1',
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

test.each([
  ['rollcall › Northwind › Systems', 'rollcall, Northwind, Systems'],
  ['11 systems · ● 8 stale (over 90 d)', '11 systems, 8 stale (over 90 d)'],
  ['✓ 36 deleted  ○ 6 already gone  ↩ 6 kept  ✗ 6 failed', '36 deleted, 6 already gone, 6 kept, 6 failed'],
  ['✓ marked   ● stale by 643 d', 'marked, stale by 643 d'],
  ['✗ srv-104  503; still exists', 'failed, srv-104, 503; still exists'],
  ['✓ state', 'chosen, state'],
])('signs are words: %s', (line, spoken) => {
  expect(spokenLines(line)).toEqual([spoken]);
});

test.each([
  ['filter:', 'filter: s', ['s']],
  ['filter: is:stal', 'filter: is:stale, 8 of 11', ['e, 8 of 11']],
  ['filter: is:stale, 8 of 11', 'filter: is:stal, 8 of 11', ['e deleted']],
  ['filter: st', 'filter: state:', ['ate:']],
  ['filter: web', 'filter: db', ['filter: db']],
  [': mar', ': mark', ['k']],
  ['> delete', '> delete 8', ['8']],
  ['name: ab', 'name: ', ['ab deleted']],
  [`${'x'.repeat(40)}: a`, `${'x'.repeat(40)}: ab`, ['b']],
  [`${'x'.repeat(41)}: a`, `${'x'.repeat(41)}: ab`, [`${'x'.repeat(41)}: ab`]],
  ['Systems', 'filter:', ['filter:']],
])('a letter that is typed is said alone: from %j to %j', (before, after, said) => {
  expect(typedParts(['Northwind', before], ['Northwind', after])).toEqual(said);
});

test('the field says how many a filter shows after each letter, and no other line says it again', () => {
  const facts = (text: string, n: number): string => `200 of 254 loaded, ${n} shown by filter "${text}", 54 stale`;
  const before = [facts('w', 120), 'filter: w, 120 of 200', 'pos-1, row 1'];
  expect(typedParts(before, [facts('we', 6), 'filter: we, 6 of 200', 'web-1, row 1'])).toEqual([
    'e, 6 of 200',
    'web-1, row 1',
  ]);
  // The number is all that a field of days changes.
  expect(typedParts(['9 of 10 would be stale', 'days: 3'], ['2 of 10 would be stale', 'days: 30'])).toEqual([
    ...['2 of 10 would be stale', '0'],
  ]);
  expect(typedParts(before, [facts('w', 120), 'filter: w, 121 of 200'])).toEqual(['121 of 200']);
});

test('another count is no news, another word is', () => {
  expect(isNews(['Systems · 200 of 12,431 loaded'], ['Systems · 12,400 of 12,431 loaded'])).toBe(false);
  expect(isNews(['reading each again: 0 of 1…'], ['Type "delete 1" to delete:'])).toBe(true);
});

/** A terminal that is given frames, and its output. */
function aListener() {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const heard: string[] = [];
  const terminal = new LentOutput(80, 24, (text) => heard.push(text));
  const reader = screenReaderOutput(terminal as unknown as NodeJS.WriteStream, (text) => text.replace('✓', '*'));
  return {
    reader,
    draws: (text: string) => reader.stream.write(text),
    /** The output since the last call, after this time. */
    says: async (ms = 0): Promise<string> => {
      await vi.advanceTimersByTimeAsync(ms);
      return heard.splice(0).join('').replaceAll('\r', '');
    },
  };
}

test('a frame is said once it is whole, of the next ones what is new, and all of it again where that is asked for', async () => {
  const { draws, says, reader } = aListener();
  expect(reader.stream).toMatchObject({ columns: 200, rows: 100, isTTY: true });
  draws('Systems');
  draws('Systems\nweb-1 ✓ ok');
  expect(await says()).toBe('Systems\nweb-1 * ok\n');
  draws('Systems\nweb-1 ✓ ok');
  expect(await says(5000)).toBe('');
  draws('Systems\nweb-2');
  expect(await says()).toBe('web-2\n');
  reader.repeat();
  expect(await says()).toBe('Systems\nweb-2\n');
  draws('2 of 9');
  await says();
  draws('3 of 9');
  reader.end();
  expect(await says()).toBe('3 of 9\n');
});

test('a count that changes by itself is said every three seconds, other news and the answer to a key at once', async () => {
  const { draws, says, reader } = aListener();
  draws('1 of 9');
  expect(await says()).toBe('1 of 9\n');
  draws('2 of 9');
  await says();
  draws('3 of 9');
  draws('4 of 9');
  expect(await says(2900)).toBe('');
  expect(await says(100)).toBe('4 of 9\n');
  draws('5 of 9');
  expect(await says(1000)).toBe('');
  draws('5 of 9\nDone');
  expect(await says()).toBe('5 of 9\nDone\n');
  draws('filter: w');
  await says();
  reader.keyPressed();
  draws('filter: we');
  expect(await says()).toBe('e\n');
});
