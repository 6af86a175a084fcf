/** The gallery's forms of operations. */
import { addOperations } from '../../src/app/operations.ts';
import type { State } from '../../src/state/state.ts';
import { play } from '../state/play.ts';

addOperations();

const operation = {
  id: 'GET /org/{orgId}/systems',
  method: 'GET',
  path: '/org/{orgId}/systems',
  tag: 'Systems',
  summary: 'Gets a page of the systems',
  operationId: null,
  isDeprecated: false,
  weight: 'read',
  unusable: null,
  source: {},
  pathItem: {},
} as const;

export function operationFormGallery(list: () => State): Readonly<Record<string, () => State>> {
  return { 'operation form': () => play(list(), { kind: 'operationOpened', operation, known: {} }).state };
}
