/** How is the screen told to a screen reader? What is new in a frame is written below, and nothing is ever taken back. */
import { mappedOutput } from './output.ts';
import { isNews, newLines, spokenLines } from './plain-lines.ts';

/** A count that changes by itself, while pages come or systems are deleted, is told at most this often. */
const pauseMs = 3000;

/** Pasted text is told from typed text by it; the terminal shows nothing of it (xterm, "Bracketed Paste Mode"). */
const pasteModes: readonly string[] = ['\u{1B}[?2004h', '\u{1B}[?2004l'];

/** Columns and rows of the frames: nothing is shortened, and no list is scrolled, because a terminal is small. */
export const plainSize = { columns: 200, rows: 100 } as const;

export interface PlainOutput {
  /** Takes whole frames, one for each write. */
  readonly stream: NodeJS.WriteStream;
  /** A key was pressed: what comes of it is told at once. */
  heed(): void;
  /** Tells all of the last frame again. */
  repeat(): void;
  /** Tells what is still held back. */
  end(): void;
}

export function plainOutput(terminal: NodeJS.WriteStream, map: (text: string) => string): PlainOutput {
  let said: readonly string[] = [];
  let last: readonly string[] = [];
  let isAnswer = true;
  let toldAt = -Infinity;
  let timer: NodeJS.Timeout | undefined;

  const tell = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const lines = newLines(said, last);
    said = last;
    if (lines.length === 0) return;
    terminal.write(map(`${lines.join('\n')}\n`));
    if (!isAnswer) toldAt = performance.now();
    isAnswer = false;
  };
  const tellSoon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(tell, 0);
  };
  const take = (text: string): void => {
    if (text.startsWith('\u{1B}[?')) {
      if (pasteModes.includes(text)) terminal.write(text);
      return;
    }
    last = spokenLines(text);
    if (isAnswer || isNews(said, last)) tellSoon();
    else timer ??= setTimeout(tell, Math.max(0, toldAt + pauseMs - performance.now()));
  };
  // Ink's end waits for what it has written.
  const write = (text: unknown, ...rest: unknown[]): boolean => {
    if (typeof text === 'string' && text !== '') take(text);
    const done = rest.find((one) => typeof one === 'function');
    return done === undefined || terminal.write('', done as () => void);
  };
  const stream = new Proxy(
    mappedOutput(terminal, (text) => text),
    {
      get(target, name) {
        if (name === 'write') return write;
        if (name === 'columns' || name === 'rows') return plainSize[name];
        return Reflect.get(target, name, target) as unknown;
      },
    },
  );
  return {
    stream,
    heed() {
      isAnswer = true;
      // What was held back is told with what comes of the key.
      if (timer !== undefined) tellSoon();
    },
    repeat() {
      said = [];
      isAnswer = true;
      tell();
    },
    end: tell,
  };
}
