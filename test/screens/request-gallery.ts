/** The gallery's requests that change something. */
import { addOperations } from '../../src/app/operations.ts';
import type { Call } from '../../src/state/operations/call/call.ts';
import type { State } from '../../src/state/state.ts';
import { play } from '../state/play.ts';
import { definitionOf, formDocument, operationIn } from '../support/form-definition.ts';

addOperations();

const definition = definitionOf(formDocument);

const call: Call = {
  method: 'PUT',
  url: 'https://api.example/org/N1/systems/K3F9Q/disable',
  headers: {},
  body: null,
  orgId: 'N1',
  operation: 'PUT /org/{orgId}/logo',
  secrets: [],
};

export function requestGallery(list: () => State): Readonly<Record<string, () => State>> {
  return {
    'request, not sent': () =>
      play(list(), { kind: 'requestShown', call, operation: operationIn(definition, call.operation) }).state,
  };
}
