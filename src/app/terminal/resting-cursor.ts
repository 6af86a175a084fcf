/** Where is the terminal's cursor between two frames? In the last line that changed, as long as it is not shown. */

const escape = '\u{1B}';
const downAtTheEnd = new RegExp(String.raw`${escape}\[(\d*)E$`);

/**
 * Ink ends each frame in the last line, and comes up from there for the next one. The way down is kept back until something
 * else is written, and falls away with the way up again. To be asked for each write in its order; `map` shortens the ways
 * that follow each other.
 */
export function restingCursor(map: (text: string) => string): (text: string) => string {
  let owed = '';
  return (text) => {
    const mapped = map(owed + text);
    owed = downAtTheEnd.exec(mapped)?.[0] ?? '';
    return mapped.slice(0, mapped.length - owed.length);
  };
}
