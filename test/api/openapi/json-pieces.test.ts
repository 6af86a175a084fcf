/** Pieces of a JSON text are what `JSON.parse` makes of it, and a text that it refuses is refused. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isJsonObject, isList, type Json, parseExactly } from '../../../src/api/exact-json.ts';
import { type JsonPieces, piecesOf, type Steps } from '../../../src/api/openapi/json-pieces.ts';
import { anyText } from '../any-text.ts';
import { holds } from '../../support/property.ts';

const levels: Readonly<Record<string, number>> = { a: 1, b: 2, '{': 1, 'ü"': 2, ['__proto__']: 1 };
const levelsOf = (name: string): number => (Object.hasOwn(levels, name) ? (levels[name] ?? 0) : 0);

function read(text: string | Uint8Array): JsonPieces {
  return piecesOf(Buffer.from(text), levelsOf);
}

function isRefused(parse: () => unknown): boolean {
  try {
    parse();
    return false;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return true;
  }
}

/** JSON as anybody may write it: escapes, blanks, names again and again, names in the order of no object. */
const written = fc.letrec<{ value: string }>((tie) => {
  const blank = fc.constantFrom('', '', '', ' ', '\n\t', '\r\n  ');
  const text = fc.oneof(
    anyText({ maxLength: 6 }).map((value) => JSON.stringify(value)),
    fc.constantFrom(
      '"\\u0061"',
      '"}{"',
      '"\\\\"',
      '"\\"]"',
      '"\\/\\b\\uD83D\\uDE00"',
      '"\ud83d\ude00ü"',
      '"\\uD83d"',
      '","',
    ),
  );
  const name = fc.oneof(
    fc.constantFrom('"a"', '"b"', '"\\u0061"', '"{"', '"\\u007B"', '"ü\\""', '"__proto__"', '"7"', '"0"', '""'),
    // An engine mistakes an escape for a backslash, where another object has a name that begins with one.
    text.filter((value) => !(JSON.parse(value) as string).includes('\\')),
  );
  const within = (open: string, close: string, parts: fc.Arbitrary<string>): fc.Arbitrary<string> =>
    fc.tuple(blank, fc.array(parts, { maxLength: 5 })).map(([gap, all]) => `${open}${gap}${all.join(',')}${close}`);
  const item = fc.tuple(blank, tie('value'), blank).map((parts) => parts.join(''));
  const member = fc
    .tuple(blank, name, blank, item)
    .map(([gap, named, after, value]) => `${gap}${named}${after}:${value}`);
  return {
    value: fc.oneof(
      { depthSize: 'medium', maxDepth: 5 },
      fc.constantFrom('null', 'true', 'false', '0', '-0', '-1.50', '1e5', '2E-3', '10.25e+7', '12345678901234567890'),
      text,
      within('[', ']', item),
      { arbitrary: within('{', '}', member), weight: 4 },
    ),
  };
}).value;

const marks = [
  '{',
  '}',
  '[',
  ']',
  '"',
  ',',
  ':',
  '\\',
  'u',
  '0',
  'e',
  '.',
  '-',
  '+',
  ' ',
  '\0',
  '\u001f',
  'true',
  'ü',
  '\u2028',
];

/** The piece at these steps of a value that was parsed as a whole. */
function at(value: Json, steps: Steps): Json | undefined {
  return steps.reduce<Json | undefined>((piece, step) => {
    if (isList(piece)) return piece[Number(step)];
    return isJsonObject(piece) && Object.hasOwn(piece, step) ? piece[step] : undefined;
  }, value);
}

function stepsIn(value: Json): readonly Steps[] {
  if (typeof value !== 'object' || value === null) return [[]];
  const below = Object.entries(value).flatMap(([name, inner]) => stepsIn(inner as Json).map((rest) => [name, ...rest]));
  return [[], ...below];
}

function entriesOf(value: Json | undefined, depth: number): readonly (readonly [string, Json])[] {
  return depth > 0 && isJsonObject(value) ? Object.entries(value) : [];
}

test('each piece of any text is the one of the whole', () => {
  holds([written], { numRuns: 1000 }, (text) => {
    const whole = parseExactly(Buffer.from(text).toString());
    const pieces = read(text);
    // As text, in which the order of names counts, and `__proto__` is one of them.
    const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
    const wanted = [...stepsIn(whole), ['nothing'], ['a', 'nothing'], ['b', 'c', 'constructor'], ['toString']];
    if (!wanted.every((steps) => isSame(pieces.pieceAt(steps), at(whole, steps)))) return false;
    const isApart = ([name, value]: readonly [string, Json]): boolean => levelsOf(name) > 0 && isJsonObject(value);
    const together = entriesOf(whole, 1).filter((entry) => !isApart(entry));
    const apart = entriesOf(whole, 1).filter(isApart);
    const inner = apart.flatMap(([name, value]) =>
      entriesOf(value, 1).map(([below, piece]) => ({ steps: [name, below], piece, depth: levelsOf(name) - 1 })),
    );
    return (
      isSame(Object.entries(pieces.root), together) &&
      apart.every(([name, value]) => isSame([...pieces.entriesAt([name])], entriesOf(value, 1))) &&
      inner.every(({ steps, piece, depth }) => isSame([...pieces.entriesAt(steps)], entriesOf(piece, depth)))
    );
  });
});

describe('a text is refused where JSON.parse refuses it', () => {
  const place = fc.double({ min: 0, max: 1, noNaN: true });
  const change = fc.tuple(place, fc.nat(2), fc.oneof(fc.constantFrom(...marks), fc.string({ maxLength: 2 })));

  test('with any character more, less or in place of another', () => {
    holds([written, change], { numRuns: 1500 }, (text, [where, removed, added]) => {
      const from = Math.round(where * text.length);
      const changed = Buffer.from(text.slice(0, from) + added + text.slice(from + removed));
      expect(isRefused(() => read(changed))).toBe(isRefused(() => JSON.parse(changed.toString()) as unknown));
    });
  });

  test('with any bytes, which may be no characters', () => {
    holds([written, place, fc.uint8Array({ maxLength: 3 })], { numRuns: 2000 }, (text, where, added) => {
      const bytes = Buffer.from(text);
      const from = Math.round(where * bytes.length);
      const changed = Buffer.concat([bytes.subarray(0, from), added, bytes.subarray(from)]);
      expect(isRefused(() => read(changed))).toBe(isRefused(() => JSON.parse(changed.toString()) as unknown));
    });
  });

  test.each([
    ...['', ' ', '{', '{}}', '{"a"}', '{"a":}', '{"a":1,}', '{,}', '{a:1}', "{'a':1}", '[1,]', '[,]', '[1 2]', '1 2'],
    ...['01', '-', '+1', '.5', '1.', '1e', '1e+', '0x1', 'NaN', '-Infinity', 'nul', 'truefalse', 'True', 'undefined'],
    ...['"', '"\\', '"\\x"', '"\\u12g4"', '"\\u123', '"\t"', '"\n"', '{"a":{"b":1,}}', '{"b":{"c":{"d":tru}}}'],
    ...['\ufeff{}', '/**/1', '1//', '\u00a01', '\u2028', '[1}', '{"a":1]', '{"\\u":1}', '{"a" 1}', '{"a":"\0"}'],
  ])('%j', (text) => {
    expect(isRefused(() => read(text))).toBe(true);
    expect(isRefused(() => JSON.parse(text) as unknown)).toBe(true);
  });
});

test('a text may be as deep as it likes', () => {
  const deep = `${'{"a":['.repeat(200_000)}${']}'.repeat(200_000)}`;
  expect([...read(deep).entriesAt(['a'])]).toEqual([]);
  expect(isRefused(() => read(deep.slice(1)))).toBe(true);
});

test('the same steps lead to the same object', () => {
  const pieces = read('{"a":{"x":{"y":[{}]}},"c":1}');
  const piece = pieces.pieceAt(['a', 'x']);
  expect(pieces.pieceAt(['a', 'x'])).toBe(piece);
  expect(pieces.pieceAt(['a', 'x', 'y', '0'])).toBe(at(piece ?? null, ['y', '0']));
  expect(pieces.root).toBe(pieces.root);
});
