/** The gallery's screens of the list of operations. */
import { addOperations } from '../../src/app/operations.ts';
import type { State } from '../../src/state/state.ts';
import { play } from '../state/play.ts';

addOperations();

export function operationsGallery(list: () => State): Readonly<Record<string, () => State>> {
  return { operations: () => play(list(), { kind: 'operationsOpened' }).state };
}
