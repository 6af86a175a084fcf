/** Converts prose to plain text: many definitions write summaries and descriptions in HTML. */
import { decodeHTMLStrict } from 'entities/decode';
import type { Json } from '../exact-json.ts';
import type { DefinedOperation } from './definition.ts';
import { textIn } from './json-pieces.ts';

/** Empty when there is no text. */
export function proseIn(value: Json | undefined, name: string): string {
  return plainProse(textIn(value, name));
}

/** The description; empty when the summary says the same. */
export function descriptionBeside({ source, summary }: Pick<DefinedOperation, 'source' | 'summary'>): string {
  const description = proseIn(source, 'description');
  return inOneLine(description) === summary ? '' : description;
}

export function inOneLine(prose: string): string {
  return prose.trim().replaceAll(/\s+/g, ' ');
}

/** Maximum characters searched for tags, more than any screen shows. The rest stays unchanged. */
const maxProseLength = 100_000;

/** Markdown code, a comment, a script, a tag, or an entity. No part of the pattern backtracks far. */
const pieces =
  /(`[^`]*`)|<!--(?:(?!<!--)[^]){0,2000}?-->|<(?:script|style)\b[^<>]*>[^<]*<\/(?:script|style)\s*>|<\/?([a-z][a-z\d]*)((?:[\s/][^<>]*)?)>|&(#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/gi;

/** Tags become line breaks or nothing, and entities become characters. `<token>` and Markdown code stay. */
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
  return plain === text ? text : collapseBlankLines(plain);
}

/** Elements within a line. Other text in angle brackets, such as `<token>`, is not HTML. */
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

/** Elements whose end tag is forbidden or optional. */
const unclosed: ReadonlySet<string> = new Set('br hr img wbr col p li dt dd td th tr'.split(' '));

function collapseBlankLines(text: string): string {
  const lines = text.split(/\r?\n/).map((line) => line.trimEnd());
  return lines
    .filter((line, at) => line !== '' || (lines[at - 1] !== '' && lines[at + 1]?.startsWith('- ') !== true))
    .join('\n')
    .trim();
}

/** Null for an unknown name, and for a number that is not a character. */
function characterOf(entity: string): string | null {
  const character = decodeHTMLStrict(entity);
  if (character === entity || character === '\ufffd') return null;
  // Drops soft hyphens and zero-width spaces, because the text is wrapped again.
  if (character === '\u00ad' || character === '\u200b') return '';
  return character !== '\n' && /^\s$/.test(character) ? ' ' : character;
}
