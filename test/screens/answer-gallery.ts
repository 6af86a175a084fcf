/** The gallery's answers. */
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

const call = {
  method: 'GET',
  url: 'https://api.example.com/org/n7Kq2wTd/systems',
  headers: {},
  body: null,
  orgId: 'n7Kq2wTd',
  operation: operation.id,
  secrets: [],
} as const;

export function answerGallery(list: () => State): Readonly<Record<string, () => State>> {
  return { answer: () => play(list(), { kind: 'callSent', call, operation }).state };
}
