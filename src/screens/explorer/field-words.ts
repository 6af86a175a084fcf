/** Words for a field of a form: its value, its possible values, and its fault. */
import {
  digitsOf,
  ExactNumber,
  isJsonObject,
  isList,
  type Json,
  readJsonText,
  writeExactly,
} from '../../api/exact-json.ts';
import { bodyTypeIn, bodyTypeKey, parameterKey } from '../../api/calls/call.ts';
import { queryOf } from '../../api/calls/call-address.ts';
import type { Definition, Shape } from '../../api/openapi/definition.ts';
import {
  contextOf,
  faultsWithin,
  type FormScreen,
  type FormState,
  isSecretTyped,
  isText,
  shapeFaultsIn,
  shownForm,
  shownShape,
  valueOf,
} from '../../state/explorer/form/forms.ts';
import type { FieldEntry } from '../../state/explorer/form/form-lines.ts';
import { filledExample, isHidden, valuesAmongMarks } from '../../state/explorer/form/marked-systems.ts';
import { isRead, nowAt } from '../../state/explorer/form/sending.ts';
import { secretsIn, withDots } from '../../state/explorer/form/secrets.ts';
import { partsOf, readOnlyWords, shapeIn, shapeWords, type FieldPath } from '../../state/explorer/form/shapes.ts';
import { scalarWords, typedValue, validate } from '../../state/explorer/form/typed-value.ts';
import { dotsFor } from '../parts/field.tsx';
import { type Clean, clean, nameOf } from '../text/clean.ts';
import { brief, clip, knownWords, width } from '../text/fit.ts';
import { count, plural } from '../text/quantities.ts';
import { isSecret } from '../../api/secrets.ts';
import { briefProblem } from '../text/problem-wording.ts';

/** A field as it is drawn; its texts are not sanitised yet. */
export interface FieldWords {
  readonly value: string;
  readonly isSet: boolean;
  readonly isJson: boolean;
  readonly note: string;
  /** The fault of the value; null if there is none. */
  readonly wrong: string | null;
}

/** Limit on the characters that are processed; longer texts are cut first. */
const maxShown = 300;
const maxItems = 20;
const secretLength = 8;

export function fieldWords(state: FormState, field: FieldEntry): FieldWords {
  const { screen } = state;
  const told = faultAt(screen, field);
  const plain = { isSet: true, isJson: false, wrong: told } as const;
  if (field.role === 'organisation') {
    const { organisation } = state;
    if (organisation === null) return { ...plain, value: 'none is open', isSet: false, note: '' };
    const { orgId, orgName } = organisation;
    return { ...plain, value: shortId(orgId), note: `${brief(orgName)}, the open organisation` };
  }
  if (field.role === 'marks') {
    const { size } = state.marks.marked;
    return { ...plain, value: plural(size, 'system'), note: 'marked in the list' };
  }
  if (field.role === 'send') {
    if (screen.marks !== null) return { ...plain, value: '', note: 'enter reviews the systems first' };
    const does = isRead(screen.operation) ? 'enter sends it' : 'enter shows the request first';
    return { ...plain, value: '', note: screen.operation.unusable === null ? does : 'cannot be sent' };
  }
  if (field.role === 'unusable') return { ...plain, value: 'not sent', isSet: false, note: '', wrong: field.message };
  const shape = shownShape(state, field.path);
  const value = valueOf(state, field.path);
  return {
    value: valueWords(state, field.path, shape, value === undefined ? typeUnset(field, shape) : value),
    isSet: value !== undefined,
    isJson: !isText(state, field.path),
    note: isFile(state, field.path) ? fileNote : (sentNote(state, field, shape) ?? noteOf(screen.definition, shape)),
    wrong:
      told ?? field.message ?? (value === undefined ? null : (validate(shape, value) ?? deepFault(state, field.path))),
  };
}

/** A list or an object as it is encoded in the query, if only the definition determines the encoding; else null. */
function sentNote(state: FormState, { path, role }: FieldEntry, shape: Shape): string | null {
  const value = valueOf(state, path);
  if (path.length > 1 || role !== 'value' || value === undefined || shape.isSecret) return null;
  const { parameters } = partsOf(state.screen.definition, state.screen.operation);
  const parameter = parameters.find((one) => parameterKey(one) === path[0]);
  if (parameter?.style !== 'deepObject') return null;
  const built = queryOf(parameter, value);
  const line = built.ok ? built.parts.map(({ meant }) => meant.join('=')).join('&') : '';
  const hasSecrets = secretsIn(contextOf(state, state.screen)).some((secret) => line.includes(secret));
  return line === '' || hasSecrets ? null : `sent as ${brief(line.slice(0, maxShown))}`;
}

/** Without a choice, the body has the first of its media types. */
function typeUnset({ path }: FieldEntry, shape: Shape): Json | undefined {
  return path[0] === bodyTypeKey && shape.kind === 'enum' ? shape.values[0] : undefined;
}

const fileNote = 'a file: its path, read when it is sent';

function isFile(state: FormState, [root, name]: FieldPath): boolean {
  const { definition, operation } = state.screen;
  const { body } = partsOf(definition, operation, bodyTypeIn(shownForm(state).values));
  if (root !== 'body' || body === null) return false;
  return typeof name === 'string' ? body.form?.fields.get(name)?.isFile === true : body.isFile;
}

/** A fault inside a value is shown at the field's line. */
function faultAt({ faults }: FormScreen, { path }: FieldEntry): string | null {
  return faultsWithin(faults, path)[0] ?? null;
}

/** The first value in the JSON that does not fit its shape. With marked systems, a text may stand for any value. */
function deepFault(state: FormState, path: FieldPath): string | null {
  if (state.screen.marks !== null) return null;
  const [first] = shapeFaultsIn(contextOf(state, state.screen), path);
  return first === undefined ? null : `${first.field}: ${first.message}`;
}

/** `6f1d0c2a…9a63`: ids are recognised by their ends. */
function shortId(id: string): string {
  return id.length <= 16 ? id : `${id.slice(0, 8)}…${id.slice(-4)}`;
}

function valueWords(state: FormState, path: FieldPath, shape: Shape, value: Json | undefined): string {
  if (value === undefined) return 'not sent';
  const isSecretText = shape.isSecret || isHidden(state, path, value);
  if (typeof value === 'string' && value !== '' && isSecretText) return dotsFor('x'.repeat(secretLength));
  if (typeof value === 'string') return textWords(value);
  if (!isContainer(value)) return scalarWords(value);
  const shown = isList(value) && value.length > maxItems ? value.slice(0, maxItems) : value;
  const text = writeExactly(withDots(contextOf(state, state.screen), path, shown)).slice(0, maxShown);
  return shown === value ? text : `${text.slice(0, -1)},…]`;
}

function sizeOf(value: Json): number {
  return isList(value) ? value.length : isJsonObject(value) ? Object.keys(value).length : 0;
}

function isContainer(value: Json): boolean {
  return isList(value) || isJsonObject(value);
}

/** Adds quotation marks if the text could be mistaken for a word of rollcall. */
function textWords(text: string): string {
  const shown = text.slice(0, maxShown).replaceAll(/\r?\n/g, '↵');
  const isUnclear = text.trim() !== text || /^(?:null|true|false|not sent|-?\d[\d.eE+-]*|[[{"].*)?$/s.test(text);
  return isUnclear ? `"${shown}"` : shown;
}

export function noteOf(definition: Definition, shape: Shape): string {
  const { initial, example } = shape;
  return [
    brief(shapeWords(definition, shape)),
    ...(initial === undefined ? [] : [`default ${jsonWords(initial)}`]),
    ...(example === undefined ? [] : [`such as ${jsonWords(example)}`]),
    ...(shape.isNullable ? ['or null'] : []),
    ...(shape.isDeprecated ? ['deprecated'] : []),
    ...(shape.isReadOnly ? [readOnlyWords] : []),
  ].join(' · ');
}

function jsonWords(value: Json): string {
  if (typeof value === 'string') return value === '' ? '""' : brief(value.slice(0, maxShown));
  if (isList(value) && value.length > maxItems) return `${count(value.length)} items`;
  if (isContainer(value) && sizeOf(value) > maxItems) return `${count(sizeOf(value))} fields`;
  return brief(writeExactly(value).slice(0, maxShown));
}

/** Words for the typed line: its fault, or with marked systems an example; null if there is neither. */
export function typingWords(state: FormState): TypingWords | null {
  const { screen } = state;
  const { typing, definition } = screen;
  if (typing === null || typing.text.trim() === '') return null;
  const shape = shownShape(state, typing.path);
  if (!isText(state, typing.path)) return jsonWordsOf(shape, typing.text);
  const filled = screen.marks === null || isSecretTyped(state) ? null : filledExample(state, screen.marks, typing.text);
  if (filled !== null) return exampleWords(filled);
  const items = shape.kind === 'list' ? shapeIn(definition, shape.items, '') : null;
  const value = typedValue(shape, typing.text, items);
  const ofItems = items !== null && isList(value) ? value.map((one) => validate(items, one)) : [];
  const fault = validate(shape, value) ?? ofItems.find((one) => one !== null) ?? null;
  return fault === null ? null : { text: `! ${fault}`, isFault: true };
}

/** Null while the JSON is incomplete: enter reports its mistake. */
function jsonWordsOf(shape: Shape, text: string): TypingWords | null {
  const read = readJsonText(text);
  const fault = read?.ok === true ? validate(shape, read.value) : null;
  return fault === null ? null : { text: `! ${fault}`, isFault: true };
}

/** `web-01: rack of web-01`: the text as it is sent for one system. */
function exampleWords({ system, text, missing }: NonNullable<ReturnType<typeof filledExample>>): TypingWords {
  if (missing !== null) return { text: `! ${missing}`, isFault: true };
  return { text: `= ${brief(text)} · for ${system === null ? 'all' : nameOf(system)}`, isFault: false };
}

/** Values of a field among the marked systems, the most frequent first; null if they are not known. */
export function markedWords(state: FormState, path: FieldPath): string | null {
  const { counts, without } = valuesAmongMarks(state, path);
  const [first] = counts;
  if (first === undefined || isHidden(state, path, first[0])) return null;
  const shown = counts.slice(0, maxCounted).map(([value, n]) => `${knownWords(value)} ${count(n)}`);
  const more = counts.length - shown.length;
  return [
    ...shown,
    ...(more > 0 ? [`${count(more)} more values`] : []),
    ...(without > 0 ? [`not told of ${count(without)}`] : []),
  ].join(' · ');
}

const maxCounted = 8;

interface TypingWords {
  readonly text: string;
  readonly isFault: boolean;
}

export function setWords(state: FormState, fields: readonly FieldEntry[]): readonly string[] {
  const settable = fields.filter(({ role }) => role === 'value');
  const isSet = ({ path }: FieldEntry): boolean => valueOf(state, path) !== undefined;
  const set = settable.filter(isSet).length;
  const missing = settable.filter((field) => field.isRequired && !isSet(field)).length;
  if (settable.length === 0) return [];
  return [
    `${count(set)} of ${count(settable.length)} set`,
    ...(missing === 0 ? [] : [`* ${count(missing)} must be set`]),
  ];
}

// The present values at the service, beside the fields of a form.

/** Minimum width for this column: a narrower terminal drops it first. */
const leastColumns = 76;
const maxCells = 24;
export const nowTitle = 'NOW';

/** A cell for each field, and their width; null if there is no such column. */
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
      return text === null ? [] : [[field, clip(clean(text), maxCells)] as const];
    }),
  );
  if (words.size === 0) return null;
  return { words, cells: Math.max(nowTitle.length, ...[...words.values()].map(width)) };
}

/** Null if the service has no field with that name. */
function cellOf(state: FormState, { path, role }: FieldEntry): string | null {
  if (state.screen.marks !== null) return role === 'value' ? amongMarks(state, path) : null;
  const value = role === 'value' ? nowAt(state.screen, path) : undefined;
  if (value === undefined) return null;
  const name = path.findLast((step) => typeof step === 'string') ?? '';
  const { isSecret: isSecretShape } = shownShape(state, path);
  const owner = nowAt(state.screen, [path[0], ...path.slice(1, -1)]);
  return isSecret(value, { name, owner, isSecretShape }) ? '••••••••' : currentWords(value);
}

/** The value that all marked systems share, or how many differ from the most frequent value. */
function amongMarks(state: FormState, path: FieldPath): string | null {
  const { counts, without } = valuesAmongMarks(state, path);
  const [first] = counts;
  if (first === undefined) return null;
  const [value] = first;
  if (isHidden(state, path, value)) return '••••••••';
  return counts.length === 1 && without === 0 ? knownWords(value) : `differs in ${count(state.marks.marked.size)}`;
}

function currentWords(value: Json): string {
  if (isList(value)) return value.length === 0 ? '[]' : plural(value.length, 'item');
  if (typeof value === 'number' || value instanceof ExactNumber) return digitsOf(value);
  if (typeof value === 'string') return value === '' ? '""' : brief(value.slice(0, maxShown));
  if (value === null || typeof value === 'boolean') return String(value);
  return isJsonObject(value) ? plural(Object.keys(value).length, 'field') : '';
}

/** A sentence while the values load or after a failure; else null. */
export function nowSays({ now }: FormScreen): string | null {
  if (now === null) return null;
  if (now.problem !== null) return `NOW cannot be read: ${briefProblem(now.problem)}`;
  return now.isReading && now.value === undefined ? 'reading what is there now…' : null;
}
