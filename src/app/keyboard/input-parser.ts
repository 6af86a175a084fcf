/** Which of the characters that come from a terminal are keys, and which are its answers and reports? */
import { codePointKey, plainFunctionalKey, plainKey } from './code-point-keys.ts';

const escape = '\u{1B}';

/** Pasted text stands between these brackets, by which a terminal tells it from typing. */
export const [pasteBegin, pasteEnd] = [`${escape}[200~`, `${escape}[201~`];

/** What is pasted may hold an end of its own, and nobody types on within the same read: all of it is the paste. */
const paste = String.raw`\u{1B}\[200~[^]*\u{1B}\[201~[^]*`;
const pasteBrackets = new RegExp(String.raw`\u{1B}\[20[01]~`, 'gu');

/** The keys that Ink knows by a sequence, with their modifiers; no terminal answers with one of these. */
const keySequences = [
  // Arrows, Home, End and Shift-Tab; in rxvt's way, too.
  String.raw`\u{1B}\[(?:1;[\d:]+)?[A-FHZ]`,
  String.raw`\u{1B}\[[a-d]`,
  // Home, Insert, Delete, End, PageUp and PageDown.
  String.raw`\u{1B}\[[1-8](?:;[\d:]+)?~`,
  String.raw`\u{1B}\[[2-8][$^]`,
  String.raw`\u{1B}\[\[[56]~`,
  String.raw`\u{1B}O[A-FHMa-d]`,
].join('|');

/** A button or a place in the oldest report of the mouse: any character from the blank on, Delete included. */
const mouseByte = String.raw`[^\u{0}-\u{1F}]`;

/**
 * The beginning of a sequence whose rest has not come yet. Controls end it: ctrl-c is never part of an answer.
 * Of those that begin like a key after Esc (`]`, `P`, `_`), only what answers begin with.
 */
const unfinished = [
  String.raw`\u{1B}\[200~[^]*$`,
  String.raw`\u{1B}$`,
  String.raw`\u{1B}\[[0-?]*[ -\/]*$`,
  String.raw`\u{1B}\[M${mouseByte}{0,2}$`,
  String.raw`\u{1B}\[\[[\d;]*$`,
  String.raw`\u{1B}O[\d;]*$`,
  String.raw`\u{1B}[\]P_]$`,
  String.raw`\u{1B}(?:\]\d|P[\d!$+=>?]|_G)\P{Cc}*\u{1B}?$`,
].join('|');

/** Whatever else begins with Esc and goes on as no typing does: the cursor's place, focus, the mouse, colours, … */
const answers = [
  // The mouse in its oldest form: three characters after the sequence, which could be any key.
  String.raw`\u{1B}\[M${mouseByte}{3}`,
  String.raw`\u{1B}\[\[[\d;]*[@-~]`,
  String.raw`\u{1B}\[[0-?]*[ -\/]*[@-~]`,
  String.raw`\u{1B}\[[0-?]+[ -\/]*`,
  String.raw`\u{1B}O[\d;]*[@-~]`,
  String.raw`\u{1B}(?:\]\d|P[\d!$+=>?]|_G)\P{Cc}*(?:\u{7}|\u{1B}\\)?`,
  // Alt with a key, which no key of the program is: never Esc, and then a command where that has led.
  String.raw`\u{1B}(?:\P{Cc}|[\t\n\r\u{7F}])`,
].join('|');

const piece = new RegExp(
  String.raw`(?<paste>${paste})|(?<key>${keySequences})|(?<codePoint>${codePointKey})|(?<rest>${unfinished})|(?:${answers})|(?<text>\P{Cc}+|\p{Cc})`,
  'gu',
);

/** Pieces in the order typed, and the beginning of a sequence that goes on in what is still to come. */
export interface TypedPieces {
  readonly pieces: readonly string[];
  readonly rest: string;
}

/**
 * Runs of text whole, and a paste with its brackets; Enter, Tab, Backspace and other controls alone, and each key's
 * sequence by itself. What a terminal says unasked or in answer is no key, and is left out.
 */
export function typedPieces(text: string): TypedPieces {
  const pieces: string[] = [];
  let rest = '';
  for (const { groups } of text.matchAll(piece)) {
    const typed = typedBy(groups ?? {});
    if (typed !== '') pieces.push(typed);
    rest = groups?.['rest'] ?? '';
  }
  return { pieces, rest };
}

function typedBy({ paste: pasted, key, codePoint, text }: Partial<Record<string, string>>): string {
  if (pasted !== undefined) return pasteOf(pasted);
  if (key !== undefined) return plainFunctionalKey(key);
  return codePoint === undefined ? (text ?? '') : plainKey(codePoint);
}

/** A paste, whatever brackets it holds itself; '' where it holds nothing else. */
export function pasteOf(text: string): string {
  const pasted = text.replace(pasteBrackets, '');
  return pasted === '' ? '' : pasteBegin + pasted + pasteEnd;
}

/**
 * What was meant by a beginning that nothing followed: Esc, or no key at all. A paste whose end was lost is one all the
 * same: nothing of it becomes a key.
 */
export function piecesOfRest(rest: string): readonly string[] {
  if (rest.startsWith(pasteBegin)) return [pasteOf(rest)].filter((piece) => piece !== '');
  return rest === escape ? [escape] : [];
}

/** How long is the rest waited for? In milliseconds. */
export function patienceFor(rest: string): number {
  // A large one comes in many pieces; over a slow line each takes its time.
  if (rest.startsWith(pasteBegin)) return 1000;
  // Esc is a key, and is to be felt at once; nobody types the other beginnings.
  return rest === escape ? 30 : 500;
}

/** The rest of a sequence whose Esc was taken for the key, because it came alone; as a hand types nothing in one read. */
export const tailOfSequence = /^(?:\[[\d<:;?]+[ -/]*[@-~]|[[O][A-Z]$)/;
