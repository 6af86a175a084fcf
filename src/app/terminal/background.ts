/** Asks the terminal for its background, so that the colours can be read on it. */
import type { Background } from '../../state/session/profile-settings.ts';
import type { InputStream } from '../keyboard/input-stream.ts';
import { knowsOsc } from './screen-reader.ts';

/**
 * The background (OSC 11; xterm's control sequences), and then what the terminal is (DA1; DEC's VT510): every terminal
 * answers that, in this order, so that one without the first is not waited for.
 */
export const backgroundQuery = '\u{1B}]11;?\u{1B}\\\u{1B}[c';

/** The longest that the first frame waits, in milliseconds. */
const firstFrameMs = 100;

/** The longest that the program stays for an answer when it leaves: one that comes later is typed into the shell. */
const leavingMs = 1000;

/** A terminal that has said nothing for so long does not answer. */
const maxMs = 5000;

/** Can this terminal be asked, and is the answer used? */
export function isAskable({ TERM: term = '', NO_COLOR: noColour = '' }: NodeJS.ProcessEnv, isPlain: boolean): boolean {
  return knowsOsc.test(term) && noColour === '' && !isPlain;
}

export interface AskedTerminal {
  /** Resolves once the terminal has answered, or the first frame waits no longer. */
  readonly known: Promise<void>;
  /** Resolves once no answer is on its way, or none is waited for any longer: then the terminal may be released. */
  readonly over: () => Promise<void>;
}

/** `found` is called with each answer, also with a late one. */
export function askBackground(
  input: Pick<InputStream, 'expectReplies'>,
  write: (query: string) => unknown,
  found: (background: Background) => void,
): AskedTerminal {
  const [known, over] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
  const end = input.expectReplies((reply) => {
    const background = backgroundIn(reply);
    if (background !== null) found(background);
    if (reply.endsWith('c')) settle();
  });
  const settle = (): void => {
    end();
    for (const timer of timers) clearTimeout(timer);
    known.resolve(undefined);
    over.resolve(undefined);
  };
  const timers = [setTimeout(known.resolve, firstFrameMs, undefined), setTimeout(settle, maxMs).unref()];
  write(backgroundQuery);
  return {
    known: known.promise,
    over() {
      timers.push(setTimeout(settle, leavingMs).unref());
      return over.promise;
    },
  };
}

const answered = new RegExp(String.raw`^\u{1B}\]11;rgba?:([\da-f]+)/([\da-f]+)/([\da-f]+)`, 'iu');

/** `rgb:ffff/ffff/ffff`, with 1 to 4 digits each (XParseColor); null where the answer names no background. */
export function backgroundIn(reply: string): Background | null {
  const [, ...digits] = answered.exec(reply) ?? [];
  if (digits.length === 0) return null;
  const [red = 0, green = 0, blue = 0] = digits.map((text) => linear(parseInt(text, 16) / (16 ** text.length - 1)));
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  // Black and white text contrast equally with this one (WCAG 2.2, "contrast ratio").
  return luminance > Math.sqrt(1.05 * 0.05) - 0.05 ? 'light' : 'dark';
}

function linear(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

/** As rxvt and others say it: the numbers of text and background among the sixteen colours; null where nothing does. */
export function backgroundOf({ COLORFGBG: colours = '' }: NodeJS.ProcessEnv): Background | null {
  const number = /;(\d{1,2})$/.exec(colours)?.[1];
  if (number === undefined || Number(number) > 15) return null;
  return Number(number) === 7 || Number(number) > 8 ? 'light' : 'dark';
}
