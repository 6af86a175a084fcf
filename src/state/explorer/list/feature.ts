/** Declares the feature: every operation of the service, as a list. */
import { type JsonObject, digitsOf, ExactNumber, inJson, isJsonObject, type Json } from '../../../api/exact-json.ts';
import type { None, Tagged } from '../../kernel/declare.ts';
import { type ListPosition, type ListView, operationRows } from '../../kernel/list-view.ts';
import type { AnswerExport } from '../answer/answer-lines.ts';
import type { RunKind } from '../../change/run-kinds.ts';
import { type ForMarks, forMarks } from '../form/shapes.ts';
import type { DefinedOperation, Definition } from '../../../api/openapi/definition.ts';
import type { WrittenValue, Wrong } from '../../fleet/filter/language.ts';
import {
  readIsWord,
  requireValue,
  readTests,
  textTest,
  refuseUnknown,
  type ValueReading,
} from '../../fleet/filter/tests.ts';
import { didYouMean, fold, groupDigits, type OtherWords } from '../../kernel/spelling.ts';
import { sentMethods } from '../../../api/operations.ts';
import { cursorOf, defineList, type ListColumn, viewIn } from '../../fleet/lists.ts';
import { memoize } from '../../kernel/store.ts';
import type { State } from '../../root/state.ts';
import { definitionOf } from '../definition.ts';
import { keyRows } from '../../account/enrolment-keys/feature.ts';
import { systemAtHand } from '../../fleet/list/feature.ts';
import { shownOrganisations } from '../../account/organisations/counting.ts';

export interface OperationsState {
  /** Sorted by tag unless a sort is set. */
  readonly view: ListView;
  /** Ids of the operations opened in this session, oldest first. */
  readonly used: readonly string[];
}

export interface OperationsRow {
  /** Path of its list in the definition: `/org/{orgId}/enrolment-keys`. */
  readonly path: string;
  readonly fields: JsonObject;
  /** Set when the row stands for all marked systems. */
  readonly isMarks?: true;
}

export interface OperationsFeature {
  readonly state: OperationsState;
  readonly action: Tagged<{
    operationsOpened: { row?: OperationsRow };
    /** Opens the form of the operation under the cursor, or says why it cannot be used. */
    operationChosenInList: None;
    /** Opens the form of this operation for the marked systems, or its own review. */
    operationChosenForMarks: { id: string };
    tagSkipped: { to: 'next' | 'previous' };
    operationsCopyOpened: None;
    operationsExported: None;
  }>;
  readonly effect: Tagged<{
    openOperation: { operation: DefinedOperation; known: Readonly<Record<string, string>>; marks?: ForMarks };
    /** Deleting, disabling and enabling have reviews of their own. */
    openOwnReview: { does: RunKind };
    exportOperations: { what: AnswerExport };
  }>;
  /** `row`: only its operations are shown. `from`: the row before all were shown; it fills in parameters. */
  readonly screen: Tagged<{
    operations: { list: ListPosition; row: OperationsRow | null; from: OperationsRow | null };
  }>;
  readonly overlay: Tagged<{
    /** Why these operations cannot be used, by id. */
    unusableOperations: { ids: readonly string[]; list: ListPosition };
  }>;
}

declare module '../../root/state.ts' {
  interface Features {
    readonly operations: OperationsFeature;
  }
}

// The filter of operations: words, and `tag: method: path: is:`, in the grammar of the filter of systems.

export interface Searchable {
  readonly operation: DefinedOperation;
  readonly tag: string;
  readonly method: string;
  readonly path: string;
  readonly text: string;
}

type OperationTest = (one: Searchable) => boolean;

const isTests: ReadonlyMap<string, OperationTest> = new Map<string, OperationTest>([
  ['read', ({ operation }) => operation.weight === 'read'],
  ['change', ({ operation }) => operation.weight !== 'read'],
  ['heavy', ({ operation }) => operation.weight === 'heavy'],
  ['old', ({ operation }) => operation.isDeprecated],
  ['usable', ({ operation }) => operation.unusable === null],
]);

export const isWords = [...isTests.keys()];

const textFields = ['tag', 'method', 'path'] as const;

const fieldIds = [...textFields, 'is'];

const otherFieldNames: OtherWords = { group: 'tag', verb: 'method', url: 'path', address: 'path', has: 'is' };
const otherIsWords: OtherWords = {
  ...{ deprecated: 'old', write: 'change', get: 'read', dangerous: 'heavy', delete: 'heavy' },
  unusable: 'usable',
};

export function readOperationsFilter(text: string) {
  const { test, fault } = readTests<Searchable, null>(text, readerOf);
  return { test: test === null ? null : (one: Searchable) => test(one, null) === true, fault };
}

function readerOf(field: string | null): ((value: WrittenValue) => ValueReading<OperationTest>) | Wrong {
  if (field === 'is') return (value) => readIsWord(value, isTests, otherIsWords);
  const name = field === null ? 'text' : textFields.find((one) => one === field);
  if (name === undefined) {
    return refuseUnknown(`field "${field}"`, didYouMean(field ?? '', fieldIds, otherFieldNames), fieldIds);
  }
  return (value) => {
    const has = textTest(value);
    return requireValue(field, value) ?? { test: (one) => has(one[name]) };
  };
}

// The operations of a row: their path is the list's path plus one parameter.

const parameter = /^\{([^{}]*)\}$/;

/** `/org/{orgId}/keys/{keyId}/disable` belongs to a row of `/org/{orgId}/keys`; parameter names are ignored. */
export function isOfRow({ path }: DefinedOperation, row: OperationsRow): boolean {
  const [list, own] = [row.path.split('/'), path.split('/')];
  if (own.length <= list.length || !parameter.test(own[list.length] ?? '')) return false;
  return (
    list.every((segment, at) => isSameSegment(segment, own[at] ?? '')) &&
    own.slice(list.length + 1).every((segment) => segment !== '' && !segment.includes('{'))
  );
}

function isSameSegment(one: string, other: string): boolean {
  return one === other || (parameter.test(one) && parameter.test(other));
}

/** The last parameter of the path, by name: from the row's field of that name, otherwise from `id`. */
export function readKnown({ path }: DefinedOperation, row: OperationsRow | null): Readonly<Record<string, string>> {
  if (row === null) return {};
  const at = row.path.split('/').length;
  const own = parameter.exec(path.split('/')[at] ?? '')?.[1];
  const value = own === undefined ? null : textOf(fieldOf(row.fields, own) ?? fieldOf(row.fields, 'id'));
  return own === undefined || value === null ? {} : { [own]: value };
}

/** Parameters that have a field of exactly their name in the row: `{systemId}` from `systemId`. */
export function readNamed({ path }: DefinedOperation, row: OperationsRow | null): Readonly<Record<string, string>> {
  if (row === null) return {};
  const own = path.split('/').flatMap((segment) => parameter.exec(segment)?.[1] ?? []);
  const known = own.flatMap((name) => {
    const value = name === 'id' ? null : textOf(fieldOf(row.fields, name));
    return value === null ? [] : [[name, value] as const];
  });
  return Object.fromEntries(known);
}

/** Matches names in any case, because services vary it. */
function fieldOf(fields: JsonObject, name: string): Json | undefined {
  if (Object.hasOwn(fields, name)) return fields[name];
  const other = Object.keys(fields).find((one) => one.toLowerCase() === name.toLowerCase());
  return other === undefined ? undefined : fields[other];
}

/** Null unless it is a text or a number: other values cannot be part of a path. */
function textOf(value: Json | undefined): string | null {
  if (typeof value === 'string') return value === '' ? null : value;
  return typeof value === 'number' || value instanceof ExactNumber ? digitsOf(value) : null;
}

const names = ['hostname', 'name', 'description', 'fqdn', 'emailAddress', 'orgName', 'tag', 'id'];

export function rowName({ fields }: OperationsRow): string {
  for (const name of names) {
    const text = textOf(fieldOf(fields, name));
    if (text !== null) return text;
  }
  return 'this row';
}

// The listed operations and their order: by tag as in the document, filtered, or only those of a row.

/** Every operation of a definition with its searchable texts, cached per definition. */
interface Index {
  /** In the order of tags. */
  readonly all: readonly Searchable[];
  readonly reads: number;
  readonly unusable: readonly string[];
}

const noOperations: Index = { all: [], reads: 0, unusable: [] };

export function indexOf(state: State): Index {
  const definition = definitionOf(state);
  return definition === null ? noOperations : indexed(definition);
}

export const indexed = memoize((definition: Definition): Index => {
  const { operations } = definition;
  return {
    all: byTag(definition).map((operation) => searchable(operation)),
    reads: operations.filter(({ weight }) => weight === 'read').length,
    unusable: operations.filter(({ unusable }) => unusable !== null).map(({ id }) => id),
  };
});

function searchable(operation: DefinedOperation): Searchable {
  const { tag: group, method, path, summary, operationId } = operation;
  const tag = group ?? '';
  const text = fold(`${method}\n${path}\n${tag}\n${summary}\n${operationId ?? ''}`);
  return { operation, tag, method, path, text };
}

/** Operations by tag: first the document's tags, then tags that only operations name; each in the document's order. */
function byTag({ document, operations }: Definition): readonly DefinedOperation[] {
  const groups = new Map<string | null, DefinedOperation[]>();
  for (const name of namedTags(document.root['tags'])) groups.set(name, []);
  for (const operation of operations) {
    const group = groups.get(operation.tag);
    if (group === undefined) groups.set(operation.tag, [operation]);
    else group.push(operation);
  }
  const untagged = groups.get(null) ?? [];
  groups.delete(null);
  return [...groups.values(), untagged].flat();
}

function namedTags(tags: Json | undefined): readonly string[] {
  if (!Array.isArray(tags)) return [];
  return (tags as readonly Json[]).flatMap((tag) => {
    const name = isJsonObject(tag) ? tag['name'] : undefined;
    return typeof name === 'string' ? [name] : [];
  });
}

function methodRank({ method }: DefinedOperation): number {
  const rank = sentMethods.findIndex((one) => one === method);
  return rank === -1 ? sentMethods.length : rank;
}

function methodKey({ operation }: Searchable): string {
  return `${String(methodRank(operation)).padStart(2, '0')} ${operation.method}`;
}

const operationColumns: readonly ListColumn<Searchable>[] = [
  { id: 'path', sortedBy: (row) => `${row.path}\0${methodKey(row)}` },
  { id: 'method', sortedBy: (row) => `${methodKey(row)}\0${row.path}` },
  {
    id: 'last use',
    sortedBy: ({ operation }, { operations: { used } }) => lastUse(used, operation.id),
    isFalling: true,
  },
];

function lastUse(used: readonly string[], id: string): number | null {
  const at = used.indexOf(id);
  return at === -1 ? null : at;
}

/** The operations, or those for a row or the marked systems; filtered and sorted. */
export const operationList = defineList<Searchable>({
  rows(state) {
    const { definition } = state.definition;
    if (definition === null) return noOperations.all;
    const row = rowOf(state);
    return row === null ? indexed(definition).all : forRowIn(definition)(row);
  },
  key: ({ operation }) => operation.id,
  columns: operationColumns,
  read: readOperationsFilter,
  sortsBy: ({ operations: { used } }) => [used],
  view: viewIn('operations'),
  at: cursorOf('operations'),
  height: operationRows,
  linesBelow: (state) => (hasUnusableRow(state) ? 1 : 0),
});

const operationsOf = memoize((rows: readonly Searchable[]) => rows.map(({ operation }) => operation));

export function operationsShown(state: State): readonly DefinedOperation[] {
  return operationsOf(operationList.shown(state));
}

const forRowIn = memoize((definition: Definition) =>
  memoize((row: OperationsRow): readonly Searchable[] =>
    indexed(definition).all.filter(({ operation }) =>
      row.isMarks === true ? forMarks(definition, operation) !== null : isOfRow(operation, row),
    ),
  ),
);

/** The row whose operations are listed; null when all are listed, or another screen is shown. */
function rowOf({ screen }: State): OperationsRow | null {
  return screen.kind === 'operations' ? screen.row : null;
}

/** Does a last line count the unusable operations? */
export function hasUnusableRow(state: State): boolean {
  return rowOf(state) === null && state.operations.view.filter === '' && indexOf(state).unusable.length > 0;
}

/** Operations that accept the marked systems; empty unless the list of systems is shown with marks and a definition. */
export function operationsForMarks({ screen, marks, definition: { definition } }: State): readonly DefinedOperation[] {
  const isAsked = screen.kind === 'systems' && marks.marked.size > 0 && definition !== null;
  return isAsked ? placesIn(definition) : [];
}

const placesIn = memoize((definition: Definition) =>
  indexed(definition).all.flatMap(({ operation }) => (forMarks(definition, operation) === null ? [] : [operation])),
);

/** Undefined on the last line and in an empty list. */
export function operationAtCursor(state: State): DefinedOperation | undefined {
  return operationList.current(state)?.operation;
}

// The row under the cursor of a screen, for listing its operations.

/** Null when no operation of the service is about this screen's rows, or there is no row. */
export function rowHere(state: State): OperationsRow | null {
  const { screen } = state;
  if (screen.kind === 'systems' || screen.kind === 'details') {
    const { size } = state.marks.marked;
    if (screen.kind === 'systems' && size > 0) {
      const hostname = `${groupDigits(size)} marked ${size === 1 ? 'system' : 'systems'}`;
      return { ...rowAt(systemsPath, { hostname }), isMarks: true };
    }
    const system = systemAtHand(state);
    if (system === undefined) return null;
    return rowAt(systemsPath, { systemId: system.systemId, id: system.systemId, hostname: system.hostname });
  }
  if (screen.kind === 'organisations') {
    const organisation = shownOrganisations(state)[state.organisations.position.row];
    if (organisation === undefined) return null;
    const { orgId, orgName } = organisation;
    return rowAt(organisationsPath, { orgId, id: orgId, orgName });
  }
  if (screen.kind === 'keysSeen') {
    const key = keyRows(state)[screen.list.row];
    return key?.id == null
      ? null
      : rowAt('/org/{orgId}/enrolment-keys', { id: inJson(key.id), description: key.description });
  }
  return null;
}

const systemsPath = '/org/{orgId}/systems';

/** Operations on an organisation begin with this path, wherever organisations are listed. */
const organisationsPath = '/org';

function rowAt(path: string, fields: JsonObject): OperationsRow {
  return { path, fields };
}

/** Null when the row is not an organisation. */
export function organisationIn(row: OperationsRow | null): string | null {
  const orgId = row?.path === organisationsPath ? row.fields['orgId'] : null;
  return typeof orgId === 'string' ? orgId : null;
}
