/** Completes the last word of a filter: names of fields, then the values that were seen. */
import type { System } from '../../api/system.ts';
import { filterFields } from './fields.ts';
import { filterWords, wordText } from './syntax.ts';

/** More than these are not gone through one by one. */
const most = 50;

/** Whole texts, the likeliest first; empty where nothing fits. `systems` are those read so far. */
export function completionsOf(text: string, systems: Iterable<System>): readonly string[] {
  const { words } = filterWords(text);
  const last = /\s$/.test(text) || text === '' ? undefined : words.at(-1);
  if (last === undefined) return [];
  const before = text.slice(0, last.at);
  if (last.field === null) {
    const fields = Object.keys(filterFields).filter((name) => name.startsWith(last.value.toLowerCase()));
    return fields.map((name) => `${before}${last.isNegated ? '-' : ''}${name}:`);
  }
  const field = Object.hasOwn(filterFields, last.field) ? filterFields[last.field] : undefined;
  if (field === undefined) return [];
  const typed = last.value.toLowerCase();
  const values = [...(field.words ?? []), ...seenValues(field.values, systems)];
  return values
    .filter((value) => value.toLowerCase().startsWith(typed) && value.toLowerCase() !== typed)
    .slice(0, most)
    .map((value) => before + wordText({ isNegated: last.isNegated, field: last.field, value }));
}

/** The most frequent first. */
function seenValues(
  valuesOf: ((system: System) => readonly (string | null)[]) | undefined,
  systems: Iterable<System>,
): readonly string[] {
  if (valuesOf === undefined) return [];
  const counts = new Map<string, number>();
  for (const system of systems) {
    for (const value of valuesOf(system)) {
      // A quote cannot be written in a word.
      if (value !== null && value !== '' && !value.includes('"')) counts.set(value, (counts.get(value) ?? 0) + 1);
    }
  }
  return [...counts].sort(([, a], [, b]) => b - a).map(([value]) => value);
}
