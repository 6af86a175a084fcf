/** Ids of systems in paths: short and opaque, such as `K3F9QX7`, never given twice. */

const LETTERS = 'ABCDEFGHJKMNPQRSTVWXYZ';
const ALPHABET = `0123456789${LETTERS}`;
const THIRTY_BITS = 2 ** 30 - 1;

/**
 * The id of the system with this number (0 … 2³⁰ − 1). Two numbers never share an id: every step below can be undone
 * within 30 bits, which are the last six characters. The first is a letter, so that an id never looks like a number.
 */
export function systemIdOf(number: number): string {
  let bits = Math.imul(number ^ 0x2545f491, 0x1b873593) & THIRTY_BITS;
  bits ^= bits >>> 15;
  bits = Math.imul(bits, 0x2c1b3c6d) & THIRTY_BITS;
  bits ^= bits >>> 13;
  let id = LETTERS.charAt((bits ^ number) % LETTERS.length);
  for (let shift = 25; shift >= 0; shift -= 5) id += ALPHABET.charAt((bits >>> shift) & 31);
  return id;
}
