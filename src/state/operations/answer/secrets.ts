/** Which texts of an answer, a form or a record are secrets: hidden until a person asks for them. */
import type { Json } from '../../../api/exact-json.ts';
import { isSecretName } from '../secret-name.ts';

/** What stands in their place wherever they leave the screen. */
export const hiddenText = '•••';

/** Shorter texts, and those with white space, are words: `keyCode: "enter"`. */
const shortestSecret = 8;

/** As the service makes them, inside any other text as well. */
const accessToken = /(?<![A-Za-z0-9])[A-Za-z0-9]{63}(?![A-Za-z0-9])/;
const accessTokens = new RegExp(accessToken, 'g');

/** Is this value of a field hidden as a whole? `isSecretShape`: its shape says `password` or `writeOnly`. */
export function isSecret(name: string, value: Json, isSecretShape = false): value is string {
  return typeof value === 'string' && (isSecretText(name, value, isSecretShape) || holdsAccessToken(value));
}

/** Of long texts, so many answers are remembered: a screen asks again with each key. */
const mostRemembered = 16;
const longText = 10_000;
const remembered = new Map<string, boolean>();

function holdsAccessToken(text: string): boolean {
  if (text.length < longText) return accessToken.test(text);
  const known = remembered.get(text);
  if (known !== undefined) return known;
  if (remembered.size >= mostRemembered) remembered.clear();
  const holds = accessToken.test(text);
  remembered.set(text, holds);
  return holds;
}

function isSecretText(name: string, text: string, isSecretShape: boolean): boolean {
  return (isSecretShape || isSecretName(name)) && text.length >= shortestSecret && !/\s/.test(text);
}

const assigned = String.raw`(["']?[\w.-]{0,80}(?:key|secret|token|password|credential|code)s?["']?\s{0,8}[:=]\s{0,8}["']?)`;
const assignedSecrets = new RegExp(`${assigned}([^\\s"',;&<>]{${shortestSecret},})`, 'gi');

/** A text that is no JSON: what follows the name of a secret is hidden, and tokens anywhere. */
export function textWithoutSecrets(text: string): string {
  return text.replace(assignedSecrets, `$1${hiddenText}`).replace(accessTokens, hiddenText);
}

/** A text of a type, without what is hidden in it. */
export function withoutSecrets(text: string, format: string): string {
  return textWithoutSecrets(format === 'text/csv' ? csvWithoutSecrets(text) : text);
}

/** A cell of a line of CSV, in quotes or not, and what ends it. */
const csvCell = /("(?:[^"]|"")*"|[^,;\t"]*)([,;\t]|$)/gy;

/** CSV without the cells below a title that is the name of a secret. */
function csvWithoutSecrets(text: string): string {
  const [head = '', ...lines] = text.split('\n');
  const secret = cellsIn(head).map(({ cell }) => isSecretName(cell.replaceAll(/[\s"]/g, '')));
  if (!secret.includes(true)) return text;
  const shown = lines.map((line) =>
    cellsIn(line)
      .map(
        ({ cell, end }, at) => (secret[at] === true && cell.trim().length >= shortestSecret ? hiddenText : cell) + end,
      )
      .join(''),
  );
  return [head, ...shown].join('\n');
}

function cellsIn(line: string): readonly { readonly cell: string; readonly end: string }[] {
  const cells = [...line.matchAll(csvCell)].map(([, cell = '', end = '']) => ({ cell, end }));
  const length = cells.reduce((sum, { cell, end }) => sum + cell.length + end.length, 0);
  // What is no CSV any more stays in one piece.
  return length === line.length ? cells : [{ cell: line, end: '' }];
}
