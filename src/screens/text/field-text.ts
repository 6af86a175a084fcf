/** What is shown of a field that should be text, and is none? */
import type { System } from '../../api/system.ts';

/** The fields of a system that hold one text. */
type TextField = {
  [Field in keyof System]-?: System[Field] extends string | null ? Field : never;
}[keyof System];

/** The text as it was sent; `⟨not text⟩` where something else stood in its place; null where nothing did. */
export function fieldText(system: System, field: TextField): string | null {
  const text = system[field];
  if (text !== null || system.faults.length === 0) return text;
  const isOdd = system.faults.some((fault) => fault.startsWith(`${field}:`) || fault.includes(`.${field}:`));
  return isOdd ? '⟨not text⟩' : null;
}
