/** What follows from the screen of a new enrolment key. */
import type { State } from '../state.ts';

/** A key that is being created: whether there is one, and its secret, is said only once. */
export function isKeyUnderWay({ screen }: State): boolean {
  return screen.kind === 'newKey' && screen.creation.kind === 'creating';
}
