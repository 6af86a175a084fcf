/** Which frames are shown at once anyway? Those that are a few hundred bytes: no terminal draws in the middle of them. */

/** Synchronised output (DEC mode 2026): what is between is shown together. */
const begins = '\u{1B}[?2026h';
const ends = '\u{1B}[?2026l';

/** Less than what one packet holds of a terminal's line (SSH, IPv6). */
const mostBytes = 512;

/**
 * The two sequences around a small frame are left out: a tenth of what a move of the cursor takes. To be asked for each
 * write in its order; nothing but the two is ever held back.
 */
export function withoutFences(map: (text: string) => string): (text: string) => string {
  let state: 'outside' | 'begun' | 'fenced' | 'open' = 'outside';
  return (text) => {
    if (text === begins) {
      state = 'begun';
      return '';
    }
    if (text === ends) {
      const isFenced = state === 'fenced';
      state = 'outside';
      return isFenced ? ends : '';
    }
    const mapped = map(text);
    if (state !== 'begun') return mapped;
    state = Buffer.byteLength(mapped) <= mostBytes ? 'open' : 'fenced';
    return state === 'open' ? mapped : begins + mapped;
  };
}
