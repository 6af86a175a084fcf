/** Lists the operations of the service, filters and sorts them, and opens the form of each. */
import { wholeView, atTop } from '../../kernel/list-view.ts';
import { groupDigits, safeJson } from '../../kernel/spelling.ts';
import { type Feature, type Of, overlayList, withNotice, type Step, refuse } from '../../root/feature.ts';
import { onScreenAbove, onScreenBeneath } from '../../root/navigation.ts';
import type { Screen, State, Effect } from '../../root/state.ts';
import type { DefinedOperation } from '../../../api/openapi/definition.ts';
import { pathForm } from '../../../api/openapi/path-form.ts';
import { formOfChange } from '../../../api/operations.ts';
import { runRows } from '../../change/run-kinds.ts';
import { forMarks } from '../form/shapes.ts';
import { readDefinitionOnce, definitionOf } from '../definition.ts';
import { exportFiles, type CopyText } from '../../fleet/export.ts';
import {
  type OperationsRow,
  type OperationsState,
  hasUnusableRow,
  indexOf,
  readKnown,
  readNamed,
  operationAtCursor,
  operationList,
  operationsForMarks,
  operationsShown,
  organisationIn,
  rowHere,
  rowName,
} from './feature.ts';
import { bodyOf } from '../../../api/openapi/bodies.ts';
import { parametersOf } from '../../../api/openapi/parameters.ts';
import { definedClass } from '../../change/request/request-class.ts';
import { curlTemplateOf } from '../curl.ts';

type OperationsScreen = Of<Screen, 'operations'>;

/** Opens the list for a row, or of all operations. In the list of a row, the same key shows all. */
function openRow(state: State, row: OperationsRow | null): Step {
  const { screen } = state;
  const isHere = screen.kind === 'operations';
  const from = isHere && row === null ? (screen.row ?? screen.from) : null;
  const next: OperationsScreen = { kind: 'operations', list: atTop, row, from };
  const { view } = state.operations;
  const filtered = withOperations(state, { view: { ...view, filter: '' } });
  return readDefinitionOnce(isHere ? { ...filtered, screen: next, notice: null } : onScreenAbove(filtered, next));
}

function withOperations(state: State, about: Partial<OperationsState>): State {
  return { ...state, operations: { ...state.operations, ...about } };
}

function chooseOperation(state: State): Step {
  const operation = operationAtCursor(state);
  if (operation === undefined) {
    return [hasUnusableRow(state) ? showUnusable(state, indexOf(state).unusable) : state];
  }
  if (operation.unusable !== null) return [showUnusable(state, [operation.id])];
  const { row, from } = state.screen.kind === 'operations' ? state.screen : { row: null, from: null };
  if (row?.isMarks === true) return chooseForMarks(state, operation);
  const missing = /^\/org\/\{[^{}]*\}/.test(operation.path) ? organisationMissing(state, row) : null;
  if (missing !== null) return [refuse(state, missing)];
  return [
    state,
    { kind: 'openOperation', operation, known: { ...readNamed(operation, from), ...readKnown(operation, row) } },
  ];
}

/**
 * An operation that is the request of a kind of run has its review; any other has one form for all marked systems.
 */
function chooseForMarks(state: State, operation: DefinedOperation): Step {
  const { definition } = state.definition;
  const marks = definition === null ? null : forMarks(definition, operation);
  if (marks === null) return [state];
  const own = Object.values(runRows).find(
    ({ request }) => request !== null && formOfChange(request) === formOf(operation),
  );
  if (own !== undefined) return [state, { kind: 'openOwnReview', does: own.kind }];
  return [state, { kind: 'openOperation', operation, known: {}, marks }];
}

function formOf({ method, path }: DefinedOperation): string {
  return `${method} ${pathForm(path)}`;
}

/** Why an operation needs an organisation that is not open; null when it can be used. */
function organisationMissing({ organisation }: State, row: OperationsRow | null): string | null {
  const wanted = organisationIn(row);
  if (wanted !== null && row !== null && wanted !== organisation?.orgId) {
    return `Open ${rowName(row)} first: its operations are of the open organisation.`;
  }
  return organisation === null ? 'Open an organisation first: this operation is of one.' : null;
}

function showUnusable(state: State, ids: readonly string[]): State {
  return { ...state, overlay: { kind: 'unusableOperations', ids, list: atTop }, notice: null };
}

/** Moves to the next tag; or to the start of this tag, and from there to the previous one. */
function skipTag(state: State, to: 'next' | 'previous'): State {
  const { screen } = state;
  const shown = operationsShown(state);
  if (screen.kind !== 'operations' || shown.length === 0) return state;
  const starts = shown.flatMap(({ tag }, at) => (at === 0 || shown[at - 1]?.tag !== tag ? [at] : []));
  const { row } = screen.list;
  const found = to === 'next' ? starts.find((at) => at > row) : starts.findLast((at) => at < row);
  if (found === undefined) return state;
  // Shows as much of the tag as fits.
  const end = (starts.find((at) => at > found) ?? shown.length) - 1;
  return operationList.cursorAt(operationList.cursorAt(state, end), found);
}

export const operations: Feature<'operations'> = {
  slice: {
    initial: { view: wholeView, used: [] },
    lasts: 'session',
  },
  update: {
    operationsOpened(state, { row }) {
      const isHere = state.screen.kind === 'operations';
      return openRow(state, row ?? (isHere ? null : rowHere(state)));
    },
    operationChosenInList: chooseOperation,
    operationChosenForMarks(state, { id }) {
      const operation = operationsForMarks(state).find((one) => one.id === id);
      if (operation === undefined) return [state];
      return operation.unusable === null ? chooseForMarks(state, operation) : [showUnusable(state, [id])];
    },
    tagSkipped: (state, { to }) => [skipTag(state, to)],
    operationsCopyOpened: (state) => [{ ...state, overlay: { kind: 'copy', list: atTop, texts: copyTexts(state) } }],
    operationsExported(state) {
      const shown = operationsShown(state);
      return [withNotice(state, `Writing ${groupDigits(shown.length)} operations…`), operationsExport(shown)];
    },
  },
  effects: {
    openOperation: ({ operation, known, marks }) => {
      const about = marks === undefined ? {} : { marks };
      return { kind: 'operationOpened', operation, known, ...about };
    },
    // Dispatched synchronously: the next key belongs to the review.
    openOwnReview({ does }, { dispatch }) {
      dispatch({ kind: 'reviewOpened', does });
      return null;
    },
    exportOperations: ({ what }, { ports }) => exportFiles(() => ports.exportAnswer(what)),
  },
  reacts: {
    operationOpened: (state, { operation: { id } }) => [
      withOperations(state, { used: [...state.operations.used.filter((one) => one !== id), id] }),
    ],
    definitionArrived: (state, _, before) => [operationList.cursorKept(state, before)],
  },
  screens: {
    operations: {
      isOverlay: true,
      back: (state) => [operationList.unfiltered(state) ?? onScreenBeneath(state)],
      list: operationList.list,
    },
    unusableOperations: {
      list: (state, overlay) => ({ ...overlayList(state, overlay, null), isText: true }),
    },
  },
};

// The list of operations as files, and the texts to copy from the operation under the cursor.

const columns = {
  tag: ({ tag }) => tag ?? '',
  method: ({ method }) => method,
  path: ({ path }) => path,
  'what it does': ({ summary }) => summary,
  'operation id': ({ operationId }) => operationId ?? '',
  kind: ({ weight }) => weight,
  deprecated: ({ isDeprecated }) => (isDeprecated ? 'yes' : 'no'),
  'cannot be used because': ({ unusable }) => unusable ?? '',
} satisfies Readonly<Record<string, (operation: DefinedOperation) => string>>;

export function operationsJson(operations: readonly DefinedOperation[]): string {
  return `${safeJson(operations.map(operationRecord))}\n`;
}

/** An operation without its document. */
export function operationRecord(operation: DefinedOperation) {
  const { tag, method, path, summary, operationId, weight, isDeprecated, unusable } = operation;
  const { kind: itsClass } = definedClass(operation);
  return { tag, method, path, summary, operationId, weight, class: itsClass, isDeprecated, unusable };
}

function operationsExport(operations: readonly DefinedOperation[]): Of<Effect, 'exportOperations'> {
  const texts = Object.values(columns);
  const rows = operations.map((operation) => texts.map((textOf) => textOf(operation)));
  const files = [
    { kind: 'csv', columns: Object.keys(columns), rows },
    { kind: 'json', text: operationsJson(operations) },
  ] as const;
  return { kind: 'exportOperations', what: { name: 'operations', files } };
}

/** Empty when the cursor is not on an operation. */
export function copyTexts(state: State): readonly CopyText[] {
  const operation = operationAtCursor(state);
  if (operation === undefined) return [];
  const { operationId } = operation;
  return [
    { what: 'path', lines: [operation.path] },
    ...(operationId === null ? [] : [{ what: 'operation id', lines: [operationId] }]),
    { what: 'curl, with names in the places of values', lines: [curlTemplate(state, operation)] },
  ];
}

function curlTemplate(state: State, operation: DefinedOperation): string {
  const definition = definitionOf(state);
  const known =
    definition === null ? {} : { parameters: parametersOf(definition, operation), body: bodyOf(definition, operation) };
  return curlTemplateOf(operation, state.session.baseUrl ?? '', known);
}
