/** How a state looks: at four sizes, without colours, in plain characters, and told line by line. */
import { stripVTControlCharacters } from 'node:util';
import { renderToString } from 'ink';
import stringWidth from 'string-width';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inAscii } from '../../src/app/terminal/output.ts';
import { plainSize, spokenLines } from '../../src/app/terminal/screen-reader.ts';
import { PlainContext } from '../../src/screens/parts/root-context.ts';
import { positionWords, Screen } from '../../src/screens/screen.tsx';
import type { State } from '../../src/state/root/state.ts';
import type { Theme } from '../../src/state/session/profile-settings.ts';
import { gallery } from './gallery.ts';

export interface Look {
  readonly columns: number;
  readonly rows: number;
  readonly theme?: Theme;
  readonly isPlain?: boolean;
}

const sizes: readonly Look[] = [
  { columns: 40, rows: 12 },
  { columns: 80, rows: 24 },
  { columns: 120, rows: 40 },
  { columns: 200, rows: 50 },
];

function frameOf(about: State, { columns, rows, theme = 'dark', isPlain = false }: Look): string {
  const look = theme === 'none' ? { isColourless: true } : { background: theme };
  const state = { ...about, columns, rows, session: { ...about.session, isPlain, ...look } };
  const node = (
    <PlainContext value={isPlain ? { position: positionWords(state) } : null}>
      <Screen state={state} />
    </PlainContext>
  );
  return renderToString(node, { columns });
}

function textOf(frame: string): string {
  const lines = stripVTControlCharacters(frame).split('\n');
  return lines.map((line) => line.trimEnd()).join('\n');
}

/** The file that holds the picture of this state. */
export function fileOf(name: string): string {
  return `${name.replaceAll(/[^a-z]+/gi, '-').toLowerCase()}.txt`;
}

/** Draws each look once: most of them are looked at for more than one thing. */
export function painterOf(make: () => State): (look: Look) => string {
  const drawn = new Map<string, string>();
  return (look) => {
    const key = JSON.stringify(look);
    const frame = drawn.get(key) ?? frameOf(make(), look);
    drawn.set(key, frame);
    return frame;
  };
}

/** Names of states, and how each is made. */
export type States = readonly (readonly [name: string, make: () => State])[];

/**
 * Registers the tests that each of these states looks as its picture: at these sizes, and where `isWhole` also in plain
 * characters and told line by line. They set the time zone of the process.
 */
export function lookAsTheyDid(names: readonly string[], looks: readonly Look[] = sizes, isWhole = true): void {
  // Details say the local time as well.
  const zone = process.env['TZ'];
  beforeAll(() => {
    process.env['TZ'] = 'Europe/Berlin';
  });
  afterAll(() => {
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
  });

  test.each(names)('%s', async (name) => {
    const paint = painterOf(gallery[name] ?? (() => expect.unreachable(name)));
    const drawn = looks.map((size) => [`${size.columns}×${size.rows}`, textOf(paint(size))]);
    const others = (): string[][] => [
      ['80×24, in plain characters', inAscii(textOf(paint({ columns: 80, rows: 24 })))],
      ['told line by line', spokenLines(paint({ ...plainSize, isPlain: true })).join('\n')],
    ];
    const sections = isWhole ? [...drawn, ...others()] : drawn;
    const text = sections.map(([title, body]) => `──── ${title}\n${body}\n`).join('');
    await expect(text).toMatchFileSnapshot(`snapshots/${fileOf(name)}`);
  });
}

/** Registers the tests that each of these states fits into every size, and needs neither colours nor other signs. */
export function fitAndNeedNoColours(states: States): void {
  describe.each(states)('%s', (_, make) => {
    const paint = painterOf(make);

    test.each(sizes)('is never larger than the terminal: $columns×$rows', (size) => {
      const lines = stripVTControlCharacters(paint(size)).split('\n');
      expect(lines.length).toBeLessThanOrEqual(size.rows);
      expect(Math.max(...lines.map((line) => stringWidth(line)))).toBeLessThanOrEqual(size.columns);
    });

    test('says the same without colours, and without anything but plain characters', () => {
      const size = { columns: 80, rows: 24 };
      const colourless = paint({ ...size, theme: 'none' });
      expect(textOf(colourless)).toBe(textOf(paint(size)));
      expect(inAscii(textOf(colourless))).toMatch(/^[\n\x20-\x7E]*$/);
    });
  });
}

/** `first`: one state of each screen, prompt and whatever lies over a screen. */
export function oneOfEach(): { readonly first: States; readonly others: States } {
  const seen = new Set<string>();
  const isFirst = Map.groupBy(Object.entries(gallery), ([, make]) => {
    const { screen, overlay, prompt } = make();
    const what = [screen.kind, overlay?.kind, prompt?.kind].join();
    return !seen.has(what) && seen.add(what).has(what);
  });
  return { first: isFirst.get(true) ?? [], others: isFirst.get(false) ?? [] };
}
