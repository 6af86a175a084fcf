/**
 * Parses raw terminal input into text, named keys and pastes. Replies, reports, key releases, and sequences with alt
 * are dropped, because no binding uses them. Any other input that starts with Esc is Esc followed by keys: a stalled
 * line delivers them in one read.
 */
import type { KeyName } from '../../screens/screen-definition.ts';

const escape = '\u{1B}';

/** Bracketed paste: a terminal encloses pasted text in these sequences. */
export const [pasteBegin, pasteEnd] = [`${escape}[200~`, `${escape}[201~`];

export type TypedInput =
  /** The printable characters of one read; each is a key if no field is open. */
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'key'; readonly name: KeyName }
  | { readonly kind: 'paste'; readonly text: string };

/** A paste may contain its own end sequence, so everything in the same read belongs to the paste. */
const paste = String.raw`\u{1B}\[200~[^]*\u{1B}\[201~[^]*`;
const pasteBrackets = new RegExp(String.raw`\u{1B}\[20[01]~`, 'gu');

/** Sequences of keys, with modifiers; no terminal sends them as a reply. */
const functionalKeys = [
  // Arrows, Home, End and Shift-Tab, including rxvt's variants.
  String.raw`\u{1B}\[(?:1;[\d:]+)?[A-FHZ]`,
  String.raw`\u{1B}\[[a-d]`,
  // Home, Insert, Delete, End, PageUp and PageDown.
  String.raw`\u{1B}\[[1-8](?:;[\d:]+)?~`,
  String.raw`\u{1B}\[[2-8][$^]`,
  String.raw`\u{1B}\[\[[56]~`,
  String.raw`\u{1B}O[A-FHMa-d]`,
].join('|');

/**
 * Keys by code point, as kitty's keyboard protocol and xterm's modifyOtherKeys send them: `code:shifted:base ;
 * modifiers:event ; text` before a u, and `27 ; modifiers ; code` before a tilde.
 */
const codePointKeys = String.raw`\u{1B}\[(?:\d[\d:;]*u|27;\d+;\d+~)`;

/** A button or a coordinate in the oldest mouse protocol (X10): any character from the blank on, including Delete. */
const mouseByte = String.raw`[^\u{0}-\u{1F}]`;

/**
 * An incomplete sequence. A control character ends it, because ctrl-c is never part of a reply. After `]`, `P` and `_`,
 * which may also be keys after Esc, only the start of a known reply counts.
 */
const unfinished = [
  String.raw`\u{1B}\[200~[^]*$`,
  String.raw`\u{1B}$`,
  String.raw`\u{1B}\[[0-?]*[ -\/]*$`,
  String.raw`\u{1B}\[M${mouseByte}{0,2}$`,
  String.raw`\u{1B}\[\[[\d;]*$`,
  String.raw`\u{1B}O[\d;]*$`,
  String.raw`\u{1B}[\]P_]$`,
  String.raw`\u{1B}(?:\]\d|P[\d!$+=>?]|_G)\P{Cc}*\u{1B}?$`,
].join('|');

/**
 * Replies to rollcall's queries: a colour of the terminal (OSC 10 to 19; xterm's control sequences), and its identity
 * (DA1; DEC's VT510).
 */
const replies = [String.raw`\u{1B}\]1\d;\P{Cc}*(?:\u{7}|\u{1B}\\)`, String.raw`\u{1B}\[\?[\d;]*c`].join('|');

/** Other sequences that are not typed: cursor position, focus, mouse, colours, … */
const answers = [
  // The oldest mouse protocol sends three characters after the sequence, which could be any key.
  String.raw`\u{1B}\[M${mouseByte}{3}`,
  String.raw`\u{1B}\[\[[\d;]*[@-~]`,
  String.raw`\u{1B}\[[0-?]*[ -\/]*[@-~]`,
  String.raw`\u{1B}\[[0-?]+[ -\/]*`,
  String.raw`\u{1B}O[\d;]*[@-~]`,
  String.raw`\u{1B}(?:\]\d|P[\d!$+=>?]|_G)\P{Cc}*(?:\u{7}|\u{1B}\\)?`,
  // The end of a reply whose start has timed out.
  String.raw`\u{1B}\\`,
].join('|');

const token = new RegExp(
  String.raw`(?<pasted>${paste})|(?<functional>${functionalKeys})|(?<codePoint>${codePointKeys})|(?<reply>${replies})|(?<rest>${unfinished})|(?:${answers})|(?<text>\P{Cc}+)|(?<control>\p{Cc})`,
  'gu',
);

export function parseInput(raw: string) {
  const inputs: TypedInput[] = [];
  const replies: string[] = [];
  let rest = '';
  for (const { groups = {} } of raw.matchAll(token)) {
    const input = inputIn(groups);
    if (input !== null) inputs.push(input);
    if (groups['reply'] !== undefined) replies.push(groups['reply']);
    rest = groups['rest'] ?? '';
  }
  return { inputs, replies, rest };
}

function inputIn({ pasted, functional, codePoint, text, control }: Partial<Record<string, string>>): TypedInput | null {
  if (pasted !== undefined) return pasteIn(pasted);
  if (functional !== undefined) return functionalKey(functional);
  if (codePoint !== undefined) return codePointKey(codePoint);
  if (text !== undefined) return { kind: 'text', text };
  // A reply, a report, or the rest of a sequence.
  return control === undefined ? null : controlKey(control);
}

/** One paste, even with brackets inside; null if the paste is empty. */
function pasteIn(raw: string): TypedInput | null {
  const text = raw.replace(pasteBrackets, '');
  return text === '' ? null : { kind: 'paste', text };
}

/** Starts of sequences that are also a key typed after Esc. */
const begunOrTyped = new RegExp(String.raw`^\u{1B}[[\]OP_]?$`, 'u');

const keyOrReport = new RegExp(String.raw`^\u{1B}(?:\[[\d<:;?]+[ -\/]*[@-~]|[[O][A-Z]$|\]\d+;)`, 'u');

/** Esc and the next key, or nothing. An unterminated paste is still a paste: none of it becomes a key. */
export function inputsOfRest(rest: string): readonly TypedInput[] {
  const pasted = rest.startsWith(pasteBegin) ? pasteIn(rest) : null;
  if (pasted !== null) return [pasted];
  if (!begunOrTyped.test(rest)) return [];
  return [key('esc'), ...(rest === escape ? [] : [{ kind: 'text', text: rest.slice(1) } as const])];
}

export function restTimeoutMs(rest: string, isReplyExpected = false): number {
  // A large paste arrives in many pieces, each of which takes time over a slow line.
  if (rest.startsWith(pasteBegin)) return 1000;
  // Esc is a key and must react at once; the other starts are never typed alone.
  return rest === escape ? (isReplyExpected ? 100 : 30) : 500;
}

/** The complete sequence, if its start was mistaken for Esc and a key; null if there is none. */
export function wholeSequence(begun: string, chunk: string): string | null {
  const whole = begun + chunk;
  return begunOrTyped.test(begun) && keyOrReport.test(whole) ? whole : null;
}

function key(name: KeyName): TypedInput {
  return { kind: 'key', name };
}

const controlNames: Readonly<Record<string, KeyName>> = {
  ...{ '\0': 'ctrl-space', '\b': 'backspace', '\t': 'tab', '\n': 'enter', '\r': 'enter' },
  ...{ [escape]: 'esc', '\u{7F}': 'backspace' },
};

function controlKey(control: string): TypedInput | null {
  const name = controlNames[control];
  if (name !== undefined) return key(name);
  const code = control.charCodeAt(0);
  // Characters above Delete are not keys.
  return code > 31 ? null : key(`ctrl-${String.fromCharCode(code + (code <= 26 ? 96 : 64))}`);
}

const functionalNames: Readonly<Record<string, KeyName>> = {
  ...{ A: 'up', B: 'down', C: 'right', D: 'left', F: 'end', H: 'home', M: 'enter', Z: 'tab' },
  ...{ 1: 'home', 3: 'delete', 4: 'end', 5: 'pageUp', 6: 'pageDown', 7: 'home', 8: 'end' },
};

function functionalKey(sequence: string): TypedInput | null {
  const [, number = '', modifiers = '', end = ''] = /(\d?)(?:;([\d:]+))?(.)$/u.exec(sequence) ?? [];
  const { isRelease, isShift, bits } = modifiersIn(modifiers);
  const name = functionalNames[/[~$^]/.test(end) ? number : end.toUpperCase()];
  // Terminals without kitty's protocol report only shift, alt and ctrl.
  if (name === undefined || isRelease || bits > 7) return null;
  return key(isShift || /(?:Z|\$|\[[a-d])$/.test(sequence) ? `shift-${name}` : name);
}

const codePointNames: Readonly<Record<number, KeyName>> = {
  ...{ 8: 'backspace', 9: 'tab', 13: 'enter', 27: 'esc', 127: 'backspace' },
  // Keys of the keypad.
  ...{ 57_414: 'enter', 57_417: 'left', 57_418: 'right', 57_419: 'up', 57_420: 'down' },
  ...{ 57_421: 'pageUp', 57_422: 'pageDown', 57_423: 'home', 57_424: 'end', 57_426: 'delete' },
};

/** The keypad's characters from code point 57,399 on, including enter. */
const keypad = '0123456789./*-+\r=,';

function codePointKey(sequence: string): TypedInput | null {
  const fields = sequence.slice(2, -1).split(';');
  const [codes = '', modifiers = '', text = ''] = sequence.endsWith('~') ? [fields[2], fields[1]] : fields;
  const [code = 0, shifted = 0, base = 0] = codes.split(':').map(Number);
  const { isRelease, isShift, isCtrl, isOther, isCaps } = modifiersIn(modifiers);
  if (isRelease || isOther) return null;
  if (isCtrl) return isShift ? null : (ctrlKey(code) ?? ctrlKey(base));
  const named = codePointNames[code];
  if (named !== undefined) return key(named === 'tab' && isShift ? 'shift-tab' : named);
  const onKeypad = keypad.charAt(code - 57_399);
  if (onKeypad !== '') return textOf(onKeypad);
  if (text !== '') return textOf(text.split(':').map(Number).map(printable).join(''));
  if (!isShift && !isCaps) return textOf(printable(code));
  if (isShift && shifted > 0) return textOf(printable(shifted));
  const letter = printable(code);
  const upper = letter.toUpperCase();
  // Only the keyboard's layout determines the character above a digit.
  if (upper === letter || upper.length > 1) return textOf(isShift ? '' : letter);
  return textOf(isShift === isCaps ? letter : upper);
}

function textOf(text: string): TypedInput | null {
  return text === '' ? null : { kind: 'text', text };
}

function ctrlKey(code: number): TypedInput | null {
  return code >= 97 && code <= 122 ? controlKey(String.fromCharCode(code - 96)) : null;
}

/** Private-use code points are keys without a character. */
function printable(code: number): string {
  const isCharacter = code >= 32 && code <= 0x10_ff_ff && !(code >= 0xd8_00 && code <= 0xf8_ff);
  const character = isCharacter ? String.fromCodePoint(code) : '';
  return /^\P{C}$/u.test(character) ? character : '';
}

function modifiersIn(field: string) {
  const [sum = 1, event = 1] = field.split(':').map(Number);
  const bits = Math.max(0, sum - 1);
  return {
    isRelease: event === 3,
    isShift: (bits & 1) !== 0,
    isCtrl: (bits & 4) !== 0,
    /** Alt, super, hyper or meta, which no binding uses. */
    isOther: (bits & 0b11_1010) !== 0,
    isCaps: (bits & 64) !== 0,
    /** The modifiers without Caps Lock and Num Lock. */
    bits: bits & 63,
  };
}
