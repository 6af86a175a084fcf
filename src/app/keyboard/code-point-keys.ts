/** Keys named by code point: what kitty's keyboard protocol and xterm's modifyOtherKeys send, as the plain key it is. */

const escape = '\u{1B}';

/** `code:shifted:base ; modifiers:event ; text` before a u, and `27 ; modifiers ; code` before a tilde. */
export const codePointKey = String.raw`\u{1B}\[(?:\d[\d:;]*u|27;\d+;\d+~)`;

/** What a plain terminal sends for the key; '' for a release, and for what is no key of the program. */
export function plainKey(sequence: string): string {
  const fields = sequence.slice(2, -1).split(';');
  const [codes = '', modifiers = '', text = ''] = sequence.endsWith('~') ? [fields[2], fields[1]] : fields;
  const [code = 0, shifted = 0, base = 0] = codes.split(':').map(Number);
  const { isRelease, isShift, isCtrl, isOther, isCaps } = modifiersIn(modifiers);
  if (isRelease || isOther) return '';
  if (isCtrl) return isShift ? '' : (controlOf(code) ?? controlOf(base) ?? '');
  const named = namedKeys.get(code);
  if (named !== undefined) return code === tab && isShift ? `${escape}[Z` : named;
  if (text !== '')
    return text
      .split(':')
      .map((one) => printable(Number(one)))
      .join('');
  if (!isShift && !isCaps) return printable(code);
  if (isShift && shifted > 0) return printable(shifted);
  const letter = printable(code);
  const upper = letter.toUpperCase();
  // Which sign is above a digit is known to the keyboard alone.
  if (upper === letter || upper.length > 1) return isShift ? '' : letter;
  return isShift === isCaps ? letter : upper;
}

/** A functional key as a plain terminal sends it: without what kitty's protocol adds; '' for its release. */
export function plainFunctionalKey(sequence: string): string {
  const [, head = '', modifiers = '', end = ''] = /^(.*?);([\d:]+)([^\d:]+)$/su.exec(sequence) ?? [];
  if (head === '') return sequence;
  const { isRelease, bits } = modifiersIn(modifiers);
  // Terminals without that protocol know shift, alt and ctrl.
  if (isRelease || bits > 7) return '';
  if (bits > 0) return `${head};${bits + 1}${end}`;
  return end === '~' ? `${head}~` : `${escape}[${end}`;
}

const tab = 9;

function modifiersIn(field: string) {
  const [sum = 1, event = 1] = field.split(':').map(Number);
  const bits = Math.max(0, sum - 1);
  return {
    isRelease: event === 3,
    isShift: (bits & 1) !== 0,
    isCtrl: (bits & 4) !== 0,
    /** Alt, super, hyper or meta: no key of the program has one. */
    isOther: (bits & 0b11_1010) !== 0,
    isCaps: (bits & 64) !== 0,
    /** Without the locks. */
    bits: bits & 63,
  };
}

function controlOf(code: number): string | null {
  return code >= 97 && code <= 122 ? String.fromCharCode(code - 96) : null;
}

/** Private code points stand for keys that have no character. */
function printable(code: number): string {
  const isCharacter = code >= 32 && code <= 0x10_ff_ff && !(code >= 0xd8_00 && code <= 0xf8_ff);
  const character = isCharacter ? String.fromCodePoint(code) : '';
  return /^\P{C}$/u.test(character) ? character : '';
}

/** Keys that have a name, and those of the keypad. */
const namedKeys: ReadonlyMap<number, string> = new Map([
  [8, '\u{7F}'],
  [tab, '\t'],
  [13, '\r'],
  [27, escape],
  [127, '\u{7F}'],
  ...Array.from('0123456789./*-+\r=,', (key, at) => [57_399 + at, key] as const),
  ...['[D', '[C', '[A', '[B', '[5~', '[6~', '[H', '[F', '[2~', '[3~'].map(
    (key, at) => [57_417 + at, escape + key] as const,
  ),
]);
