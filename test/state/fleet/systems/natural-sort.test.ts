import fc from 'fast-check';
import { expect, test } from 'vitest';
import { naturalKey } from '../../../../src/state/kernel/spelling.ts';
import { holds } from '../../../support/property.ts';

function compared(a: string, b: string): number {
  const [one, other] = [naturalKey(a), naturalKey(b)];
  return one < other ? -1 : Number(one > other);
}

test.each<readonly [string, readonly string[]]>([
  ['numbers by their value', ['srv-1', 'srv-2', 'srv-10', 'srv-100', 'srv-1000']],
  ['of any length', [`a${'9'.repeat(9)}`, `a${'1'.repeat(10)}`, `a${'9'.repeat(40)}`, `a1${'0'.repeat(5000)}`]],
  ['versions', ['4.9', '4.10', '4.10.1', '10.0']],
  ['each number of several', ['rack2-srv10', 'rack10-srv2', 'rack10-srv9', 'rack10-srv10']],
  ['whatever the case', ['Alpha-1', 'alpha-2', 'ALPHA-10', 'beta']],
  ['zeros before a number after it', ['a7', 'a07', 'a007', 'a8', 'a08']],
  ['nothing before something', ['', '0', 'a', 'a0']],
])('sorts %s', (_, texts) => {
  const keys = new Map(texts.map((text) => [naturalKey(text), text]));
  expect([...keys.keys()].toSorted().map((key) => keys.get(key))).toEqual(texts);
});

/** Compares as the key is to do, part by part. */
function byParts(a: string, b: string): number {
  const [left, right] = [a, b].map((text) => text.toLowerCase().match(/\d+|\D/g) ?? []);
  for (const [at, one] of (left ?? []).entries()) {
    const other = right?.[at];
    if (other === undefined) return 1;
    const areNumbers = /\d/.test(one) && /\d/.test(other);
    if (areNumbers ? BigInt(one) !== BigInt(other) : one !== other) {
      if (areNumbers) return BigInt(one) < BigInt(other) ? -1 : 1;
      return one < other ? -1 : 1;
    }
  }
  return (left?.length ?? 0) < (right?.length ?? 0) ? -1 : 0;
}

const aNumber = fc.oneof(
  fc.bigInt({ min: 0n, max: 200n }).map(String),
  fc.bigInt({ min: 0n, max: 10n ** 40n }).map(String),
  fc.constantFrom('0', '00', '007', '7'),
);
// None of these sorts among the digits.
const aWord = fc.constantFrom('srv', 'SRV', 'web', '-', '.', 'a', 'é', '東京');
const aName = fc.array(fc.oneof(aWord, aNumber), { maxLength: 5 }).map((parts) => parts.join(''));

test('whatever the texts, keys compare as the words and numbers in them', () => {
  holds([aName, aName], { numRuns: 2000 }, (a, b) => {
    const expected = byParts(a, b);
    if (expected !== 0) expect(compared(a, b)).toBe(expected);
  });
});

test('only texts that differ in case alone have the same key, and no text contradicts another', () => {
  holds([aName, aName], { numRuns: 2000 }, (a, b) => {
    expect(compared(a, b) === 0).toBe(a.toLowerCase() === b.toLowerCase());
    expect(compared(a, b) + compared(b, a)).toBe(0);
  });
});
