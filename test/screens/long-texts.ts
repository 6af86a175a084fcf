/** A state of the gallery with long texts: every second name, description, key and tag of its systems and so on. */
import type { State } from '../../src/state/root/state.ts';

const longer: Readonly<Record<string, (text: string) => string>> = {
  hostname: (name) => `${name}.second-floor.warehouse-north.northwind.example`,
  description: (text) => `${text} beside the door of the second warehouse, to be replaced in spring`,
  enrolmentKeyDescription: (text) => `${text} of all branches in the north, until the end of 2027`,
  orgName: (name) => `${name} Manufacturing and Logistics (Netherlands)`,
  osVersion: (version) => `${version} Enterprise LTSC (build 26100.2314)`,
  connectedFrom: () => '2001:db8:b04f:17:8a2e:370:7334:12',
  summary: (text) => `${text}, and tells in many more words what else it does for those who call it`,
  role: (text) => `${text} of policies`,
};

const isLong = (text: string): boolean => text.length % 2 === 0;

export function withLongTexts(state: State): State {
  const known = new Map<unknown, unknown>();
  const lengthened = (value: unknown, name: string): unknown => {
    if (typeof value === 'string') return isLong(value) && value !== '' ? (longer[name]?.(value) ?? value) : value;
    if (typeof value !== 'object' || value === null) return value;
    const seen = known.get(value);
    if (seen !== undefined) return seen;
    if (Array.isArray(value)) {
      const made: unknown[] = [];
      known.set(value, made);
      made.push(...value.map((one) => lengthened(one, name)));
      return made;
    }
    if (value instanceof Map) {
      const made = new Map();
      known.set(value, made);
      for (const [key, one] of value) made.set(key, lengthened(one, name));
      return made;
    }
    if (Object.getPrototypeOf(value) !== Object.prototype) return value;
    const made: Record<string, unknown> = {};
    known.set(value, made);
    for (const [key, one] of Object.entries(value)) made[key] = lengthened(one, key);
    return made;
  };
  return lengthened(state, '') as State;
}
