/** Sentences in place of the list, or above it. */
import { definitionOf } from '../../../state/explorer/definition/reading.ts';
import { operationsShown } from '../../../state/explorer/list/listing.ts';
import { rowName } from '../../../state/explorer/list/row.ts';
import type { State } from '../../../state/root/state.ts';
import { type Clean, clean } from '../../text/clean.ts';
import { brief } from '../../text/fit.ts';
import { definitionFaultSentence } from '../definition-wording.ts';

/** Null when the list is shown. */
export function bodySentence(state: State): Clean | null {
  const { failure, reading } = state.definition;
  if (definitionOf(state) === null) {
    if (failure === null || reading !== null) return clean('Reading the definition…');
    return clean(`${definitionFaultSentence(failure)} r retries.`);
  }
  if (operationsShown(state).length > 0) return null;
  const { filter } = state.operations;
  const row = state.screen.kind === 'operations' ? state.screen.row : null;
  if (filter !== '' && row !== null)
    return clean(`No operation on this row matches "${brief(filter)}". A shows every one.`);
  if (filter !== '') return clean(`No operation matches "${brief(filter)}". esc shows all.`);
  if (row === null) return clean('The definition describes no operations. r refreshes it.');
  return clean(`The definition names no operation on ${brief(rowName(row))}. A shows every operation.`);
}
