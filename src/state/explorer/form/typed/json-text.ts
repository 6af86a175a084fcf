/** JSON as a person writes it: lines of comments are dropped, and a mistake has a line and a column. */
import { deepestJson, type Json, readExactly } from '../../../../api/exact-json.ts';

/** `says`: what is wrong, for a sentence to begin with. */
export type JsonRead = { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly says: string };

/** Null where there is nothing but comments. */
export function readJsonText(text: string): JsonRead | null {
  // Blank lines in their places: a mistake is found in the line that it is in.
  const plain = text.replace(/^[ \t]*\/\/.*$/gmu, '');
  if (plain.trim() === '') return null;
  const read = readExactly(plain);
  if (read.ok) return read;
  if (read.why === 'too deep') return { ok: false, says: `JSON of more than ${deepestJson} levels` };
  const { line, column } = placeIn(plain, mistakeIn(plain));
  return { ok: false, says: `Not JSON at line ${line}, column ${column}` };
}

/** From 1. */
function placeIn(text: string, at: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, at).split('\n');
  return { line: before.length, column: Array.from(before.at(-1) ?? '').length + 1 };
}

const blanks = String.raw`[ \t\n\r]*`;
const sign = String.raw`([[\]{}:,])`;
const string = String.raw`("(?:[^"\\\u{0}-\u{1F}]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}))*")`;
const word = String.raw`(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|true\b|false\b|null\b)`;
const token = new RegExp(`${blanks}(?:${sign}|${string}|${word})`, 'uy');

type Expected = 'value' | 'value or end' | 'name' | 'name or end' | 'colon' | 'comma or end' | 'nothing';

/** The character at which a text stops being JSON (RFC 8259). Engines do not say it of every mistake. */
function mistakeIn(text: string): number {
  const open: string[] = [];
  let expected: Expected = 'value';
  const afterValue = (): Expected => (open.length === 0 ? 'nothing' : 'comma or end');
  token.lastIndex = 0;
  let end = 0;
  for (;;) {
    const found = token.exec(text);
    const start = end + (/^[ \t\n\r]*/.exec(text.slice(end, end + 4096))?.[0].length ?? 0);
    if (found === null) return start;
    const [, mark, name, scalar] = found;
    end = token.lastIndex;
    const isValue = expected === 'value' || expected === 'value or end';
    if (name !== undefined && (expected === 'name' || expected === 'name or end')) expected = 'colon';
    else if ((name !== undefined || scalar !== undefined) && isValue) expected = afterValue();
    else if (mark === '{' && isValue) {
      open.push('}');
      expected = 'name or end';
    } else if (mark === '[' && isValue) {
      open.push(']');
      expected = 'value or end';
    } else if (mark === ':' && expected === 'colon') expected = 'value';
    else if (mark === ',' && expected === 'comma or end') expected = open.at(-1) === '}' ? 'name' : 'value';
    else if (mark !== undefined && mark === open.at(-1) && isEnd(expected)) {
      open.pop();
      expected = afterValue();
    } else return start;
  }
}

function isEnd(expected: Expected): boolean {
  return expected === 'comma or end' || expected === 'name or end' || expected === 'value or end';
}
