/** The keys of the list that mark systems. */
import type { State } from '../../state/state.ts';
import type { Binding } from '../keys/binding.ts';
import { noList, noSystem } from '../keys/refusals.ts';

export const markBinding: Binding = {
  keys: ['space'],
  does: 'mark and move down',
  hint: 'mark',
  action: { kind: 'markToggled' },
  refusal: noSystem,
};

/** Many at once, and what undoes that. */
export const markingBindings: readonly Binding[] = [
  { keys: ['v'], does: 'begin a range, or mark it', action: { kind: 'rangeToggled' }, refusal: noSystem },
  { keys: ['t'], does: 'mark by a pattern', action: { kind: 'patternOpened' }, refusal: noList },
  {
    keys: [],
    does: 'mark the systems of a list, in $EDITOR',
    action: { kind: 'markListOpened' },
    refusal: noSystem,
  },
  { keys: ['a'], does: 'mark all that match', action: { kind: 'matchingMarked' }, refusal: noSystem },
  { keys: ['i'], does: 'invert the marks shown here', action: { kind: 'marksInverted' }, refusal: noSystem },
  {
    keys: ['u'],
    does: 'take the last change of marks back',
    action: { kind: 'markingUndone' },
    refusal: ({ marks: { before: marksBefore } }) => (marksBefore === null ? 'no marks were changed' : null),
  },
  { keys: ['U'], does: 'clear all marks', action: { kind: 'marksCleared' }, refusal: nothingMarked },
  { keys: ['m'], does: 'show only the marked', action: { kind: 'markedOnlyToggled' }, refusal: noList },
];

function nothingMarked(state: State): string | null {
  return state.marks.marked.size + state.resume.toFind.marks.size === 0 ? 'nothing is marked' : null;
}
