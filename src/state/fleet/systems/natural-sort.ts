/** The keys of natural sort: srv-2 before srv-10, in any case. */
import { folded } from '../../kernel/spelling.ts';

const ZERO = 0x30;
const NINE = 0x39;

/** The number of arguments that every function call accepts. */
const mostCodes = 4096;

/** The codes of the key in progress: pieces of text would be joined again at each comparison. */
const codes: number[] = [];

/**
 * Keys compare as their texts do, with runs of digits as numbers of any length, in any case. A number has the count of
 * its digits before it: of two numbers, the one with fewer digits is smaller. Texts that differ only in leading zeros
 * have those counted at the end.
 */
export function naturalKey(text: string): string {
  const lower = folded(text);
  const { length } = lower;
  codes.length = 0;
  let zeros = '';
  for (let at = 0; at < length; at++) {
    const code = lower.charCodeAt(at);
    if (!isDigit(code)) {
      codes.push(code);
      continue;
    }
    let end = at + 1;
    while (end < length && isDigit(lower.charCodeAt(end))) end += 1;
    let significant = at;
    while (significant < end - 1 && lower.charCodeAt(significant) === ZERO) significant += 1;
    if (significant > at) zeros += `\0${codes.length} ${significant - at}`;
    pushCount(end - significant);
    for (at = significant; at < end; at++) codes.push(lower.charCodeAt(at));
    at -= 1;
  }
  return textOfCodes() + zeros;
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}

/** Sorts by the count: a digit up to 9, then a sign behind all digits with two codes that hold the count. */
function pushCount(count: number): void {
  if (count <= 9) codes.push(ZERO + count);
  else codes.push(NINE + 1, count >>> 15, count & 0x7fff);
}

function textOfCodes(): string {
  if (codes.length <= mostCodes) return String.fromCharCode(...codes);
  const parts: string[] = [];
  for (let at = 0; at < codes.length; at += mostCodes) {
    parts.push(String.fromCharCode(...codes.slice(at, at + mostCodes)));
  }
  return parts.join('');
}
