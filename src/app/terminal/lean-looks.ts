/** Which looks has a text of a terminal (ECMA-48, SGR), and how is the last one taken back in fewer bytes? */

const escape = '\u{1B}';
const looks = new RegExp(String.raw`${escape}\[([\d;]*)m`, 'g');

/** Underlined, inverse, or with a background: then a blank is seen. */
export const looksOfBlanks: ReadonlySet<string> = new Set(['4', '7', 'background']);

/** What takes a look back, and which looks that are. */
const takesBack: ReadonlyMap<string, readonly string[]> = new Map([
  ['22', ['1', '2']],
  ['23', ['3']],
  ['24', ['4']],
  ['27', ['7']],
  ['29', ['9']],
  ['39', ['colour']],
  ['49', ['background']],
]);

/** Adds a look to those that are given, or takes it from them. False: not a look that is known here, or not given. */
export function takeLook(code: string, given: Set<string>): boolean {
  const over = takesBack.get(code);
  if (over !== undefined) return over.filter((look) => given.delete(look)).length > 0;
  const look = lookOf(code);
  if (look !== null) given.add(look);
  return look !== null;
}

/** Colours by number (38, 48) are not among them: more codes belong to those. */
function lookOf(code: string): string | null {
  if (/^(?:3|9)[0-7]$/.test(code)) return 'colour';
  if (/^(?:4|10)[0-7]$/.test(code)) return 'background';
  return /^[123479]$/.test(code) ? code : null;
}

/**
 * Takes all looks back at once where the last is taken back, and gives the next with it. For a line that begins and ends
 * without a look, as each line of a frame does; one that has a look that is not known here stays as it is.
 */
export function withShortEnds(line: string): string {
  const given = new Set<string>();
  const unknown: string[] = [];
  const shortened = line.replaceAll(looks, (sequence: string, codes: string) => {
    let after: readonly string[] | null = null;
    for (const [at, code] of codes.split(';').entries()) {
      if (!takeLook(code, given)) unknown.push(code);
      if (given.size === 0) after = codes.split(';').slice(at + 1);
    }
    const short = after === null ? sequence : `${escape}[${after.map((code) => `;${code}`).join('')}m`;
    return short.length < sequence.length ? short : sequence;
  });
  return unknown.length === 0 && given.size === 0 ? shortened : line;
}
