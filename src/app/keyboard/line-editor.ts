/** What do the keys of a text field do to its line? As in readline: at the caret, wherever that is. */
import type { KeyName } from '../../screens/keys/key-name.ts';

export interface Line {
  readonly text: string;
  /** So much of the text stands before it. */
  readonly caret: number;
}

/** What was typed or pasted, at the caret. */
export function withTyped({ text, caret }: Line, typed: string): Line {
  return lineOf(text.slice(0, caret) + typed, text.slice(caret));
}

/** The line after this key; null where it is not a key of a line. */
export function lineAfter({ text, caret }: Line, key: KeyName): Line | null {
  const change = changes.get(key);
  return change === undefined ? null : change(text.slice(0, caret), text.slice(caret));
}

const changes: ReadonlyMap<KeyName, (before: string, after: string) => Line> = new Map([
  ['left', (before, after) => lineOf(before.slice(0, last(before)), before.slice(last(before)) + after)],
  ['right', (before, after) => lineOf(before + after.slice(0, first(after)), after.slice(first(after)))],
  ['backspace', (before, after) => lineOf(before.slice(0, last(before)), after)],
  ['delete', (before, after) => lineOf(before, after.slice(first(after)))],
  ['home', (before, after) => lineOf('', before + after)],
  ['ctrl-a', (before, after) => lineOf('', before + after)],
  ['end', (before, after) => lineOf(before + after, '')],
  ['ctrl-e', (before, after) => lineOf(before + after, '')],
  // The last word goes, with the spaces after it.
  ['ctrl-w', (before, after) => lineOf(before.replace(/\S+\s*$/u, ''), after)],
  ['ctrl-u', (_, after) => lineOf('', after)],
  ['ctrl-k', (before) => lineOf(before, '')],
] satisfies [KeyName, (before: string, after: string) => Line][]);

function lineOf(before: string, after: string): Line {
  return { text: before + after, caret: before.length };
}

/** Where the first character ends: of one that is two units long, no half is left. */
function first(text: string): number {
  return /^./su.exec(text)?.[0].length ?? 0;
}

/** Where the last character begins. */
function last(text: string): number {
  return text.length - (Array.from(text.slice(-2)).at(-1)?.length ?? 0);
}
