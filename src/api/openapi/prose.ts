/** Prose of a definition as plain text. Many definitions write their summaries and descriptions in HTML. */
import { decodeHTMLStrict } from 'entities/decode';
import type { Json } from '../exact-json.ts';
import type { DefinedOperation } from './definition.ts';
import { textIn } from './json-pieces.ts';

/** The text at a name, without HTML. Empty when there is no text. */
export function proseIn(value: Json | undefined, name: string): string {
  return plainProse(textIn(value, name));
}

/** Description of an operation; empty where its summary says the same. */
export function descriptionBeside({ source, summary }: Pick<DefinedOperation, 'source' | 'summary'>): string {
  const description = proseIn(source, 'description');
  return inOneLine(description) === summary ? '' : description;
}

export function inOneLine(prose: string): string {
  return prose.trim().replaceAll(/\s+/g, ' ');
}

/** Limit on the text that is searched for tags: no screen shows as much. The rest stays as it is. */
const maxProseLength = 100_000;

/** Code of Markdown, a comment, a script, a tag, or an entity. No part of the pattern looks far ahead in vain. */
const pieces =
  /(`[^`]*`)|<!--(?:(?!<!--)[^]){0,2000}?-->|<(?:script|style)\b[^<>]*>[^<]*<\/(?:script|style)\s*>|<\/?([a-z][a-z\d]*)((?:[\s/][^<>]*)?)>|&(#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/gi;

/** Tags become line breaks or nothing, and entities characters. `<token>` and code in Markdown stay. */
export function plainProse(text: string): string {
  if (text.length > maxProseLength) return plainProse(text.slice(0, maxProseLength)) + text.slice(maxProseLength);
  if (!/[<&]/.test(text)) return text;
  const closed = new Set(Array.from(text.matchAll(/<\/([a-z][a-z\d]*)\s*>/gi), ([, name = '']) => name.toLowerCase()));
  const plain = text.replace(pieces, (piece, code?: string, tag?: string, rest?: string, entity?: string) => {
    if (code !== undefined) return piece;
    if (entity !== undefined) return characterOf(piece) ?? piece;
    if (tag === undefined) return '';
    const name = tag.toLowerCase();
    if (!inline.has(name) && !blocks.has(name)) return piece;
    const isEnd = piece.startsWith('</');
    const isTag = isEnd || unclosed.has(name) || closed.has(name) || /[=/]/.test(rest ?? '');
    return isTag ? ((isEnd ? ends.get(name) : undefined) ?? blocks.get(name) ?? '') : piece;
  });
  return plain === text ? text : withoutBlankLines(plain);
}

/** Elements within a line. Others in angle brackets are no HTML, such as `<token>`. */
const inline: ReadonlySet<string> = new Set(
  `a abbr b bdi bdo big center cite code dd del dfn em font i img ins kbd label mark nobr q s samp small span strike
  strong sub sup time tt u var wbr tbody thead tfoot colgroup col`.split(/\s+/),
);

/** Elements that begin a line or a cell, and their sign. */
const blocks: ReadonlyMap<string, string> = new Map([
  ...`p div br hr h1 h2 h3 h4 h5 h6 ul ol dl dt tr table caption pre blockquote section article header footer aside nav
  main figure figcaption details summary`
    .split(/\s+/)
    .map((name) => [name, '\n'] as const),
  ['li', '\n- '],
  ['td', '  '],
  ['th', '  '],
]);

const ends: ReadonlyMap<string, string> = new Map(['li', 'td', 'th', 'dt', 'tr'].map((name) => [name, '']));

/** Elements that have no end, or need none. */
const unclosed: ReadonlySet<string> = new Set('br hr img wbr col p li dt dd td th tr'.split(' '));

function withoutBlankLines(text: string): string {
  const lines = text.split(/\r?\n/).map((line) => line.trimEnd());
  return lines
    .filter((line, at) => line !== '' || (lines[at - 1] !== '' && lines[at + 1]?.startsWith('- ') !== true))
    .join('\n')
    .trim();
}

/** Null for an unknown name, and for a number that is no character. */
function characterOf(entity: string): string | null {
  const character = decodeHTMLStrict(entity);
  if (character === entity || character === '\ufffd') return null;
  // A place where a word may be broken is nothing in a text of its own lines.
  if (character === '\u00ad' || character === '\u200b') return '';
  return character !== '\n' && /^\s$/.test(character) ? ' ' : character;
}
