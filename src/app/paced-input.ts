/**
 * How do coalesced bytes become one key at a time? A terminal hands over everything typed since the last read as one
 * chunk, and Ink tells it as one event or as several within one tick, before anything has been drawn. This stream
 * stands between the terminal and Ink: text runs and control keys arrive one by one, each after the one before it has
 * taken effect. What is no key never arrives.
 */
import { Readable } from 'node:stream';
import type { ReadStream } from 'node:tty';
import { type OpenPaste, openPaste } from './open-paste.ts';
import { pasteBegin, patienceFor, piecesOfRest, typedPieces } from './typed-pieces.ts';

const escape = '\u{1B}';
const ctrlC = '\u{3}';

/** Longer than Ink waits for the rest of a sequence. */
const escapePauseMs = 30;

/** What Ink needs of an input stream: a terminal's methods, handed through. Emits `piece` before each. */
export class PacedInput extends Readable {
  readonly isTTY = true;
  readonly #terminal: ReadStream;
  #waiting: string[] = [];
  /** The beginning of a sequence: its end comes with the next characters, or never. */
  #rest = '';
  /** In the place of the rest, where that is a paste. */
  #paste: OpenPaste | null = null;
  #timer: NodeJS.Timeout | undefined;
  #isDraining = false;
  #hasEnded = false;

  constructor(terminal: ReadStream) {
    super({ encoding: 'utf8' });
    this.#terminal = terminal;
    terminal.setEncoding('utf8');
    terminal.on('data', (chunk: string) => {
      this.#take(chunk);
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
      this.#giveUpRest();
      this.#hasEnded = true;
      this.#drain();
    });
  }

  /** Forgets what was typed ahead: a dangerous prompt has opened, and it was not meant for it. */
  forgetTypedAhead(): void {
    this.#waiting = [];
  }

  /** Another program reads from the terminal for a while, or this one does again. */
  lend(isLent: boolean): void {
    if (isLent) this.#terminal.pause();
    else this.#terminal.resume();
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
    this.emit('piece');
    this.push(piece);
    const next = (): void => {
      this.#isDraining = false;
      this.#drain();
    };
    // A turn of the loop later, React has drawn what the piece did. An Esc is told from the beginning of a sequence by
    // the pause after it, or Ink would take it and the letter after it for one key.
    if (piece === escape) setTimeout(next, escapePauseMs);
    else setImmediate(next);
  }

  #take(chunk: string): void {
    clearTimeout(this.#timer);
    // Alone, it was pressed: a paste whose end was lost must not keep anybody from leaving.
    if (chunk === ctrlC) this.#giveUpRest();
    if (this.#paste === null) this.#read(this.#rest + chunk);
    else {
      const whole = this.#paste.take(chunk);
      if (whole !== null) this.#read(whole);
    }
    if (this.#rest === '') return;
    this.#timer = setTimeout(() => {
      this.#giveUpRest();
      this.#drain();
    }, patienceFor(this.#rest)).unref();
  }

  #read(text: string): void {
    const { pieces, rest } = typedPieces(text);
    for (const piece of pieces) this.#waiting.push(piece);
    this.#rest = rest;
    this.#paste = rest.startsWith(pasteBegin) ? openPaste(rest) : null;
  }

  #giveUpRest(): void {
    clearTimeout(this.#timer);
    this.#waiting.push(...piecesOfRest(this.#paste?.text() ?? this.#rest));
    this.#rest = '';
    this.#paste = null;
  }
}
