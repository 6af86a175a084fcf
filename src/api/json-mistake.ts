/** JSON that is none: where it stops being JSON; and JSON as a person writes it, with lines of comments. */
import { deepestJson, type Json, readExactly } from './exact-json.ts';

const blanks = ' \t\r\n';
const plainText = /[ !#-[\]-\uffff]*/y;
const escaped = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;
const scalar = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.])/y;
/** The beginning of each of these, which more text could have made whole. */
const begun =
  /(?:-|-?(?:0|[1-9]\d*)(?:\.|(?:\.\d+)?[eE][+-]?)|t|tr|tru|f|fa|fal|fals|n|nu|nul|\\|\\u[\da-fA-F]{0,3})$/y;

/** Where a text stops being JSON. */
interface JsonMistake {
  /** The first character that JSON does not have there; the length of the text where it only ends too early. */
  readonly at: number;
  /** The beginning of the text, number or word that this character is in. */
  readonly start: number;
}

/** The first mistake of a text that `JSON.parse` refuses (RFC 8259). Engines do not say of every one where it is. */
export function jsonMistakeIn(text: string): JsonMistake {
  /** Closing brackets of the open lists and objects. */
  const open: string[] = [];
  let [at, start] = [0, 0];
  const skip = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const length = pattern.exec(text)?.[0].length ?? -1;
    at += Math.max(length, 0);
    return length > 0;
  };
  const is = (character: string): boolean => {
    if (text[at] !== character) return false;
    at += 1;
    return true;
  };
  const skipBlank = (): void => {
    while (at < text.length && blanks.includes(text.charAt(at))) at += 1;
    start = at;
  };
  const took = (character: string): boolean => {
    skipBlank();
    return is(character);
  };
  const fault = (): JsonMistake => {
    begun.lastIndex = at;
    return { at: begun.test(text) ? text.length : at, start };
  };
  const tookText = (): boolean => {
    if (!took('"')) return false;
    do skip(plainText);
    while (skip(escaped));
    return is('"');
  };
  const tookName = (): boolean => tookText() && took(':');
  for (;;) {
    skipBlank();
    if (took('{')) {
      if (!took('}')) {
        open.push('}');
        if (!tookName()) return fault();
        continue;
      }
    } else if (took('[')) {
      if (!took(']')) {
        open.push(']');
        continue;
      }
    } else if (text[at] === '"' ? !tookText() : !skip(scalar)) return fault();
    for (;;) {
      const closing = open.at(-1);
      if (closing === undefined) {
        skipBlank();
        return { at, start };
      }
      if (took(closing)) {
        open.pop();
        continue;
      }
      if (!took(',') || (closing === '}' && !tookName())) return fault();
      break;
    }
  }
}

/** `says`: the mistake, for a sentence to begin with. */
export type JsonRead = { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly says: string };

/** Null where there is nothing but comments. */
export function readJsonText(text: string): JsonRead | null {
  // Blank lines in their places: a mistake is found in the line that it is in.
  const plain = text.replace(/^[ \t]*\/\/.*$/gmu, '');
  if (plain.trim() === '') return null;
  const read = readExactly(plain);
  if (read.ok) return read;
  if (read.why === 'too deep') return { ok: false, says: `JSON of more than ${deepestJson} levels` };
  const { line, column } = placeIn(plain, jsonMistakeIn(plain).start);
  return { ok: false, says: `Not JSON at line ${line}, column ${column}` };
}

/** From 1. */
function placeIn(text: string, at: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, at).split('\n');
  return { line: before.length, column: Array.from(before.at(-1) ?? '').length + 1 };
}
