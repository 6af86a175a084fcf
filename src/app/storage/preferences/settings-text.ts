/** Parses the settings file, JSON with comments, by the table of its keys, and edits it key by key. */
import { isDeepStrictEqual } from 'node:util';
import {
  applyEdits,
  findNodeAtLocation,
  type JSONPath,
  modify,
  type Node,
  type ParseError,
  parseTree,
} from 'jsonc-parser';
import { didYouMean } from '../../../state/kernel/spelling.ts';
import { type SettingsKey, settingsKeys, type SettingsKeys, valueWords } from './settings-keys.ts';

export type SettingFields = Readonly<Record<string, unknown>>;

/** Why a text is refused, as a sentence; lines and columns are counted from 1. */
interface TextFault {
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

/**
 * `value`: without invalid values; `notes`: a sentence for each invalid value and unknown key. If a protecting key is
 * unreadable, the whole text is refused, because its protection is unknown.
 */
type TextRead =
  | { readonly ok: true; readonly value: SettingFields; readonly notes: readonly string[] }
  | { readonly ok: false; readonly fault: TextFault };

/** `last`: the last readable settings. An unknown key must not be a misspelling of one of their protections. */
export function readSettingsText(text: string, last: SettingFields = {}): TextRead {
  const errors: ParseError[] = [];
  // Limits the depth, because the parser is recursive.
  if (levelsIn(text) > 100) return faultAt(text, 0, 'The settings are nested too deeply.');
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error !== undefined) return faultAt(text, error.offset, mistakes[error.error] ?? 'This is not JSON.');
  if (root?.type !== 'object') return faultAt(text, root?.offset ?? 0, 'The settings must be an object in braces.');
  const format = entriesIn(root).find(({ name }) => name === 'format')?.value;
  if (format !== undefined && Number(format.value) > 1) {
    return faultAt(text, format.offset, 'The file is of a later version of rollcall.');
  }
  const notes: string[] = [];
  const faults: Reading['faults'] = [];
  const value = fieldsIn(root, settingsKeys, { path: [], notes, faults, last });
  const [first] = faults.sort((one, other) => one.offset - other.offset);
  return first === undefined ? { ok: true, value, notes } : faultAt(text, first.offset, first.message);
}

/** Also counts brackets in texts: no valid settings have so many. */
function levelsIn(text: string): number {
  let [depth, deepest] = [0, 0];
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    depth += bracket === '[' || bracket === '{' ? 1 : -1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

/** Messages by jsonc-parser's `ParseErrorCode`. */
const mistakes: Readonly<Partial<Record<number, string>>> = {
  1: 'This word is none of JSON. Put a text into double quotes.',
  2: 'This number is none of JSON.',
  3: 'A name in double quotes is missing.',
  4: 'A value is missing.',
  5: 'A colon is missing before this.',
  6: 'A comma is missing before this.',
  7: 'A closing brace } is missing.',
  8: 'A closing bracket ] is missing.',
  9: 'Something follows the end of the settings.',
  11: 'The comment does not end.',
  12: 'The closing quotation mark of this text is missing.',
  13: 'The number ends too early.',
  14: 'This escape of a character is none of JSON.',
  15: 'This escape of a character is none of JSON.',
  16: 'This text holds a control character.',
};

interface Reading {
  readonly path: readonly string[];
  readonly notes: string[];
  readonly faults: { readonly offset: number; readonly message: string }[];
  /** The value at this place in the last readable settings. */
  readonly last: unknown;
}

function fieldsIn(object: Node, keys: readonly SettingsKey[], reading: Reading): SettingFields {
  const { path, notes, faults } = reading;
  const last = isFields(reading.last) ? reading.last : {};
  const there = entriesIn(object);
  const entries = there.flatMap(({ name, offset, value }): readonly [string, unknown][] => {
    const known = keys.find(({ key }) => key === name);
    if (known === undefined) {
      const meant = nearest(name, keys);
      const lost = keys.find(
        ({ key, protects }) => protects === true && key in last && there.every((one) => one.name !== key),
      );
      const likely = meant?.protects === true ? meant : (lost ?? meant);
      const message = `nknown key "${name}"${placeOf(path)}.${likely === undefined ? '' : ` Did you mean ${likely.key}?`}`;
      // A misspelt or misplaced protecting key would silently have no effect, so the text is refused.
      if (likely?.protects === true || protecting.has(letters(name))) faults.push({ offset, message: `U${message}` });
      else notes.push(`Settings file: u${message}`);
      return [[name, plain(value)]];
    }
    const wrong = wrongIn(known, value, path);
    if (known.protects === true && there.filter((one) => one.name === name).length > 1) {
      faults.push({ offset, message: `"${name}"${placeOf(path)} is there twice.` });
    }
    if (wrong === null) return [[name, valueIn(known, value, { ...reading, path: [...path, name], last: last[name] })]];
    if (known.protects === true) faults.push({ offset: value.offset, message: wrong });
    else notes.push(`Settings file: ${textFault(known, value, path) ?? `${wrong} It is not used.`}`);
    return [];
  });
  return Object.fromEntries(entries);
}

/** The fault comes before its place, which 80 columns may cut. */
function textFault({ key, fault }: SettingsKey, { value }: Node, path: readonly string[]): string | null {
  const message = typeof value === 'string' ? (fault?.(value) ?? null) : null;
  return message === null ? null : `"${key}": ${message} It is not used${placeOf(path)}.`;
}

function valueIn({ inside }: SettingsKey, value: Node, reading: Reading): unknown {
  // Each item is checked where it is used.
  if (inside === undefined || inside.of === 'items') return plain(value);
  return inside.of === 'keys' ? fieldsIn(value, inside.keys, reading) : readNames(value, inside, reading);
}

function readNames(object: Node, { keys, nameFault }: SettingsKeys, reading: Reading): SettingFields {
  const { path, faults, notes } = reading;
  const last = isFields(reading.last) ? reading.last : {};
  const there = entriesIn(object);
  const names = there.map(({ name }) => name);
  const entries = there.flatMap(({ name, offset, value }): readonly [string, unknown][] => {
    const fault = nameFault?.(name, names) ?? null;
    const isTwice = names.filter((one) => one === name).length > 1;
    const message = fault ?? (isTwice ? 'is there twice' : value.type === 'object' ? null : 'must be an object');
    if (message === null)
      return [[name, fieldsIn(value, keys, { ...reading, path: [...path, name], last: last[name] })]];
    // Names without a rule are names of views, which protect nothing.
    const sentence = `"${name}"${placeOf(path)} ${message.replace(/[.?]?$/, (end) => (end === '' ? '.' : end))}`;
    if (nameFault === undefined) notes.push(`Settings file: ${sentence} It is not used.`);
    else faults.push({ offset, message: sentence });
    return [];
  });
  return Object.fromEntries(entries);
}

function wrongIn(known: SettingsKey, value: Node, path: readonly string[]): string | null {
  const { key, inside, isReadable } = known;
  const isRight =
    inside !== undefined
      ? value.type === (inside.of === 'items' ? 'array' : 'object')
      : (isReadable?.(plain(value)) ?? fits(plain(value), known.schema));
  return isRight ? null : `"${key}"${placeOf(path)} must be ${valueWords(known)}.`;
}

/** Checks a value by the few keywords of JSON Schema that the table uses. */
function fits(value: unknown, { type, const: only, items }: SettingFields): boolean {
  if (only !== undefined) return value === only;
  if (type === 'array') return Array.isArray(value) && value.every((one) => fits(one, (items ?? {}) as SettingFields));
  return type === undefined || typeof value === type;
}

function nearest(name: string, keys: readonly SettingsKey[]): SettingsKey | undefined {
  const names = keys.map(({ key }) => key);
  const near = didYouMean(name, names) ?? names.find((one) => letters(one) === letters(name));
  return keys.find(({ key }) => key === near);
}

function letters(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z]/g, '');
}

const protecting = new Set(protectingIn(settingsKeys));

function protectingIn(keys: readonly SettingsKey[]): readonly string[] {
  return keys.flatMap(({ key, protects, inside }) => [
    ...(protects === true ? [letters(key)] : []),
    ...protectingIn(inside?.keys ?? []),
  ]);
}

function placeOf(path: readonly string[]): string {
  return path.length === 0 ? '' : ` in ${path.slice(-2).join('.')}`;
}

function entriesIn(object: Node): readonly { readonly name: string; readonly offset: number; readonly value: Node }[] {
  return (object.children ?? []).flatMap(({ children: [name, value] = [] }) =>
    name === undefined || value === undefined ? [] : [{ name: String(name.value), offset: name.offset, value }],
  );
}

/** The value of a node. Safe for a key named `__proto__`. */
function plain(node: Node): unknown {
  if (node.type === 'array') return (node.children ?? []).map(plain);
  if (node.type !== 'object') return node.value;
  return Object.fromEntries(entriesIn(node).map(({ name, value }) => [name, plain(value)]));
}

function faultAt(text: string, offset: number, message: string): TextRead {
  const before = text.slice(0, offset).split(/\r\n|[\r\n]/);
  return { ok: false, fault: { message, line: before.length, column: (before.at(-1)?.length ?? 0) + 1 } };
}

/** Throws if the text cannot be edited: unreadable settings are never replaced. */
export function changeText(text: string, before: SettingFields, after: SettingFields): string {
  // Removes undefined fields, which JSON cannot contain.
  const wanted = JSON.parse(JSON.stringify(after)) as SettingFields;
  const changed = withChanges(text, [], before, wanted);
  const read = readSettingsText(changed);
  if (!read.ok || !isDeepStrictEqual(read.value, wanted)) throw new Error('the settings file cannot be changed');
  return changed;
}

function withChanges(text: string, path: JSONPath, before: unknown, after: unknown): string {
  if (isDeepStrictEqual(before, after)) return text;
  if (Array.isArray(before) && Array.isArray(after)) return withItems(text, path, before, after);
  if (!isFields(before) || !isFields(after)) return editText(text, path, after);
  return Object.keys({ ...before, ...after }).reduce((changed, name) => {
    const value = after[name];
    return value === undefined
      ? editText(changed, [...path, name], undefined)
      : withChanges(changed, [...path, name], before[name], value);
  }, text);
}

/** Removes old items and appends new ones, so that comments beside the others stay. */
function withItems(text: string, path: JSONPath, before: readonly unknown[], after: readonly unknown[]): string {
  const kept = before.filter((one) => after.includes(one));
  const isSimple = after.length > 0 && isDeepStrictEqual(after.slice(0, kept.length), kept);
  if (!isSimple || kept.length === 0) return editText(text, path, after);
  let changed = text;
  for (const [at, one] of [...before.entries()].reverse()) {
    if (!after.includes(one)) changed = editText(changed, [...path, at], undefined);
  }
  for (const [at, one] of after.slice(kept.length).entries())
    changed = editText(changed, [...path, kept.length + at], one);
  return changed;
}

function editText(text: string, path: JSONPath, value: unknown): string {
  if (value === undefined) return without(text, path);
  const indent = /^([ \t]+)\S/m.exec(text)?.[1] ?? '\t';
  const formattingOptions = {
    insertSpaces: !indent.startsWith('\t'),
    tabSize: indent.startsWith('\t') ? 1 : indent.length,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  };
  return applyEdits(text, modify(text, path, value, { formattingOptions }));
}

/** Works around jsonc-parser, which corrupts a one-line file when it removes the last item of a list. */
function without(text: string, path: JSONPath): string {
  const root = parseTree(text, [], { allowTrailingComma: true });
  const value = root && findNodeAtLocation(root, path);
  const one = value?.parent?.type === 'property' ? value.parent : value;
  const { parent } = one ?? {};
  if (one === undefined || parent?.children === undefined) return text;
  const at = parent.children.indexOf(one);
  const [before, after] = [parent.children[at - 1], parent.children[at + 1]];
  const from = after !== undefined ? one.offset : before === undefined ? parent.offset + 1 : endOf(before);
  const to = after !== undefined ? after.offset : before === undefined ? endOf(parent) - 1 : endOf(one);
  return text.slice(0, from) + text.slice(to);
}

function endOf({ offset, length }: Node): number {
  return offset + length;
}

function isFields(value: unknown): value is SettingFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
