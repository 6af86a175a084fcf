/** Delivers typed input one key at a time, each after the previous one has taken effect. */
import { Readable } from 'node:stream';
import type { ReadStream } from 'node:tty';
import {
  inputsOfRest,
  parseInput,
  pasteBegin,
  pasteEnd,
  restTimeoutMs,
  type TypedInput,
  wholeSequence,
} from './input-parser.ts';

const escape = '\u{1B}';
const ctrlC = '\u{3}';

/** Called with each input, its pace, and the time of its read in milliseconds; inputs of one read share one time. */
type InputListener = (input: TypedInput, pace: Pace, atMs: number) => void;

type ReplyListener = (reply: string) => void;

/**
 * Ink uses this stream to switch terminal modes only; it never becomes readable, because rollcall parses keys itself.
 */
export class InputStream extends Readable {
  readonly isTTY = true;
  readonly #terminal: ReadStream;
  #queue: Readonly<Parameters<InputListener>>[] = [];
  #listener: InputListener | null = null;
  /** Called at once with replies of the terminal, which do not wait in the queue of keys. */
  #replyListener: ReplyListener = () => undefined;
  /** While a reply is expected, a lone Esc may be its start. */
  #isReplyExpected = false;
  readonly #typingPace = createTypingPace();
  /** An incomplete sequence, whose end may never arrive. */
  #rest = '';
  /**
   * The last characters of an unfinished paste. Only new input is searched for its end, because a paste may be
   * megabytes.
   */
  #pasteTail: string | null = null;
  #timer: NodeJS.Timeout | undefined;
  /** Until the terminal pauses after a paste, input belongs to the paste, even if it contained an end sequence. */
  #isPasting = false;
  #pasteTimer: NodeJS.Timeout | undefined;
  /** A start that timed out and was delivered as Esc and the next key. */
  #begunTaken = '';
  readonly #nowMs: () => number;
  #isDraining = false;
  #isRaw = false;

  /** `nowMs`: a monotonic clock, in milliseconds. */
  constructor(terminal: ReadStream, nowMs: () => number = () => performance.now()) {
    super();
    this.#nowMs = nowMs;
    this.#terminal = terminal;
    terminal.setEncoding('utf8');
    terminal.on('data', (chunk: string) => {
      this.#take(chunk);
      this.#drain();
    });
    terminal.on('end', () => {
      this.#giveUpRest();
      this.#drain();
    });
  }

  /** Starts at the next turn of the event loop, with the input queued so far; the returned function stops it. */
  listen(listener: InputListener): () => void {
    this.#listener = listener;
    setImmediate(this.#drain);
    return () => {
      this.#listener = null;
    };
  }

  /** Waits longer for replies until the returned function is called. */
  expectReplies(listener: ReplyListener): () => void {
    this.#replyListener = listener;
    this.#isReplyExpected = true;
    return () => {
      this.#isReplyExpected = false;
    };
  }

  /** Drops queued input when a dangerous prompt opens, because it was typed for something else. */
  forgetTypedAhead(): void {
    this.#queue = [];
  }

  /** Without raw mode nothing is read, because another program has the terminal. */
  setRawMode(isRaw: boolean): this {
    this.#terminal.setRawMode(isRaw);
    if (isRaw) this.#terminal.resume();
    else this.#terminal.pause();
    this.#isRaw = isRaw;
    setImmediate(this.#drain);
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
    // Nothing is ever readable here.
  }

  readonly #drain = (): void => {
    if (this.#isDraining || this.#listener === null || !this.#isRaw) return;
    const next = this.#queue.shift();
    if (next === undefined) return;
    this.#isDraining = true;
    this.#listener(...next);
    // After one turn of the event loop, React has drawn the effect.
    setImmediate(() => {
      this.#isDraining = false;
      this.#drain();
    });
  };

  #take(chunk: string): void {
    clearTimeout(this.#timer);
    // A lone ctrl-c or Esc was pressed: a paste that lost its end must not lock the program.
    if (chunk === ctrlC || (chunk === escape && this.#rest === pasteBegin)) this.#giveUpRest();
    const whole = wholeSequence(this.#begunTaken, chunk);
    this.#begunTaken = '';
    if (this.#isPasting && chunk !== ctrlC) this.#read(pasteBegin + this.#rest + chunk + pasteEnd);
    else if (this.#pasteTail === null) this.#read(this.#rest + (whole ?? chunk));
    else this.#readPaste(chunk, this.#pasteTail + chunk);
    if (this.#rest === '') return;
    this.#timer = setTimeout(
      () => {
        const isPaste = this.#pasteTail !== null;
        this.#giveUpRest();
        // After a stall, late input is still part of the paste, up to its end or until Esc or ctrl-c.
        if (isPaste) this.#read(pasteBegin);
        this.#drain();
      },
      restTimeoutMs(this.#pasteTail === null ? this.#rest : pasteBegin, this.#isReplyExpected),
    ).unref();
  }

  #readPaste(chunk: string, withTail: string): void {
    this.#rest += chunk;
    // The end sequence may be split between reads.
    this.#pasteTail = withTail.slice(1 - pasteEnd.length);
    if (withTail.includes(pasteEnd)) this.#read(this.#rest);
  }

  #read(raw: string): void {
    const { inputs, replies, rest } = parseInput(raw);
    const text = inputs.map((input) => (input.kind === 'text' ? input.text : '')).join('');
    const nowMs = this.#nowMs();
    const pace = text === '' ? null : this.#typingPace.textRead(text, nowMs);
    for (const input of inputs) {
      // As in a shell, ctrl-c does not wait for earlier input.
      if (isCtrlC(input)) this.#queue = this.#queue.filter(([before]) => isCtrlC(before) || before.kind === 'paste');
      const isEnter = input.kind === 'key' && input.name === 'enter';
      const own = isEnter ? this.#paceOfEnter(pace, nowMs) : input.kind === 'text' ? pace : null;
      this.#queue.push([input, own ?? 'hand', nowMs]);
    }
    for (const reply of replies) this.#replyListener(reply);
    this.#rest = rest;
    this.#pasteTail = rest.startsWith(pasteBegin) ? rest.slice(1 - pasteEnd.length) : null;
    if (inputs.some(({ kind }) => kind === 'paste')) this.#pasteEnded();
  }

  #paceOfEnter(paceOfText: Pace | null, nowMs: number): Pace {
    if (paceOfText === null) return this.#typingPace.enterRead(nowMs);
    return paceOfText === 'burst' ? 'burst' : 'hasty';
  }

  /** A paste ends when the terminal sends nothing for a moment. */
  #pasteEnded(): void {
    this.#isPasting = true;
    clearTimeout(this.#pasteTimer);
    this.#pasteTimer = setTimeout(() => {
      const timer = this.#pasteTimer;
      setImmediate(() => {
        if (timer === this.#pasteTimer) this.#isPasting = false;
      });
      // Milliseconds; nobody types so soon after pasting.
    }, 10).unref();
  }

  #giveUpRest(): void {
    clearTimeout(this.#timer);
    this.#begunTaken = this.#rest;
    const nowMs = this.#nowMs();
    for (const input of inputsOfRest(this.#rest)) this.#queue.push([input, 'hand', nowMs]);
    this.#rest = '';
    this.#pasteTail = null;
  }
}

function isCtrlC(input: TypedInput): boolean {
  return input.kind === 'key' && input.name === 'ctrl-c';
}

/** The minimum sustained interval between typed keys, in milliseconds. */
const keyMs = 40;

/** Limit of keys that a slow line delivers in one read; the shortest confirmation phrase has one more. */
const maxAtOnce = 7;

/**
 * `burst`: more text than a hand types in the time. `hasty`: an enter together with text, or right after it, which may
 * be the end of a paste, so it must be pressed again.
 */
export type Pace = 'hand' | 'burst' | 'hasty';

/** Detects pastes that the terminal does not bracket, by a leaky bucket that drains at typing speed. */
export function createTypingPace() {
  let [level, lastKey, lastMs] = [0, '', -Infinity];
  const leak = (nowMs: number): number => Math.max(0, level - (nowMs - lastMs) / keyMs);
  return {
    /** Adds the text of one read, and returns its pace. */
    textRead(text: string, nowMs: number): 'hand' | 'burst' {
      const keys = Array.from(text);
      // A held key repeats faster than a hand types.
      const isHeld = keys.every((key) => key === lastKey);
      const changes = keys.filter((key, at) => key !== keys[at - 1]).length;
      const filled = leak(nowMs) + (isHeld ? 0 : changes);
      // Caps the level, so that typing soon after a burst counts as typing.
      [level, lastKey, lastMs] = [Math.min(filled, 10), keys.at(-1) ?? lastKey, nowMs];
      return filled > maxAtOnce ? 'burst' : 'hand';
    },
    enterRead(nowMs: number): Pace {
      if (leak(nowMs) > maxAtOnce) return 'burst';
      return nowMs - lastMs < keyMs ? 'hasty' : 'hand';
    },
  };
}
