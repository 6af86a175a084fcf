/** Edits the line of an open field at its caret, as readline does, and sanitises typed text. */
import type { KeyName } from '../../screens/screen-definition.ts';
import type { FieldLink } from '../../screens/parts/root-context.ts';

export interface EditedLine {
  readonly text: string;
  readonly caret: number;
}

export function withTyped({ text, caret }: EditedLine, typed: string): EditedLine {
  return lineOf(text.slice(0, caret) + typed, text.slice(caret));
}

/** Replaces control, invisible and direction characters by blanks, because you could not see and delete them. */
export function sanitizeInput(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]+/gu, ' ');
}

/** The line after this key; null if the key does not edit. */
export function lineAfter({ text, caret }: EditedLine, key: KeyName): EditedLine | null {
  const change = changes.get(key);
  return change === undefined ? null : change(text.slice(0, caret), text.slice(caret));
}

const changes: ReadonlyMap<KeyName, (before: string, after: string) => EditedLine> = new Map([
  ['left', (before, after) => lineOf(before.slice(0, last(before)), before.slice(last(before)) + after)],
  ['right', (before, after) => lineOf(before + after.slice(0, first(after)), after.slice(first(after)))],
  ['backspace', (before, after) => lineOf(before.slice(0, last(before)), after)],
  ['delete', (before, after) => lineOf(before, after.slice(first(after)))],
  ['home', (before, after) => lineOf('', before + after)],
  ['ctrl-a', (before, after) => lineOf('', before + after)],
  ['end', (before, after) => lineOf(before + after, '')],
  ['ctrl-e', (before, after) => lineOf(before + after, '')],
  // Deletes the last word with the spaces after it.
  ['ctrl-w', (before, after) => lineOf(before.slice(0, lastWord(before)), after)],
  ['ctrl-u', (_, after) => lineOf('', after)],
  ['ctrl-k', (before) => lineOf(before, '')],
] satisfies [KeyName, (before: string, after: string) => EditedLine][]);

function lineOf(before: string, after: string): EditedLine {
  return { text: before + after, caret: before.length };
}

/** The end of the first character, so that a surrogate pair is never split. */
function first(text: string): number {
  return /^./su.exec(text)?.[0].length ?? 0;
}

function last(text: string): number {
  return text.length - (Array.from(text.slice(-2)).at(-1)?.length ?? 0);
}

function lastWord(text: string): number {
  let at = text.trimEnd().length;
  while (/\S/.test(text.charAt(at - 1))) at -= 1;
  return at;
}

/** The caret of the open field, at the end of a text that was not typed. */
export type Caret = FieldLink['caret'] & {
  /** `shown`: the text in the field; dots for a secret, which is not kept here. */
  place(shown: string, at: number): void;
  forget(): void;
};

export function createCaret(): Caret {
  let placed = { shown: '', at: 0 };
  const listeners = new Set<() => void>();
  const place = (shown: string, at: number): void => {
    placed = { shown, at };
    for (const listener of listeners) listener();
  };
  return {
    at: (shown) => (shown === placed.shown ? placed.at : shown.length),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    place,
    forget() {
      place('', 0);
    },
  };
}
