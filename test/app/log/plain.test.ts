import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ExactNumber } from '../../../src/api/exact-json.ts';
import { decoded, encoded } from '../../../src/app/log/plain.ts';

/** As a file has it. */
function written(value: unknown): unknown {
  return decoded(JSON.parse(JSON.stringify(encoded(value))));
}

const leaf = fc.oneof(
  ...[fc.string(), fc.boolean(), fc.double(), fc.bigInt(), fc.constant(undefined), fc.constant(null)],
  fc.uint8Array(),
  fc.nat().map((digits) => new ExactNumber(`${digits}e999`)),
  fc.string().map((message) => Object.assign(new Error(message), { code: 'ENOSPC' })),
);

const { value: anything } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(tie('value'), { maxLength: 4 }).map((values) => new Set(values)),
    fc.array(fc.tuple(tie('value'), tie('value')), { maxLength: 4 }).map((entries) => new Map(entries)),
    fc
      .array(fc.tuple(fc.oneof(fc.string(), fc.constantFrom('$', '__proto__', 'kind')), tie('value')), { maxLength: 4 })
      .map((entries) => Object.fromEntries(entries)),
    // In two places.
    tie('value').map((value) => ({ one: value, other: [value] })),
  ),
}));

test('whatever an action may hold is read back as it was written', () => {
  fc.assert(
    fc.property(anything, (value) => {
      expect(written(value)).toStrictEqual(value);
    }),
    { numRuns: 1000, examples: [[new Map([[{ toString: new Set() }, 1]])]] },
  );
});

describe('what JSON would change', () => {
  test.each([[NaN], [-0], [Infinity], [-Infinity], [undefined], [2n ** 70n], [1e-320]])('%s', (value) => {
    expect(Object.is(written({ value }) && (written({ value }) as { value: unknown }).value, value)).toBe(true);
  });

  test('one thing in two places is one thing again, also within itself', () => {
    const operation: Record<string, unknown> = { id: 'GET /a' };
    operation['itself'] = operation;
    const read = written({ operation, operations: [operation] }) as Record<string, unknown>;
    expect(read['operation']).toBe((read['operations'] as unknown[])[0]);
    expect((read['operation'] as Record<string, unknown>)['itself']).toBe(read['operation']);
  });

  test('a name that JavaScript gives a meaning is a name', () => {
    const read = written(JSON.parse('{"__proto__":{"a":1},"$":"same"}')) as object;
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
    expect(Object.entries(read)).toEqual([
      ['__proto__', { a: 1 }],
      ['$', 'same'],
    ]);
  });
});

test('the rule sees every text, names and those among bytes too', () => {
  const hidden = (text: string): string => text.replaceAll('secret', '______');
  const value = { secret: 'a secret', list: new Map([['secret', new Set(['secret'])]]), error: new Error('secret') };
  const bytes = { before: Buffer.from('secret'), other: Buffer.from('other') };
  const text = JSON.stringify(encoded({ ...value, ...bytes }, hidden));
  expect(text).not.toContain('secret');
  expect(text).not.toContain(Buffer.from('secret').toString('hex'));
  expect(text).toContain(Buffer.from('other').toString('hex'));
});

test.each([['{"$":"unheard-of"}'], ['{"$":"same","as":3}'], ['{"$":"map","of":7}']])('%s is refused', (text) => {
  expect(() => decoded(JSON.parse(text))).toThrow();
});
