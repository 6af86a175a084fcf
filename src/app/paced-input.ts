/**
 * How do coalesced bytes become one key at a time? A terminal hands over everything typed since the last read as one
 * chunk, and Ink tells it as one event or as several within one tick, before anything has been drawn. This stream
 * stands between the terminal and Ink: text runs and control keys arrive one by one, each after the one before it has
 * taken effect.
 */
import { Readable } from 'node:stream';
import type { ReadStream } from 'node:tty';

const pasteStart = '\u{1B}[200~';
const pasteEnd = '\u{1B}[201~';

/** What Ink needs of an input stream: a terminal's methods, handed through. */
export class PacedInput extends Readable {
  readonly isTTY = true;
  readonly #terminal: ReadStream;
  #waiting: string[] = [];
  #paste = '';
  #isDraining = false;
  #hasEnded = false;

  constructor(terminal: ReadStream) {
    super({ encoding: 'utf8' });
    this.#terminal = terminal;
    terminal.setEncoding('utf8');
    terminal.on('data', (chunk: string) => {
      this.#waiting.push(...this.#split(chunk));
      this.#drain();
    });
    // What is typed before anybody reads waits, or it would be read as one piece.
    this.on('newListener', (event) => {
      if (event === 'readable')
        setImmediate(() => {
          this.#drain();
        });
    });
    terminal.on('end', () => {
      this.#hasEnded = true;
      this.#drain();
    });
  }

  /** Forgets what was typed ahead: a dangerous prompt has opened, and it was not meant for it. */
  forgetTypedAhead(): void {
    this.#waiting = [];
  }

  setRawMode(isRaw: boolean): this {
    this.#terminal.setRawMode(isRaw);
    return this;
  }

  ref(): this {
    this.#terminal.ref();
    return this;
  }

  unref(): this {
    this.#terminal.unref();
    return this;
  }

  override _read(): void {
    // Pieces are pushed as they come; there is nothing to fetch.
  }

  #drain(): void {
    if (this.#isDraining || this.listenerCount('readable') === 0) return;
    const piece = this.#waiting.shift();
    if (piece === undefined) {
      if (this.#hasEnded) this.push(null);
      return;
    }
    this.#isDraining = true;
    this.push(piece);
    const next = (): void => {
      this.#isDraining = false;
      this.#drain();
    };
    // A turn of the loop later, React has drawn what the piece did. An Esc is told from the beginning of a sequence by
    // the pause after it, or Ink would take it and the letter after it for one key.
    if (piece === escape && /^[^[O]/.test(this.#waiting[0] ?? '')) setTimeout(next, escapePauseMs);
    else setImmediate(next);
  }

  /** A paste stays whole, from bracket to bracket, however many chunks it takes. */
  #split(chunk: string): readonly string[] {
    const text = this.#paste + chunk;
    this.#paste = '';
    const start = text.indexOf(pasteStart);
    if (start < 0) return splitKeys(text);
    const end = text.indexOf(pasteEnd, start);
    if (end < 0) {
      this.#paste = text.slice(start);
      return splitKeys(text.slice(0, start));
    }
    const after = end + pasteEnd.length;
    return [...splitKeys(text.slice(0, start)), text.slice(start, after), ...this.#split(text.slice(after))];
  }
}

/** Text runs whole; Enter, Tab, Backspace and other controls alone, and each escape sequence by itself. */
export function splitKeys(text: string): readonly string[] {
  return text.match(keyPieces) ?? [];
}

const escape = '\u{1B}';

/** Longer than Ink waits for the rest of a sequence. */
const escapePauseMs = 30;

// CSI and SS3 sequences; a run of text; any one control character, Esc among them.
const keyPieces = new RegExp(String.raw`${escape}\[[0-?]*[ -/]*[@-~]|${escape}O[@-~]|\P{Cc}+|\p{Cc}`, 'gu');
