/** Facts on the list of operations: their number, the definition, its age, and the sort. */
import type { Definition } from '../../../api/openapi/definition.ts';
import {
  definitionAge,
  definitionOf,
  isFresh,
  namedPlace,
  sentBelow,
} from '../../../state/explorer/definition/reading.ts';
import { indexOf, operationList, operationsShown } from '../../../state/explorer/list/listing.ts';
import type { State } from '../../../state/root/state.ts';
import { sortParts } from '../../fleet/lists/list-table.tsx';
import { type Clean, clean } from '../../text/clean.ts';
import { type StatusPart, brief, clip, statusLine } from '../../text/fit.ts';
import { age, count, plural } from '../../text/quantities.ts';
import { briefFailure } from '../definition-wording.ts';

export function factsOf(state: State): Clean {
  const definition = definitionOf(state);
  const { reading } = state.definition;
  const { view } = state.operations;
  if (definition === null) return clean(reading === null ? 'no definition' : '');
  const parts: readonly StatusPart[] = [
    countPart(state, definition),
    ...versionPart(definition),
    ...agePart(state),
    ...serverPart(state),
    ...(view.sort.by === null && !view.sort.isReversed
      ? [{ text: 'by tag', weight: 40 }]
      : sortParts(state, operationList, 'by tag')),
  ];
  return statusLine(parts, state.columns);
}

function countPart(state: State, { operations }: Definition): StatusPart {
  const all = operations.length;
  const shown = operationsShown(state).length;
  const { filter } = state.operations.view;
  const row = state.screen.kind === 'operations' ? state.screen.row : null;
  if (filter !== '') {
    const here = count(operationList.list(state).narrowed?.all ?? all);
    const of = `${count(shown)} of ${here}${row === null ? '' : row.isMarks === true ? ' for the marks' : ' on this row'}`;
    return { text: `${of} shown by filter "${clip(clean(filter), 24)}"` };
  }
  if (row !== null) {
    const of = `${plural(shown, 'operation')} ${row.isMarks === true ? 'for the marks' : 'on this row'}`;
    return { text: `${of}, ${count(all)} in all (A)` };
  }
  const { reads } = indexOf(state);
  const words = plural(all, 'operation');
  return { text: `${words}: ${count(reads)} read, ${count(all - reads)} change` };
}

function versionPart({ version, isKnownVersion, writtenFor, dialect }: Definition): readonly StatusPart[] {
  const own = version === '' ? [] : [{ text: `definition ${brief(version).slice(0, 20)}`, weight: 30 }];
  if (isKnownVersion) return own;
  const name = dialect === 'Swagger 2' ? 'Swagger' : 'OpenAPI';
  const written = `written for ${name} ${brief(writtenFor).slice(0, 20)}`;
  return [...own, { text: written, weight: 80 }];
}

function agePart(state: State): readonly StatusPart[] {
  const { reading, failure } = state.definition;
  const ms = definitionAge(state);
  const old = ms === null ? '' : `${age(ms)} ago`;
  if (reading !== null) return [{ text: old === '' ? 'refreshing…' : `${old}, refreshing…`, weight: 60 }];
  if (failure !== null) {
    const why = briefFailure(failure);
    return [{ text: old === '' ? why : `of ${old}; ${why}`, weight: 85 }];
  }
  return old === '' ? [] : [{ text: old, weight: isFresh(state) ? 50 : 70 }];
}

function serverPart(state: State): readonly StatusPart[] {
  const below = sentBelow(state);
  if (below !== null && below !== state.session.baseUrl) {
    return [{ text: `below ${brief(new URL(below).pathname)}`, weight: 80 }];
  }
  const at = namedPlace(state);
  return at?.kind === 'elsewhere' ? [{ text: 'its server is not used', weight: 35 }] : [];
}
