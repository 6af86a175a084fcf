import { Terminal } from '@xterm/headless';
import fc from 'fast-check';
import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { leaner } from '../../../src/app/terminal/lean-output.ts';
import { restingCursor } from '../../../src/app/terminal/resting-cursor.ts';
import { createEmulator, screenOf } from '../../support/screen.ts';

/** What a terminal shows of it, with the look of each cell. */
async function picture(text: string): Promise<string[]> {
  const terminal = new Terminal({ cols: 80, rows: 8, allowProposedApi: true, convertEol: true });
  // So that what is not written over is seen.
  const before = Array.from({ length: 8 }, () => '~'.repeat(80)).join('\r\n');
  await new Promise<void>((done) => {
    terminal.write(`${before}\u001B[H${text}`, done);
  });
  const lines = Array.from({ length: 8 }, (_, row) => {
    const line = terminal.buffer.active.getLine(row);
    return Array.from({ length: 80 }, (__, at) => {
      const cell = line?.getCell(at);
      const text = cell?.getChars() ?? '';
      // Of a blank only what is behind it is seen.
      if (text.trim() === '') return [cell?.isInverse(), cell?.getBgColor()].join(' ');
      const looks = [cell?.isBold(), cell?.isDim(), cell?.isInverse()];
      return [text, ...looks, cell?.getFgColor(), cell?.getBgColor()].join(' ');
    }).join('|');
  });
  terminal.dispose();
  return lines;
}

const word = fc.constantFrom('web-1', 'Disconnected', ' ', '      ', '                ', '東京', '612 d');
const ends = { '1': '22', '2': '22', '7': '27', '33': '39', '44': '49', '38;5;9': '39' };
/** One in the other, and one behind the other. */
const { styled } = fc.letrec<{ styled: string }>((tie) => ({
  styled: fc
    .tuple(
      fc.constantFrom(...(Object.keys(ends) as (keyof typeof ends)[])),
      fc.array(fc.oneof({ maxDepth: 2 }, word, tie('styled')), { minLength: 1, maxLength: 3 }),
    )
    .map(([code, texts]) => `\u001B[${code}m${texts.join('')}\u001B[${ends[code]}m`),
}));
/** A line as Ink writes it anew. */
const line = fc
  .array(fc.oneof(word, styled), { maxLength: 4 })
  // None is longer than the screen is wide.
  .filter((parts) => stringWidth(parts.join('')) <= 80)
  .map((parts) => `\u001B[1G\u001B[K${parts.join('')}\n`);
const down = '\u001B[E';
const step = fc.oneof(line, fc.constant(down), fc.constant(down.repeat(3)));
/** From the last line, where Ink leaves the cursor, up to the first, and down through those that changed. */
const frame = fc.array(step, { maxLength: 6 }).map((steps) => `\u001B[8;1H\u001B[7A${steps.join('')}`);

test('the picture is the same, and takes no more bytes', async () => {
  await fc.assert(
    fc.asyncProperty(frame, async (text) => {
      // No frame is higher than the screen.
      fc.pre(text.replaceAll(down, '\n').split('\n').length <= 8);
      expect(leaner(text, 8).length).toBeLessThanOrEqual(text.length);
      expect(await picture(leaner(text, 8))).toEqual(await picture(text));
    }),
    { numRuns: 300 },
  );
});

test('what is left of a way down at the end of a frame goes with the way up of the next', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(frame, { minLength: 2, maxLength: 4 }), async (frames) => {
      for (const text of frames) fc.pre(text.replaceAll(down, '\n').split('\n').length <= 8);
      // Ink goes down to the last line before it ends a frame.
      const whole = frames.map((text) => `${text}${down.repeat(8 - text.replaceAll(down, '\n').split('\n').length)}`);
      const written = whole.map((text, at) => (at === 0 ? text : text.replace('\u001B[8;1H', '')));
      const rest = restingCursor((text) => leaner(text, 8));
      expect(await picture(written.map(rest).join(''))).toEqual(await picture(written.join('')));
    }),
    { numRuns: 300 },
  );
});

test('lines are drawn where they belong, even where another program has written over the screen', async () => {
  const lines = Array.from({ length: 8 }, (_, row) => `line ${row}`);
  const rest = restingCursor((text) => leaner(text, 8));
  const changed = (row: number): string =>
    `\u001B[7A${down.repeat(row)}\u001B[1G\u001B[Kchanged ${row}\n${down.repeat(7 - row - 1)}`;
  // What Ink writes first ends in the last line.
  const first = rest(`\u001B[H\u001B[J${lines.join('\n')}`);
  const whole = [first, rest(changed(1)), 'Broadcast message\n\n', rest(changed(2))].join('');
  const emulator = createEmulator(20, 8);
  // As a terminal's line passes it on.
  await new Promise<void>((done) => {
    emulator.write(whole.replaceAll('\n', '\r\n'), done);
  });
  const seen = screenOf(emulator).lines();
  expect(seen[1]).toMatch(/^changed 1/);
  expect(seen[2]).toBe('changed 2');
  expect(seen.slice(5)).toEqual(lines.slice(5));
});

test('a cursor that moves on by a line goes straight there', () => {
  const rest = restingCursor((text) => leaner(text, 24));
  const moved = (from: number): string =>
    `\u001B[23A${down.repeat(from)}\u001B[1G\u001B[Kone\n\u001B[1G\u001B[K      two\n${down.repeat(21 - from)}`;
  expect(rest(moved(5))).toBe('\u001B[6H\u001B[Kone\n\u001B[K\u001B[6Ctwo');
  expect(rest('\u001B[?25h')).toBe('\u001B[17E\u001B[?25h');
  expect(rest('\u001B[23A\u001B[E\u001B[1G\u001B[K      three')).toBe('\u001B[2;7H\u001B[2Kthree');
  expect(rest('\u001B[23A\u001B[E\u001B[31G\u001B[Kfour')).toBe('\u001B[2;31H\u001B[Kfour');
});
