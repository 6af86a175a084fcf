/**
 * Writes any value of an action or effect as JSON, and reads it back as it was: also what JSON has no form for, and what
 * stands in several places. Names such as `__proto__` are names like any other, because services send them.
 */
import { ExactNumber } from '../../api/exact-json.ts';

/** Every text on its way into the log; `path`: the names that lead to it, the last one last. */
export type TextRule = (text: string, path: readonly string[], owner: object | null) => string;

type Plain = null | boolean | number | string | Plain[] | { [name: string]: Plain };

/** What JSON has no form for is an object with this one name more. */
const sign = '$';

/** `rule`: what is written in the place of a text. */
export function encoded(value: unknown, rule: TextRule = (text) => text): unknown {
  const seen = new Map<object, number>();
  const encode = (one: unknown, path: readonly string[], owner: object | null): Plain => {
    switch (typeof one) {
      case 'string':
        return rule(one, path, owner);
      case 'boolean':
        return one;
      case 'number':
        return Number.isFinite(one) && !Object.is(one, -0)
          ? one
          : { [sign]: 'number', is: Object.is(one, -0) ? '-0' : String(one) };
      case 'bigint':
        return { [sign]: 'bigint', is: String(one) };
      case 'undefined':
        return { [sign]: 'undefined' };
      case 'symbol':
      case 'function':
        return { [sign]: 'lost' };
      case 'object':
        return one === null ? null : object(one, path);
    }
  };
  const object = (one: object, path: readonly string[]): Plain => {
    const known = seen.get(one);
    if (known !== undefined) return { [sign]: 'same', as: known };
    seen.set(one, seen.size);
    if (Array.isArray(one)) return one.map((part: unknown) => encode(part, path, one));
    if (one instanceof Map) {
      const of = [...one].map(([key, part]): Plain => [
        encode(key, path, one),
        encode(part, [...path, nameOf(key)], one),
      ]);
      return { [sign]: 'map', of };
    }
    if (one instanceof Set) return { [sign]: 'set', of: [...one].map((part) => encode(part, path, one)) };
    if (one instanceof Uint8Array) {
      const text = Buffer.from(one).toString('latin1');
      // A text in it that must not be written takes all of it along.
      const isSafe = rule(text, path, one) === text;
      return { [sign]: 'bytes', of: (isSafe ? Buffer.from(one) : Buffer.alloc(one.length)).toString('hex') };
    }
    if (one instanceof ExactNumber) return { [sign]: 'digits', is: one.digits };
    if (one instanceof Error) {
      const code = 'code' in one ? one.code : undefined;
      return { [sign]: 'error', is: rule(one.message, path, one), code: encode(code, path, one) };
    }
    const entries = Object.entries(one).map(([name, part]): [string, Plain] => [
      rule(name, path, null),
      encode(part, [...path, name], one),
    ]);
    const plain = Object.fromEntries(entries);
    return Object.hasOwn(one, sign) ? { [sign]: 'object', of: plain } : plain;
  };
  return encode(value, [], null);
}

/** A key of another kind has no name, whatever it says of itself. */
function nameOf(key: unknown): string {
  return typeof key === 'string' || typeof key === 'number' ? String(key) : '';
}

/** The value again. Throws where it is none that was written here. */
export function decoded(plain: unknown): unknown {
  const made: object[] = [];
  const kept = <T extends object>(one: T): T => {
    made.push(one);
    return one;
  };
  const named = (from: object): object => {
    const one = kept({});
    for (const [name, value] of Object.entries(from)) {
      Object.defineProperty(one, name, { value: decode(value), writable: true, enumerable: true, configurable: true });
    }
    return one;
  };
  const special = (from: Readonly<Record<string, unknown>>): unknown => {
    switch (from[sign]) {
      case 'undefined':
      case 'lost':
        return undefined;
      case 'number':
        return Number(from['is']);
      case 'bigint':
        return BigInt(String(from['is']));
      case 'same': {
        const one = made[Number(from['as'])];
        if (one === undefined) throw new Error('It refers to nothing.');
        return one;
      }
      case 'digits':
        return kept(new ExactNumber(String(from['is'])));
      case 'bytes':
        return kept(new Uint8Array(Buffer.from(String(from['of']), 'hex')));
      case 'map': {
        const one = kept(new Map<unknown, unknown>());
        for (const [key, value] of from['of'] as [unknown, unknown][]) one.set(decode(key), decode(value));
        return one;
      }
      case 'set': {
        const one = kept(new Set<unknown>());
        for (const value of from['of'] as unknown[]) one.add(decode(value));
        return one;
      }
      case 'error': {
        const one = kept(new Error(String(from['is'])));
        const code = decode(from['code']);
        return code === undefined ? one : Object.assign(one, { code });
      }
      case 'object':
        return named(from['of'] as object);
      default:
        throw new Error('It has a form that is not known.');
    }
  };
  const decode = (from: unknown): unknown => {
    if (typeof from !== 'object' || from === null) return from;
    if (Array.isArray(from)) {
      const one = kept<unknown[]>([]);
      for (const part of from) one.push(decode(part));
      return one;
    }
    return Object.hasOwn(from, sign) ? special(from as Readonly<Record<string, unknown>>) : named(from);
  };
  return decode(plain);
}
