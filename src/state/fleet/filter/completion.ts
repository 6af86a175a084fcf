/** Completes a filter: fields, and values of the loaded systems. */
import type { System } from '../../../api/system.ts';
import { type Field, fieldIds, filterFields, meantField } from './fields.ts';
import { literalValue, parseFilter, wordText } from './language.ts';
import { folded } from '../../kernel/spelling.ts';

/** Pressing tab repeatedly goes through no more than these. */
const mostCompletions = 50;

/** The texts that tab goes through, and the one that is typed. */
export interface Completion {
  readonly texts: readonly string[];
  readonly at: number;
}

/** The text that the next tab types, round and round; null where nothing fits. A sole text is gone on from. */
export function nextCompletion(before: Completion | null, completions: () => readonly string[]) {
  const known = before?.texts.length === 1 ? null : before;
  const texts = known?.texts ?? completions();
  const at = known === null ? 0 : (known.at + 1) % texts.length;
  const typed = texts[at];
  return typed === undefined ? null : { typed, completion: { texts, at } };
}

/** Whole texts with another end, the likeliest first; empty where nothing fits. `systems` are the loaded ones. */
export function completionsOf(text: string, systems: readonly System[]): readonly string[] {
  const last = parseFilter(text).words.at(-1);
  if (last === undefined || last.at + last.typed.length < text.length) {
    return /[^\s(]$/.test(text) ? [] : fieldIds.map((id) => `${text}${id}:`);
  }
  const { field: name, values } = last;
  const value = values.at(-1);
  if (value === undefined) return [];
  const before = text.slice(0, value.at);
  const typed = folded(value.text);
  if (name === null) {
    return value.isQuoted ? [] : fieldIds.filter((id) => id.startsWith(typed)).map((id) => `${before}${id}:`);
  }
  const field = filterFields.get(name);
  if (field === undefined) return fieldsInstead(text, name, last);
  return [...(field.words ?? []), ...seenValues(field, systems)]
    .filter((one) => folded(one).startsWith(typed) && folded(one) !== typed)
    .slice(0, mostCompletions)
    .map((one) => before + wordText({ isNegated: false, field: null, values: [literalValue(one)] }));
}

/** The text with a known field in place of this one; the likeliest first. */
function fieldsInstead(text: string, name: string, word: { readonly at: number; readonly isNegated: boolean }) {
  const at = word.at + (word.isNegated ? 1 : 0);
  const meant = meantField(name);
  const ids = meant === null ? fieldIds : [meant, ...fieldIds.filter((id) => id !== meant)];
  return ids.map((id) => text.slice(0, at) + id + text.slice(at + name.length));
}

/** The values of the loaded systems, the most frequent first. */
function seenValues(field: Field, systems: readonly System[]): readonly string[] {
  const seen = systems.flatMap((system) => field.values?.(system) ?? []).filter((value) => value !== null);
  // A value with a quote cannot be written in a filter.
  const writable = seen.filter((value) => value !== '' && !value.includes('"'));
  const counts = Map.groupBy(writable, (value) => value);
  return [...counts].sort(([, a], [, b]) => b.length - a.length).map(([value]) => value);
}
