/** The lines of an answer that is not a list: JSON with its numbers as they were sent, or the text as received. */
import { ExactNumber, type Json, scalarText } from '../../../api/exact-json.ts';
import { escapeHidden } from '../../kernel/spelling.ts';
import { hiddenText, isSecret, secretNameAmong, type SecretPlace, withoutSecrets } from '../../../api/secrets.ts';
import { memoize } from '../../kernel/store.ts';
import {
  type Answer,
  type AnswerContent,
  type AnswerJson,
  type AnswerTable,
  exportedCell,
  isSecretCell,
  rowsShown,
  valueIn,
} from './model.ts';
import type { DefinedOperation, Definition } from '../../../api/openapi/definition.ts';
import { responsesOf } from '../../../api/openapi/bodies.ts';
import { shapeOf } from '../../../api/openapi/shape.ts';

// Writes JSON with every digit unchanged, at any depth, and on request without secrets.

interface JsonOptions {
  /** False: secrets are written as `"•••"`. */
  readonly withSecrets: boolean;
  /** Stops soon after this many characters, even inside a value. */
  readonly max?: number;
  /** Name of the field with the value: it may mark a text as a secret. */
  readonly name?: string;
  readonly secretNames?: ReadonlySet<string>;
}

interface Level {
  readonly keys: readonly string[] | null;
  readonly of: object;
  readonly length: number;
  /** Position of the object or list, to judge secrets in it. */
  readonly place: SecretPlace;
  at: number;
}

/** Indented, with escapes for characters that a terminal interprets or hides. Iterative, so any depth is safe. */
export function jsonText(root: Json, options: JsonOptions): string {
  const { max = Infinity } = options;
  const pieces: string[] = [];
  let written = 0;
  const push = (...some: readonly string[]): void => {
    pieces.push(...some);
    for (const piece of some) written += piece.length;
  };
  const levels: Level[] = [];
  const put = (place: SecretPlace, value: Json): void => {
    if (typeof value !== 'object' || value === null || value instanceof ExactNumber) {
      push(literal(place, value, options));
      return;
    }
    const keys = Array.isArray(value) ? null : Object.keys(value);
    const length = Array.isArray(value) ? value.length : (keys?.length ?? 0);
    if (length === 0) push(keys === null ? '[]' : '{}');
    else {
      push(keys === null ? '[' : '{');
      levels.push({ keys, of: value, length, place, at: 0 });
    }
  };
  put({ name: options.name ?? '' }, root);
  for (let level = levels.at(-1); level !== undefined && written <= max; level = levels.at(-1)) {
    const { keys, of, length, place, at } = level;
    if (at === length) {
      levels.pop();
      push(lineAt(levels.length), keys === null ? ']' : '}');
      continue;
    }
    level.at += 1;
    push(at === 0 ? '' : ',', lineAt(levels.length));
    const key = keys?.[at];
    if (key === undefined) put(place, (of as readonly Json[])[at] ?? null);
    else {
      push(textText(key), ': ');
      put({ name: key, owner: of, outer: place.name }, (of as Readonly<Record<string, Json>>)[key] ?? null);
    }
  }
  return pieces.join('');
}

/** Maximum indent in levels: without it, a file of 3,000 levels would have megabytes of spaces. */
const deepestIndent = 100;

function lineAt(depth: number): string {
  return `\n${'  '.repeat(Math.min(depth, deepestIndent))}`;
}

function literal(place: SecretPlace, value: Json, { withSecrets, secretNames }: JsonOptions): string {
  if (typeof value !== 'string') return Object.is(value, -0) ? '-0' : (scalarText(value) ?? '');
  const isHidden = !withSecrets && isSecret(value, { ...place, isSecretShape: secretNames?.has(place.name) === true });
  return textText(isHidden ? hiddenText : value);
}

function textText(text: string): string {
  return escapeHidden(JSON.stringify(text));
}

// The lines on the screen.

type Written = Extract<AnswerContent, { readonly kind: 'text' | 'json' }>;

/** Longer text is truncated on the screen. */
const maxCharacters = 2_000_000;

/** A longer line is split: one line may be a megabyte, and the screen scrolls by lines. */
const maxLineLength = 400;

/** Cached lines, without secrets and with them. */
const made = memoize<Written, { hidden?: readonly string[]; revealed?: readonly string[] }>(() => ({}));

/** Empty when the answer is a list or has no text. Secrets are hidden unless the answer is revealed. */
export function answerLines(answer: Answer): readonly string[] {
  const { content, isRevealed } = answer;
  if (content?.kind !== 'text' && content?.kind !== 'json') return [];
  const kept = made(content);
  if (isRevealed) return (kept.revealed ??= linesOf(textOf(content, answer.secretNames, true, maxCharacters)));
  return (kept.hidden ??= linesOf(textOf(content, answer.secretNames, false, maxCharacters)));
}

/** All of the text, or slightly more than `max` characters. */
export function textOf(
  content: Written,
  secretNames: Answer['secretNames'],
  withSecrets: boolean,
  max = Infinity,
): string {
  if (content.kind === 'json') return jsonOf(content, secretNames, withSecrets, max);
  return withSecrets ? content.text : withoutSecrets(content.text, content.format);
}

function jsonOf(
  { value, name }: AnswerJson,
  secretNames: Answer['secretNames'],
  withSecrets: boolean,
  max: number,
): string {
  return `${jsonText(value, { withSecrets, name, secretNames, max })}\n`;
}

function linesOf(text: string): readonly string[] {
  const lines = text
    .slice(0, maxCharacters)
    .replace(/\r?\n$/, '')
    .split(/\r\n|\n|\r/)
    .flatMap((line) => piecesOf(line.replaceAll('\t', '    ')));
  return text.length <= maxCharacters ? lines : [...lines, '… the rest is left out. e writes all of it into a file.'];
}

function piecesOf(line: string): string | readonly string[] {
  return line.length <= maxLineLength ? line : (line.match(/.{1,400}/gsu) ?? []);
}

// The fields of an answer that the definition marks as secrets.

/** Maximum number of fields read from the definition. */
const maxFields = 100;

/**
 * Secret fields of the rows when the operation answers a list, otherwise of the answer itself; empty without a
 * definition.
 */
export function secretFieldsOf(definition: Definition | null, operation: DefinedOperation): ReadonlySet<string> {
  if (definition === null) return new Set();
  const success = responsesOf(definition, operation).find(({ status }) => status.startsWith('2'));
  const schema = success?.bodies[0]?.schema;
  if (schema === undefined) return new Set();
  return secretsAmong(definition, rowSchema(definition, schema) ?? schema);
}

/** Schema of a row: from a list, an envelope's `items`, or the only list among the fields. */
function rowSchema(definition: Definition, schema: Json): Json | null {
  const shape = shapeOf(definition, schema, { isAnswer: true });
  if (shape.kind === 'list') return shape.items;
  if (shape.kind !== 'object') return null;
  const lists = shape.fields.slice(0, maxFields).flatMap((field) => {
    const inside = shapeOf(definition, field.schema, { name: field.name, isAnswer: true });
    return inside.kind === 'list' ? [{ name: field.name, items: inside.items }] : [];
  });
  const items = lists.find(({ name }) => name === 'items') ?? (lists.length === 1 ? lists[0] : undefined);
  return items?.items ?? null;
}

function secretsAmong(definition: Definition, schema: Json): ReadonlySet<string> {
  const shape = shapeOf(definition, schema, { isAnswer: true });
  if (shape.kind !== 'object') return new Set();
  const names = shape.fields.map(({ name }) => name);
  const secrets = shape.fields.slice(0, maxFields).filter(({ name, schema: own }) => {
    return shapeOf(definition, own, { name: secretNameAmong(name, names), isAnswer: true }).isSecret;
  });
  return new Set(secrets.map(({ name }) => name));
}

// An answer as files: CSV and JSON of a table, JSON, or any other body unchanged.

export interface AnswerExport {
  /** Based on the operation, never on the answer: `enrolment-keys`. The time is added to it. */
  readonly name: string;
  readonly files: readonly AnswerFile[];
}

export type AnswerFile =
  | { readonly kind: 'csv'; readonly columns: readonly string[]; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: 'json'; readonly text: string }
  | { readonly kind: 'other'; readonly extension: string; readonly body: string | Uint8Array };

/** Does not build the files, because key bindings ask at every frame. */
export function hasFiles({ content }: Answer): boolean {
  switch (content?.kind) {
    case 'table':
    case 'json':
    case 'text':
    case 'binary':
      return true;
    case 'nothing':
    case 'eventStream':
    case 'tooLarge':
    case undefined:
      return false;
  }
}

/** Null when there is nothing to export. */
export function exportOf(answer: Answer, withSecrets: boolean): AnswerExport | null {
  const { content, operation } = answer;
  const name = `${exportName(operation.path)}${withSecrets ? '-with-secrets' : ''}`;
  switch (content?.kind) {
    case 'table':
      return { name, files: [csvOf(content, withSecrets), jsonFile(content, answer.secretNames, withSecrets)] };
    case 'json':
      return { name, files: [{ kind: 'json', text: textOf(content, answer.secretNames, withSecrets) }] };
    case 'text': {
      const body = textOf(content, answer.secretNames, withSecrets);
      return { name, files: [{ kind: 'other', extension: extensionOf(content.format), body }] };
    }
    case 'binary':
      return { name, files: [{ kind: 'other', extension: extensionOf(content.format), body: content.bytes }] };
    case 'nothing':
    case 'eventStream':
    case 'tooLarge':
    case undefined:
      return null;
  }
}

/** The whole answer as text; a table as JSON. */
export function wholeText({ content, secretNames }: Answer, withSecrets: boolean): string {
  if (content?.kind === 'table')
    return `${jsonText(content.shown.rows, optionsOf(content, secretNames, withSecrets))}\n`;
  return content?.kind === 'json' || content?.kind === 'text' ? textOf(content, secretNames, withSecrets) : '';
}

function jsonFile(table: AnswerTable, secretNames: Answer['secretNames'], withSecrets: boolean): AnswerFile {
  return { kind: 'json', text: `${jsonText(rowsShown(table.shown), optionsOf(table, secretNames, withSecrets))}\n` };
}

function optionsOf({ field }: AnswerTable, secretNames: Answer['secretNames'], withSecrets: boolean) {
  return { withSecrets, name: field ?? '', secretNames };
}

/** The visible columns and rows, in their order. */
function csvOf({ shown, fields }: AnswerTable, withSecrets: boolean): AnswerFile {
  const columns = fields.flatMap((field) => shown.columns.find((column) => column.field === field) ?? []);
  const rows = rowsShown(shown).map((row) =>
    columns.map((column) =>
      !withSecrets && isSecretCell(row, column) ? hiddenText : exportedCell(valueIn(row, column)),
    ),
  );
  return { kind: 'csv', columns: columns.map(({ field }) => field), rows };
}

/** The last literal of a path: `enrolment-keys` for `/org/{orgId}/enrolment-keys/{keyId}`. */
export function exportName(path: string): string {
  const words = path.split('/').filter((segment) => !/[{}]/.test(segment));
  const parts = (words.at(-1) ?? '').split(/[^A-Za-z0-9]+/).filter((part) => part !== '');
  return parts.join('-').slice(0, maxNameLength) || 'answer';
}

const maxNameLength = 60;

const extensions: ReadonlyMap<string, string> = new Map([
  ['text/csv', 'csv'],
  ['text/html', 'html'],
  ['application/zip', 'zip'],
  ['application/pdf', 'pdf'],
  ['application/gzip', 'gz'],
  ['application/json', 'json'],
  ['image/png', 'png'],
  ['image/jpeg', 'jpg'],
]);

export function extensionOf(format: string): string {
  if (extensions.has(format)) return extensions.get(format) ?? 'bin';
  return /^text\/|xml|yaml/.test(format) ? 'txt' : 'bin';
}
