import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseExactly } from '../../src/api/exact-json.ts';
import { entriesOf, isCut, type OtherFields, otherFields } from '../../src/api/compact.ts';
import { holds } from '../support/property.ts';

const known = new Set(['systemId', 'hostname']);

function kept(record: object): OtherFields {
  const others = otherFields(record as Record<string, unknown>, known);
  if (others === null) throw new Error('nothing is kept');
  return others;
}

/** Characters of JSON. */
function size({ names, values }: OtherFields): number {
  return names.join('').length + values.length;
}

function parsed(json: string): Record<string, unknown> {
  return JSON.parse(json) as Record<string, unknown>;
}

test('a record of known fields alone has none', () => {
  expect(otherFields({ systemId: 'S1', hostname: null }, known)).toBeNull();
  expect(entriesOf(null)).toEqual([]);
});

test('whatever a service sends comes back as it was sent, in its order', () => {
  holds([fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue())], (fields) => {
    const sent = parseExactly(JSON.stringify(fields)) as Record<string, unknown>;
    const others = otherFields({ systemId: 'S1', ...sent }, known);
    const names = Object.keys(sent).filter((name) => !known.has(name));
    expect(entriesOf(others)).toEqual(names.map((name) => [name, sent[name]]));
  });
});

test('records with the same other fields share their names, also after many that share none', () => {
  for (let at = 0; at < 300; at++) kept({ [`own ${at}`]: at });
  const [one, other] = [kept({ site: 'A', rack: 1 }), kept({ site: 'B', rack: 2 })];
  expect(one.names).toBe(other.names);
  kept({ rack: 3 });
  expect(kept({ site: 'C', rack: null }).names).toBe(one.names);
  expect(entriesOf(other)).toEqual([
    ['site', 'B'],
    ['rack', 2],
  ]);
});

test('however many sorts of records came before, those of the last ones share their names', () => {
  for (let at = 0; at < 600; at++) {
    if (at % 3 === 0) kept({ [`before ${at}`]: at });
    const one = kept({ row: 'A', [`place ${at}`]: 1 });
    kept({ [`between ${at}`]: 3 });
    expect(kept({ row: 'C', [`place ${at}`]: null }).names, String(at)).toBe(one.names);
  }
});

describe('a record that is made to hurt', () => {
  test('the last of two equal names counts, and __proto__ is a name like any other', () => {
    const others = kept(parsed('{"a": 1, "__proto__": {"systemId": "S2"}, "a": 2, "constructor": 3}'));
    expect(entriesOf(others)).toEqual([
      ['a', 2],
      ['__proto__', { systemId: 'S2' }],
      ['constructor', 3],
    ]);
    expect({}).not.toHaveProperty('systemId');
  });

  test('a value of a megabyte is truncated, and the fields around it are whole', () => {
    const others = kept({ before: 1, huge: 'x'.repeat(1_000_000), after: [true] });
    expect(size(others)).toBeLessThan(1000);
    const [before, huge, after] = entriesOf(others);
    expect([before, after]).toEqual([
      ['before', 1],
      ['after', [true]],
    ]);
    expect(huge?.[1]).toEqual({ cut: `"${'x'.repeat(255)}`, moreCharacters: 1_000_002 - 256 });
  });

  test('of more fields than there is room for, the first are kept and the rest is counted', () => {
    const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`field${at}`, at]));
    const entries = entriesOf(kept(many));
    expect(size(kept(many))).toBeLessThan(66_000);
    expect(entries[0]).toEqual(['field0', 0]);
    const whole = entries.filter(([, value]) => typeof value === 'number');
    const rest = Object.entries(many).slice(whole.length);
    const missing = rest.reduce((sum, [name, value]) => sum + name.length + String(value).length, 0);
    expect(entries.at(-1)).toEqual(['…', { cut: '', moreCharacters: missing }]);
    expect(entriesOf(kept({ ['n'.repeat(1_000_000)]: 1 }))).toEqual([['…', { cut: '', moreCharacters: 1_000_001 }]]);
  });

  test('a value that is nested too deep is truncated, or left out', () => {
    const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels));
    expect(entriesOf(kept({ a: nested(50) }))).toEqual([['a', nested(50)]]);
    expect(entriesOf(kept({ a: nested(200), b: 1 }))).toEqual([
      ['a', { cut: '['.repeat(200) + ']'.repeat(56), moreCharacters: 144 }],
      ['b', 1],
    ]);
    const [deepest] = entriesOf(kept({ a: nested(100_000) }));
    expect(deepest?.[1]).toSatisfy(isCut);
    expect(deepest?.[1]).toMatchObject({ moreCharacters: null });
  });

  test('whatever it is, it is never more than fits', () => {
    const long = fc.string({ maxLength: 40 }).chain((text) => fc.nat(4000).map((times) => text.repeat(times)));
    holds([fc.dictionary(fc.string(), fc.oneof(long, fc.jsonValue({ maxDepth: 60 })))], { numRuns: 40 }, (fields) => {
      const others = otherFields(parsed(JSON.stringify(fields)), known);
      if (others !== null) expect(size(others)).toBeLessThan(70_000);
    });
  });
});
