/** JSON that is none: where it stops being JSON; and JSON as a person writes it, with lines of comments. */
import { visit } from 'jsonc-parser';
import { deepestJson, type Json, readExactly } from './exact-json.ts';

/** Where a text stops being JSON. */
interface JsonMistake {
  /** Where the word, number or text begins that is wrong. */
  readonly at: number;
  /** The text only ends too early. */
  readonly isCutOff: boolean;
}

/** By jsonc-parser's `ParseErrorCode`: a word, a text or a number that is none, which more text could have made one. */
const couldBeBegun: ReadonlySet<number> = new Set([1, 2, 12, 13, 14, 15]);
const begunWord = /^(?:-|-?\d.*|".*|t|tr|tru|f|fa|fal|fals|n|nu|nul)$/s;

/** The first mistake of a text that `JSON.parse` refuses (RFC 8259). Engines do not say of every one where it is. */
export function jsonMistakeIn(text: string): JsonMistake {
  let [at, kind] = [0, 0];
  const onError = (error: number, offset: number): void => {
    [at, kind] = [offset, error];
    throw new SyntaxError();
  };
  try {
    visit(text, { onError }, { disallowComments: true });
  } catch {
    // The first mistake; or the text is deep, and the parser, which calls itself for each level, overflows.
  }
  const rest = text.slice(at);
  const isBegun = couldBeBegun.has(kind) && begunWord.test(rest) && !/[\n\r]/.test(rest);
  return { at, isCutOff: rest.trim() === '' || isBegun };
}

/** `says`: the mistake, for a sentence to begin with. */
export type JsonRead = { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly says: string };

/** Null where there is nothing but comments. */
export function readJsonText(text: string): JsonRead | null {
  // Blank lines in their places: a mistake is found in the line that it is in.
  const plain = text.replace(/^[ \t]*\/\/.*$/gmu, '');
  if (plain.trim() === '') return null;
  const read = readExactly(plain);
  if (read.ok) {
    const twice = doubledIn(plain);
    if (twice === null) return read;
    const { line, column } = placeIn(plain, twice.at);
    return {
      ok: false,
      says: `${JSON.stringify(twice.name.slice(0, longestName))} is set twice, at line ${line}, column ${column}`,
    };
  }
  if (read.why === 'too deep') return { ok: false, says: `JSON of more than ${deepestJson} levels` };
  const { line, column } = placeIn(plain, jsonMistakeIn(plain).at);
  return { ok: false, says: `Not JSON at line ${line}, column ${column}` };
}

const longestName = 40;

/** The second field of one name in one object: a reader takes either (RFC 8259, 4). Null: each name stands once. */
function doubledIn(text: string): { readonly name: string; readonly at: number } | null {
  let twice: { readonly name: string; readonly at: number } | null = null;
  const above: Set<string>[] = [];
  visit(text, {
    onObjectBegin: () => void above.push(new Set()),
    onObjectEnd: () => void above.pop(),
    onObjectProperty(name, at) {
      const names = above.at(-1);
      if (names?.has(name) === true) twice ??= { name, at };
      names?.add(name);
    },
  });
  return twice;
}

/** From 1. */
function placeIn(text: string, at: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, at).split('\n');
  return { line: before.length, column: Array.from(before.at(-1) ?? '').length + 1 };
}
