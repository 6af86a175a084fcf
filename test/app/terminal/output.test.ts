import fc from 'fast-check';
import { expect, test } from 'vitest';
import { homeOnAlternateScreen, joinNextLines } from '../../../src/app/terminal/output.ts';
import { createEmulator, screenOf } from '../../support/screen.ts';

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

test('the picture is the same, and the cursor where it would be', async () => {
  await fc.assert(
    fc.asyncProperty(frame, async (text) => {
      expect(await picture(joinNextLines(text))).toEqual(await picture(text));
    }),
    { numRuns: 100 },
  );
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
