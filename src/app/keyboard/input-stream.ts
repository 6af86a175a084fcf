/** Passes typed input on one key at a time: each is heard after the one before it has taken effect. */
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

/** Hears each input, how it was typed, and when it was read, in milliseconds; those of one read have one time. */
type InputListener = (input: TypedInput, pace: Pace, atMs: number) => void;

type ReplyListener = (reply: string) => void;

/** Ink gets it for the modes of the terminal; it never becomes readable: keys are parsed here alone. */
export class InputStream extends Readable {
  readonly isTTY = true;
  readonly #terminal: ReadStream;
  #queue: Readonly<Parameters<InputListener>>[] = [];
  #listener: InputListener | null = null;
  /** Hears the answers of the terminal at once: they are not typed, and wait for no key. */
  #replyListener: ReplyListener = () => undefined;
  /** An answer may begin with what comes: Esc alone is not yet a key. */
  #isReplyExpected = false;
  readonly #typingPace = createTypingPace();
  /** The beginning of a sequence: its end comes with the next characters, or never. */
  #rest = '';
  /** The last characters of a paste in the rest: only new ones are searched for its end, for it may be megabytes. */
  #pasteTail: string | null = null;
  #timer: NodeJS.Timeout | undefined;
  /** The terminal has not paused since a paste ended: input belongs to it, whatever end it contained. */
  #isPasting = false;
  #pasteTimer: NodeJS.Timeout | undefined;
  /** Nothing followed a beginning in time: it was taken for the key Esc, and the key after it. */
  #begunTaken = '';
  readonly #nowMs: () => number;
  #isDraining = false;
  #isRaw = false;

  /** `nowMs`: of a clock that never jumps. */
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

  /** Begins at the next turn of the loop, with the input typed before that; the returned function ends it. */
  listen(listener: InputListener): () => void {
    this.#listener = listener;
    setImmediate(this.#drain);
    return () => {
      this.#listener = null;
    };
  }

  /** Until the returned function is called, the beginning of an answer is waited for longer. */
  expectReplies(listener: ReplyListener): () => void {
    this.#replyListener = listener;
    this.#isReplyExpected = true;
    return () => {
      this.#isReplyExpected = false;
    };
  }

  /** Drops the input typed ahead: it was not meant for a dangerous prompt that has just opened. */
  forgetTypedAhead(): void {
    this.#queue = [];
  }

  /** Without raw mode, nothing is read: another program has the terminal. */
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
    // Nothing is ever to be read here.
  }

  readonly #drain = (): void => {
    if (this.#isDraining || this.#listener === null || !this.#isRaw) return;
    const next = this.#queue.shift();
    if (next === undefined) return;
    this.#isDraining = true;
    this.#listener(...next);
    // A turn of the loop later, React has drawn its effect.
    setImmediate(() => {
      this.#isDraining = false;
      this.#drain();
    });
  };

  #take(chunk: string): void {
    clearTimeout(this.#timer);
    // Alone, it was pressed: a paste whose end was lost must not make the program impossible to leave.
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
        // A bad line stalls: late input is still pasted, up to its end, or until Esc or ctrl-c is pressed.
        if (isPaste) this.#read(pasteBegin);
        this.#drain();
      },
      restTimeoutMs(this.#pasteTail === null ? this.#rest : pasteBegin, this.#isReplyExpected),
    ).unref();
  }

  #readPaste(chunk: string, withTail: string): void {
    this.#rest += chunk;
    // The end may be cut anywhere.
    this.#pasteTail = withTail.slice(1 - pasteEnd.length);
    if (withTail.includes(pasteEnd)) this.#read(this.#rest);
  }

  #read(raw: string): void {
    const { inputs, replies, rest } = parseInput(raw);
    const text = inputs.map((input) => (input.kind === 'text' ? input.text : '')).join('');
    const nowMs = this.#nowMs();
    const pace = text === '' ? null : this.#typingPace.textRead(text, nowMs);
    for (const input of inputs) {
      // Unlike other keys, it does not wait for earlier input, as in a shell.
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

  /** Over once the terminal had nothing to say after the pause. */
  #pasteEnded(): void {
    this.#isPasting = true;
    clearTimeout(this.#pasteTimer);
    this.#pasteTimer = setTimeout(() => {
      const timer = this.#pasteTimer;
      setImmediate(() => {
        if (timer === this.#pasteTimer) this.#isPasting = false;
      });
      // Nobody types on so soon after pasting.
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

/** A hand does not keep up less than this between two keys, in milliseconds. */
const keyMs = 40;

/** A slow line hands over so many keys in one read; the shortest phrase that confirms a deletion has one more. */
const maxAtOnce = 7;

/**
 * `burst`: more text than a hand types in the time. `hasty`: an enter that came with text, or right after it, so that it
 * may be the end of a paste: a hand presses it once more.
 */
export type Pace = 'hand' | 'burst' | 'hasty';

/** Detects pastes: not every terminal brackets them. A bucket of keys that leaks as fast as a hand types. */
export function createTypingPace() {
  let [level, lastKey, lastMs] = [0, '', -Infinity];
  const leaked = (nowMs: number): number => Math.max(0, level - (nowMs - lastMs) / keyMs);
  return {
    /** Takes the text of one read, in all its pieces; how fast is it? */
    textRead(text: string, nowMs: number): 'hand' | 'burst' {
      const keys = Array.from(text);
      // A key that is held down repeats faster than a hand types.
      const isHeld = keys.every((key) => key === lastKey);
      const changes = keys.filter((key, at) => key !== keys[at - 1]).length;
      const filled = leaked(nowMs) + (isHeld ? 0 : changes);
      // A burst's end is over in the time of so many keys: a hand that types again is not punished.
      [level, lastKey, lastMs] = [Math.min(filled, 10), keys.at(-1) ?? lastKey, nowMs];
      return filled > maxAtOnce ? 'burst' : 'hand';
    },
    enterRead(nowMs: number): Pace {
      if (leaked(nowMs) > maxAtOnce) return 'burst';
      return nowMs - lastMs < keyMs ? 'hasty' : 'hand';
    },
  };
}
