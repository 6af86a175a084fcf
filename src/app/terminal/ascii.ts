/** Replaces the signs of the screen by ASCII of the same width, for terminals that show nothing else. */
import stringWidth from 'string-width';

/** One cell for one cell: nothing moves. */
const signs: Readonly<Record<string, string>> = {
  ...{ '✓': 'x', '●': '!', '○': 'o', '▸': '>', '…': '~', '•': '*', '▏': '|' },
  ...{ '▉': '#', '▊': '#', '▋': '#', '▌': '#', '▍': '.', '▎': '.' },
  ...{ '–': '-', '─': '-', '·': '-', '█': '#', '░': '.', '×': 'x' },
  ...{ '←': '<', '→': '>', '↑': '^', '↓': 'v', '⇧': '^', '◂': '<', '␛': '?', '‹': '<', '›': '>' },
};

/** What has no sign of its own becomes question marks, as many as it is wide. */
export function inAscii(text: string): string {
  return text.replaceAll(/[^\p{ASCII}]\p{M}*/gu, (character) => signs[character] ?? '?'.repeat(stringWidth(character)));
}

/** Does the environment say that characters are not in UTF-8 (locale(7))? Where it says nothing, they are taken to be. */
export function isAsciiOnly(env: NodeJS.ProcessEnv): boolean {
  const locale = [env['LC_ALL'], env['LC_CTYPE'], env['LANG']].find((value) => (value ?? '') !== '');
  return locale !== undefined && !/utf-?8/i.test(locale);
}
