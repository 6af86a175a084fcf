/** The lines of an answer that is no list: JSON with its numbers as they were sent, or the text as it came. */
import { memoize } from '../../kernel/memoize.ts';
import { withoutSecrets } from '../../../api/secrets.ts';
import { jsonText } from './json-text.ts';
import type { Answer, AnswerContent, AnswerJson } from './model.ts';

type Written = Extract<AnswerContent, { readonly kind: 'text' | 'json' }>;

/** Longer text loses its end on the screen. */
const mostCharacters = 2_000_000;

/** A longer line is several: one may be a megabyte, and the screen scrolls by lines. */
const longestLine = 400;

/** Lines made so far: without secrets, and with them. */
const made = memoize<Written, { hidden?: readonly string[]; revealed?: readonly string[] }>(() => ({}));

/** Empty where the answer is a list, or has no text. Without its secrets, until they are shown. */
export function answerLines(answer: Answer): readonly string[] {
  const { content, isRevealed } = answer;
  if (content?.kind !== 'text' && content?.kind !== 'json') return [];
  const kept = made(content);
  if (isRevealed) return (kept.revealed ??= linesOf(textOf(content, answer.secretNames, true, mostCharacters)));
  return (kept.hidden ??= linesOf(textOf(content, answer.secretNames, false, mostCharacters)));
}

/** All of it, or a little more than so many characters. */
export function textOf(
  content: Written,
  secretNames: Answer['secretNames'],
  withSecrets: boolean,
  most = Infinity,
): string {
  if (content.kind === 'json') return jsonOf(content, secretNames, withSecrets, most);
  return withSecrets ? content.text : withoutSecrets(content.text, content.format);
}

function jsonOf(
  { value, name }: AnswerJson,
  secretNames: Answer['secretNames'],
  withSecrets: boolean,
  most: number,
): string {
  return `${jsonText(value, { withSecrets, name, secretNames, most })}\n`;
}

function linesOf(text: string): readonly string[] {
  const lines = text
    .slice(0, mostCharacters)
    .replace(/\r?\n$/, '')
    .split(/\r\n|\n|\r/)
    .flatMap((line) => piecesOf(line.replaceAll('\t', '    ')));
  return text.length <= mostCharacters ? lines : [...lines, '… the rest is left out. e writes all of it into a file.'];
}

function piecesOf(line: string): string | readonly string[] {
  return line.length <= longestLine ? line : (line.match(/.{1,400}/gsu) ?? []);
}
