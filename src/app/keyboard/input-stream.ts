/**
 * How do coalesced bytes become one key at a time? A terminal hands over everything typed since the last read as one
 * chunk, and Ink tells it as one event or as several within one tick, before anything has been drawn. This stream
 * stands between the terminal and Ink: text runs and control keys arrive one by one, each after the one before it has
 * taken effect. What is no key never arrives.
 */
import { Readable } from 'node:stream';
import type { ReadStream } from 'node:tty';
import { type OpenPaste, openPaste } from './open-paste.ts';
import { pasteBegin, pasteOf, patienceFor, piecesOfRest, tailOfSequence, typedPieces } from './input-parser.ts';
import { createTypingPace, type Pace } from './typing-pace.ts';

const escape = '\u{1B}';
const ctrlC = '\u{3}';

/** Longer than Ink waits for the rest of a sequence. */
const escapePauseMs = 30;

/** Nobody types on so soon after pasting. */
const pastePauseMs = 10;

interface Piece {
  readonly text: string;
  readonly pace: Pace;
}

/** What Ink needs of an input stream: a terminal's methods, handed through. Emits `piece` before each. */
export class PacedInput extends Readable {
  readonly isTTY = true;
  readonly #terminal: ReadStream;
  #waiting: Piece[] = [];
  readonly #typingPace = createTypingPace();
  /** Of the piece that was handed on last. */
  #pace: Pace = 'hand';
  /** The beginning of a sequence: its end comes with the next characters, or never. */
  #rest = '';
  /** In the place of the rest, where that is a paste. */
  #paste: OpenPaste | null = null;
  #timer: NodeJS.Timeout | undefined;
  /** The terminal has not paused since a paste ended: what comes belongs to it, whatever end it held. */
  #isPasting = false;
  #pasteTimer: NodeJS.Timeout | undefined;
  /** Nothing followed an Esc in time: it was taken for the key. */
  #isEscapeTaken = false;
  readonly #nowMs: () => number;
  #isDraining = false;
  #hasEnded = false;

  /** `nowMs`: of a clock that never jumps. */
  constructor(terminal: ReadStream, nowMs: () => number = () => performance.now()) {
    super({ encoding: 'utf8' });
    this.#nowMs = nowMs;
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

  /** How the piece that was handed on last was typed. */
  pace(): Pace {
    return this.#pace;
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
    this.#pace = piece.pace;
    this.push(piece.text);
    const next = (): void => {
      this.#isDraining = false;
      this.#drain();
    };
    // A turn of the loop later, React has drawn what the piece did. An Esc is told from the beginning of a sequence by
    // the pause after it, or Ink would take it and the letter after it for one key.
    if (piece.text === escape) setTimeout(next, escapePauseMs);
    else setImmediate(next);
  }

  #take(chunk: string): void {
    clearTimeout(this.#timer);
    // Alone, it was pressed: a paste whose end was lost must not keep anybody from leaving.
    if (chunk === ctrlC || (chunk === escape && this.#paste?.text() === pasteBegin)) this.#giveUpRest();
    const isTail = this.#isEscapeTaken && tailOfSequence.test(chunk);
    this.#isEscapeTaken = false;
    if (this.#isPasting && chunk !== ctrlC) this.#read(pasteOf(pasteBegin + this.#rest + chunk));
    else if (this.#paste === null) this.#read(this.#rest + (isTail ? escape : '') + chunk);
    else {
      const whole = this.#paste.take(chunk);
      if (whole !== null) this.#read(whole);
    }
    if (this.#rest === '') return;
    this.#timer = setTimeout(() => {
      const isPaste = this.#paste !== null;
      this.#giveUpRest();
      // A bad line stalls: what comes after all is still pasted, up to its end, or until Esc or ctrl-c is pressed.
      if (isPaste) this.#read(pasteBegin);
      this.#drain();
    }, patienceFor(this.#rest)).unref();
  }

  #read(text: string): void {
    const { pieces, rest } = typedPieces(text);
    const typed = pieces.filter((piece) => isText(piece)).join('');
    const nowMs = this.#nowMs();
    const pace = typed === '' ? null : this.#typingPace.textRead(typed, nowMs);
    for (const piece of pieces) {
      if (isText(piece)) this.#waiting.push({ text: piece, pace: pace ?? 'hand' });
      else if (isEnter(piece)) this.#waiting.push({ text: piece, pace: this.#paceOfEnter(pace, nowMs) });
      else this.#waiting.push({ text: piece, pace: 'hand' });
    }
    this.#rest = rest;
    this.#paste = rest.startsWith(pasteBegin) ? openPaste(rest) : null;
    if (pieces.some((piece) => piece.startsWith(pasteBegin))) this.#pasteEnded();
  }

  #paceOfEnter(paceOfText: Pace | null, nowMs: number): Pace {
    if (paceOfText === null) return this.#typingPace.enterRead(nowMs);
    return paceOfText === 'burst' ? 'burst' : 'hasty';
  }

  /** Over once the terminal had nothing to say when it was looked at after the pause. */
  #pasteEnded(): void {
    this.#isPasting = true;
    clearTimeout(this.#pasteTimer);
    this.#pasteTimer = setTimeout(() => {
      const timer = this.#pasteTimer;
      setImmediate(() => {
        if (timer === this.#pasteTimer) this.#isPasting = false;
      });
    }, pastePauseMs).unref();
  }

  #giveUpRest(): void {
    clearTimeout(this.#timer);
    this.#isEscapeTaken = this.#rest === escape;
    for (const text of piecesOfRest(this.#paste?.text() ?? this.#rest)) this.#waiting.push({ text, pace: 'hand' });
    this.#rest = '';
    this.#paste = null;
  }
}

function isText(piece: string): boolean {
  return /^\P{Cc}/u.test(piece);
}

function isEnter(piece: string): boolean {
  return piece === '\r' || piece === '\n';
}
