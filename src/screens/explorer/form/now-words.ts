/** Current values at the service beside the fields of a form, and the words while they are not known. */
import { digitsOf, ExactNumber, isJsonObject, type Json, isList } from '../../../api/exact-json.ts';
import { isSecret } from '../../../api/secrets.ts';
import { type FormScreen, type FormState, shownShape } from '../../../state/explorer/form/forms.ts';
import { nowAt } from '../../../state/explorer/form/now.ts';
import { isHidden, valuesAmongMarks } from '../../../state/explorer/form/marked-systems.ts';
import type { FieldPath } from '../../../state/explorer/form/values.ts';
import type { FieldEntry } from '../../../state/explorer/form/form-lines.ts';
import { knownWords } from '../../text/json-words.ts';
import { type Clean, clean } from '../../text/clean.ts';
import { brief, clip, width } from '../../text/fit.ts';
import { briefProblem } from '../../text/problem-wording.ts';
import { count, plural } from '../../text/quantities.ts';

/** Limit of width: a narrower terminal drops this column first. */
const leastColumns = 76;
const mostCells = 24;
const mostShown = 300;

export const nowTitle = 'NOW';

/** A cell for each field, and their width; null: there is no such column. */
export interface NowColumn {
  readonly cells: number;
  readonly words: ReadonlyMap<FieldEntry, Clean>;
}

export function nowColumn(state: FormState, fields: readonly FieldEntry[]): NowColumn | null {
  const { now, marks } = state.screen;
  if ((now?.value === undefined && marks === null) || state.columns < leastColumns) return null;
  const words = new Map(
    fields.flatMap((field) => {
      const text = cellOf(state, field);
      return text === null ? [] : [[field, clip(clean(text), mostCells)] as const];
    }),
  );
  if (words.size === 0) return null;
  return { words, cells: Math.max(nowTitle.length, ...[...words.values()].map(width)) };
}

/** Null when the service has no field of that name. */
function cellOf(state: FormState, { path, role }: FieldEntry): string | null {
  if (state.screen.marks !== null) return role === 'value' ? amongMarks(state, path) : null;
  const value = role === 'value' ? nowAt(state.screen, path) : undefined;
  if (value === undefined) return null;
  const name = path.findLast((step) => typeof step === 'string') ?? '';
  const { isSecret: isSecretShape } = shownShape(state, path);
  const owner = nowAt(state.screen, [path[0], ...path.slice(1, -1)]);
  return isSecret(value, { name, owner, isSecretShape }) ? '••••••••' : valueWords(value);
}

/** The value that all marked systems have, or in how many it differs from the most frequent one. */
function amongMarks(state: FormState, path: FieldPath): string | null {
  const { counts, without } = valuesAmongMarks(state, path);
  const [first] = counts;
  if (first === undefined) return null;
  const [value] = first;
  if (isHidden(state, path, value)) return '••••••••';
  return counts.length === 1 && without === 0 ? knownWords(value) : `differs in ${count(state.marks.marked.size)}`;
}

function valueWords(value: Json): string {
  if (isList(value)) return value.length === 0 ? '[]' : plural(value.length, 'item');
  if (typeof value === 'number' || value instanceof ExactNumber) return digitsOf(value);
  if (typeof value === 'string') return value === '' ? '""' : brief(value.slice(0, mostShown));
  if (value === null || typeof value === 'boolean') return String(value);
  return isJsonObject(value) ? plural(Object.keys(value).length, 'field') : '';
}

/** Words while the value is read, and after a failure. */
export function nowSays({ now }: FormScreen): string | null {
  if (now === null) return null;
  if (now.problem !== null) return `NOW cannot be read: ${briefProblem(now.problem)}`;
  return now.isReading && now.value === undefined ? 'reading what is there now…' : null;
}
