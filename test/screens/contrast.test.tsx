/** Every colour can be read, on black as on white. */
import { renderToString, Text } from 'ink';
import { describe, expect, test, vi } from 'vitest';
import { palettes, type Style } from '../../src/screens/parts/root-context.ts';
import type { Background } from '../../src/state/session/profile-settings.ts';
import { contrast, grounds, readings, tables } from './contrast.ts';
import { oneOfEach, painterOf } from './looks.tsx';

// Read once, when Ink is loaded: without it nothing is coloured outside a terminal.
vi.hoisted(() => {
  process.env['FORCE_COLOR'] = '1';
});

/** Text needs as much (WCAG 2.2, 1.4.3, level AA). */
const readable = 4.5;

const backgrounds: readonly Background[] = ['dark', 'light'];

function contrastOf(style: Style, background: Background, table: keyof typeof tables): number {
  const drawn = renderToString(
    <Text bold {...style}>
      x
    </Text>,
  );
  const all = readings(drawn, tables[table], grounds[background]);
  return Math.min(...all.map((one) => one.contrast));
}

test('contrast is that of WCAG', () => {
  expect(contrast([0, 0, 0], [255, 255, 255])).toBe(21);
  expect(contrast([119, 119, 119], [255, 255, 255])).toBeCloseTo(4.48, 2);
});

describe.each(backgrounds)('on a %s background', (background) => {
  const { tones, chosen } = palettes[background];

  test.each(Object.entries({ ...tones, ...chosen }))('%s is readable, also in bold', (_, style: Style) => {
    expect(contrastOf(style, background, 'campbell')).toBeGreaterThanOrEqual(readable);
  });

  test.each(['xterm', 'vsCode', 'tango'] as const)('tones are readable in the colours of %s, too', (table) => {
    const { dim, ...others } = tones;
    for (const style of Object.values(others))
      expect(contrastOf(style, background, table)).toBeGreaterThanOrEqual(readable);
    expect(contrastOf(dim, background, table)).toBeGreaterThanOrEqual(4);
  });

  test('every text of every screen is readable', () => {
    for (const [name, make] of oneOfEach().first) {
      const frame = painterOf(make)({ columns: 120, rows: 40, theme: background });
      const unread = readings(frame, tables.campbell, grounds[background]).filter((one) => one.contrast < readable);
      expect(unread, name).toEqual([]);
    }
  });
});

test('without colours there are none on any screen', () => {
  for (const [name, make] of oneOfEach().first) {
    const frame = painterOf(make)({ columns: 80, rows: 24, theme: 'none' });
    const codes = frame.split('\u{1B}[').slice(1);
    expect(
      codes.filter((code) => !/^(?:1|2|7|22|27)m/.test(code)),
      name,
    ).toEqual([]);
  }
});
