/** Generates hostile texts: the same ones for the same seed. */
import { seededRandom } from '../../src/demo/fleet/random.ts';

const pieces = [
  ...'\u001b[2J|\u001b]0;title\u0007|\u001b]52;c;eA==\u0007|\u001b]8;;http://a\u001b\\|\u001bP1$r\u001b\\'.split('|'),
  ...'\u001b_x\u001b\\|\u001bc|\u001b[6n|\u001b[|\u001b|\u009b6n|\u009d0;x\u009c|\u0090|\u001b[8m|\u001b[?1049l'.split(
    '|',
  ),
  ...Array.from('\r\n\t\b\u0007\0\u000b\u000e\u007f\u0085\u2028\u2029'),
  ...Array.from('\u202e\u202a\u2066\u2069\u200e\u061c\u200b\u200c\u200d\u2060\ufeff\u00ad'),
  // A half pair stands before no other half.
  ...Array.from('\u{e0041}\u{e007f}\ufe0f\ufe0e\u{e0100}\udc00\ud800\ue000\ud83d\uffff\u{10ffff}'),
  ...Array.from('\u0301\u20e3\u0602\u093f\u094d\u0915\u0e33\u0e01\uff9e\u1160\u1100\u11a8'),
  '\u0301'.repeat(40),
  ...'👩‍👩‍👧‍👦 ❤️ 1️⃣ 🇵🇱 🇵 👍🏽 🏽 💻 東京 서버 ｻｰﾊﾞ é web-01 x … │ " =cmd ‹U+202E›'.split(' '),
  ' ',
];

/** Strings made of such pieces and of any code points. */
export function* hostileTexts(seed: number, count: number): Generator<string> {
  const random = seededRandom(seed);
  for (let made = 0; made < count; made++) {
    const length = 1 + Math.floor(random() * 8);
    yield Array.from({ length }, () => pieceBy(random)).join('');
  }
}

function pieceBy(random: () => number): string {
  if (random() < 0.85) return pieces[Math.floor(random() * pieces.length)] ?? '';
  return String.fromCodePoint(Math.floor(random() * 0x110000));
}

/** Every code point, lone surrogates among them. */
export function* everyCodePoint(step = 1): Generator<string> {
  for (let code = 0; code <= 0x10ffff; code += step) yield String.fromCodePoint(code);
}
