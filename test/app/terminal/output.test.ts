import fc from 'fast-check';
import { expect, test } from 'vitest';
import { homeOnAlternateScreen, joinNextLines, sizeOf } from '../../../src/app/terminal/output.ts';
import { createEmulator, screenOf } from '../../support/screen.ts';
import { asyncProperty } from '../../support/property.ts';

const down = '\u001B[E';
const changed = fc
  .constantFrom('web-1', '東京', '\u001B[7m▌ web-2     \u001B[27m')
  .map((text) => `\u001B[1G\u001B[K${text}\n`);
/** As Ink writes it: from the last line up to the first, and down through those that changed. */
const frame = fc
  .array(fc.oneof(changed, fc.constant(down)), { maxLength: 7 })
  .map((steps) => `\u001B[7A${steps.join('')}`);

async function picture(text: string): Promise<unknown> {
  const emulator = createEmulator(20, 8);
  const before = Array.from({ length: 8 }, () => '~'.repeat(20)).join('\r\n');
  // As a terminal's line passes it on.
  await new Promise<void>((done) => {
    emulator.write(before + text.replaceAll('\n', '\r\n'), done);
  });
  const screen = screenOf(emulator);
  const seen = [screen.cursor(), Array.from({ length: 8 }, (_, row) => screen.styledLine(row))];
  emulator.dispose();
  return seen;
}

asyncProperty('the picture is the same, and the cursor where it would be', [frame], { numRuns: 100 }, async (text) => {
  expect(await picture(joinNextLines(text))).toEqual(await picture(text));
});

test('lines that have not changed are passed by at once', () => {
  expect(joinNextLines(`\u001B[23A${down.repeat(5)}\u001B[1G\u001B[Kone\n${down.repeat(17)}`)).toBe(
    '\u001B[23A\u001B[5E\u001B[1G\u001B[Kone\n\u001B[17E',
  );
  expect(joinNextLines(`one\n${down}`)).toBe(`one\n${down}`);
});

test('the first frame begins at the top of the alternate screen', () => {
  expect(homeOnAlternateScreen('\u001B[?1049h')).toBe('\u001B[?1049h\u001B[H');
});

test.each<[string, { columns?: number; rows?: number }, NodeJS.ProcessEnv, string]>([
  ['as the terminal says it', { columns: 132, rows: 50 }, { COLUMNS: '80', LINES: '24' }, '132×50'],
  ['of COLUMNS and LINES where it says 0×0', { columns: 0, rows: 0 }, { COLUMNS: '100', LINES: '30' }, '100×30'],
  ['80×24 where nothing says one', { columns: 0, rows: 0 }, {}, '80×24'],
  ['each side by itself', { columns: 90, rows: 0 }, { LINES: '12' }, '90×12'],
  ['80×24 where what is set is none', {}, { COLUMNS: 'wide', LINES: '-3' }, '80×24'],
])('the size of the screen is %s', (_, said, env, size) => {
  const { columns, rows } = sizeOf(said, env);
  expect(`${columns}×${rows}`).toBe(size);
});
