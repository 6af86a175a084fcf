/** Queries the terminal's background colour, so that text is readable on it. */
import type { Background } from '../../state/session/profile-settings.ts';
import type { InputStream } from '../keyboard/input-stream.ts';
import { knowsOsc } from './screen-reader.ts';

/**
 * Queries the background (OSC 11; xterm's control sequences), then the terminal's identity (DA1; DEC's VT510). Every
 * terminal answers DA1, in this order, so its answer shows that OSC 11 is not supported.
 */
export const backgroundQuery = '\u{1B}]11;?\u{1B}\\\u{1B}[c';

/** Maximum delay of the first frame, in milliseconds. */
const firstFrameMs = 100;

/**
 * Maximum wait for an answer at exit, in milliseconds: a late answer would appear in the shell. Answers of a slow line
 * take seconds, and only a terminal that never answers is waited for so long.
 */
const leavingMs = 3000;

/** Maximum wait for the identity after the background, in milliseconds: terminals send them together. */
const identityMs = 500;

/** After this many milliseconds of silence the terminal will not answer. */
const maxMs = 5000;

/** Terminals without colours by terminfo: DEC's up to the VT520, and monochrome ones. */
const monochrome =
  /^(?:dumb|unknown|vt(?:\d\d|[1-4]\d\d|5[12]0)(?!\d).*|sun|mach(?:-bold|-gnu)?|rxvt-basic|xterm-r[56]|.*-(?:m|mono))$/;

/** The variable that asks for no colours; null if there are colours. */
export function colourlessBy({ TERM: term = '', NO_COLOR: noColour = '' }: NodeJS.ProcessEnv): string | null {
  if (noColour !== '') return 'NO_COLOR';
  return monochrome.test(term) ? 'TERM' : null;
}

/** True if the terminal can answer, and the answer is used. */
export function isAskable(env: NodeJS.ProcessEnv, isPlain: boolean): boolean {
  return knowsOsc.test(env['TERM'] ?? '') && colourlessBy(env) === null && !isPlain;
}

interface AskedTerminal {
  /** Resolves when the terminal has answered, or at the limit for the first frame. */
  readonly known: Promise<void>;
  /** Resolves when no answer can arrive any more, or at a limit: then the terminal may be released. */
  readonly over: () => Promise<void>;
}

/** `found` is called with each answer, even a late one. */
export function askBackground(
  input: Pick<InputStream, 'expectReplies'>,
  write: (query: string) => unknown,
  found: (background: Background) => void,
): AskedTerminal {
  const [known, over] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
  const end = input.expectReplies((reply) => {
    const background = backgroundIn(reply);
    if (background !== null) {
      found(background);
      timers.push(setTimeout(settle, identityMs).unref());
    }
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

/** `rgb:ffff/ffff/ffff`, with 1 to 4 digits each (XParseColor); null if the answer has no background. */
export function backgroundIn(reply: string): Background | null {
  const [, ...digits] = answered.exec(reply) ?? [];
  if (digits.length === 0) return null;
  const [red = 0, green = 0, blue = 0] = digits.map((text) => linear(parseInt(text, 16) / (16 ** text.length - 1)));
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  // At this luminance, black and white text have the same contrast (WCAG 2.2, "contrast ratio").
  return luminance > Math.sqrt(1.05 * 0.05) - 0.05 ? 'light' : 'dark';
}

function linear(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

/**
 * COLORFGBG, as rxvt and others set it: the numbers of text and background among the sixteen colours; null if unset.
 */
export function backgroundOf({ COLORFGBG: colours = '' }: NodeJS.ProcessEnv): Background | null {
  const number = /;(\d{1,2})$/.exec(colours)?.[1];
  if (number === undefined || Number(number) > 15) return null;
  return Number(number) === 7 || Number(number) > 8 ? 'light' : 'dark';
}
