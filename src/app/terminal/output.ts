/** Transforms Ink's output: line wrap, alternate screen, unchanged lines, ASCII. */
import process from 'node:process';
import stringWidth from 'string-width';

type Write = (text: unknown, ...rest: unknown[]) => boolean;

export function outputWith(
  stream: NodeJS.WriteStream,
  own: { readonly write: Write } & TerminalSize,
): NodeJS.WriteStream {
  return new Proxy(stream, {
    get(target, name) {
      if (Object.hasOwn(own, name)) return Reflect.get(own, name) as unknown;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

export interface TerminalSize {
  readonly columns: number;
  readonly rows: number;
}

type SizeSaid = { readonly [Side in keyof TerminalSize]?: number | undefined };

/** A serial line or a container may report a size of 0; then `COLUMNS` and `LINES` count, else 80 × 24. */
export function sizeOf({ columns, rows }: SizeSaid, env: NodeJS.ProcessEnv): TerminalSize {
  const first = (said: number | undefined, variable: string | undefined, usual: number): number =>
    [said ?? 0, Number(variable)].find((one) => Number.isInteger(one) && one > 0 && one < 2 ** 16) ?? usual;
  return { columns: first(columns, env['COLUMNS'], 80), rows: first(rows, env['LINES'], 24) };
}

/** The stream with a mapping for written text. It always has a size. */
export function mappedOutput(stream: NodeJS.WriteStream, map: (text: string) => string): NodeJS.WriteStream {
  return outputWith(stream, {
    get columns() {
      return sizeOf(stream, process.env).columns;
    },
    get rows() {
      return sizeOf(stream, process.env).rows;
    },
    write(text, ...rest) {
      const write = stream.write.bind(stream) as Write;
      return write(typeof text === 'string' ? map(text) : text, ...rest);
    },
  });
}

/**
 * DECAWM (xterm's control sequences): if the terminal draws an emoji wider than counted, its row is cut instead of
 * wrapping.
 */
export const disableWrap = '\u{1B}[?7l';
export const enableWrap = '\u{1B}[?7h';

/** Moves the cursor home (CUP), because a frame that starts at the shell's line would scroll the screen. */
export function homeOnAlternateScreen(text: string): string {
  return text.replace('\u{1B}[?1049h', '$&\u{1B}[H');
}

const nextLines = new RegExp(String.raw`(?:\u{1B}\[E){2,}`, 'gu');

/** Joins runs of CNL (ECMA-48, 8.3.12): Ink writes one for each unchanged line. */
export function joinNextLines(text: string): string {
  return text.replaceAll(nextLines, (run) => `\u{1B}[${run.length / 3}E`);
}

/**
 * One cell each, so that nothing moves. None is a letter or a digit, which could be read as a key or a word; signs of
 * one column differ. `·` separates values, so it is not the `-` of `–`, which stands for none.
 */
const signs: Readonly<Record<string, string>> = {
  ...{ '✓': '*', '●': '!', '○': ':', '◆': '@', '✗': '#', '↩': '<', '▸': '>', '▾': '-' },
  ...{ '≔': '=', '↵': '$', '␡': '?' },
  ...{ '…': '~', '•': '*', '▏': '|', '▕': '|', '±': '~', '−': '-', '×': '*', '–': '-', '·': '|' },
  ...{ '█': '=', '▉': '=', '▊': '=', '▋': '=', '▌': '>', '▍': '.', '▎': '.', '▓': '+', '▒': ':', '░': '.' },
  ...{ '▁': '.', '▂': '.', '▃': ':', '▄': ':', '▅': '+', '▆': '+', '▇': '*', '▚': '!' },
  ...{ '─': '-', '│': '|', '┌': '+', '┐': '+', '└': '+', '┘': '+', '▐': '|' },
  ...{ '←': '<', '→': '>', '↑': '^', '↓': '_', '⇧': '^', '◂': '<', '␛': '?', '‹': '<', '›': '>', '⟨': '<', '⟩': '>' },
};

/** The characters that `inAscii` replaces by signs. */
export const replacedSigns = Object.keys(signs);

/** The arrow of a sorted column, `LAST SEEN ↓` or `by last seen ↓`: there, unlike beside keys, a `v` is no key. */
const sortedDown = /(?<=[\p{Lu}\d.)…]{2} |\bby \p{L}+(?: \p{L}+)* |\bservice order )↓/gu;

/** Other characters become question marks, one for each cell. */
export function inAscii(text: string): string {
  const sorted = text.replaceAll(sortedDown, 'v');
  return sorted.replaceAll(
    /[^\p{ASCII}]\p{M}*/gu,
    (character) => signs[character] ?? '?'.repeat(stringWidth(character)),
  );
}

/** True if the locale has another encoding than UTF-8 (locale(7)); without a locale, UTF-8 is assumed. */
export function isAsciiOnly(env: NodeJS.ProcessEnv): boolean {
  const locale = [env['LC_ALL'], env['LC_CTYPE'], env['LANG']].find((value) => (value ?? '') !== '');
  return locale !== undefined && !/utf-?8/i.test(locale);
}
