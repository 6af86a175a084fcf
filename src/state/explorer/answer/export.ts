/** An answer as files: CSV and JSON of a table, JSON, or any other body unchanged. */
import { jsonText, textOf } from './answer-lines.ts';
import { type Answer, type AnswerTable } from './model.ts';
import { hiddenText } from '../../../api/secrets.ts';
import { exportedCell, isSecretCell, rowsShown, valueIn } from './table.ts';

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
