/** Which keys work on the list of systems? */
import { currentScan } from '../../state/listing.ts';
import { isRunGoing, systemUnderCursor } from '../../state/selectors.ts';
import { refusalOf } from '../../state/session.ts';
import type { State } from '../../state/state.ts';
import type { BindingGroup } from '../keys/binding.ts';

export const systemsKeys: readonly BindingGroup[] = [
  {
    title: 'Mark',
    bindings: [
      { keys: ['space'], does: 'mark and move down', hint: 'mark', action: { kind: 'markToggled' }, refusal: noSystem },
      {
        keys: ['s'],
        does: 'mark all stale, all pages',
        hint: 'mark stale',
        action: { kind: 'staleMarkRequested' },
        refusal: noList,
      },
      {
        keys: ['S'],
        does: 'ages, and the threshold',
        hint: 'threshold',
        action: { kind: 'staleOpened' },
        refusal: noList,
      },
      { keys: ['v'], does: 'begin a range, or mark it', action: { kind: 'rangeToggled' }, refusal: noSystem },
      { keys: ['t'], does: 'mark by a pattern', action: { kind: 'patternOpened' }, refusal: noList },
      { keys: ['a'], does: 'mark all that match', action: { kind: 'matchingMarked' }, refusal: noSystem },
      { keys: ['i'], does: 'invert the marks shown here', action: { kind: 'marksInverted' }, refusal: noSystem },
      {
        keys: ['u'],
        does: 'take the last change of marks back',
        action: { kind: 'markingUndone' },
        refusal: ({ marksBefore }) => (marksBefore === null ? 'no marks were changed' : null),
      },
      { keys: ['U'], does: 'clear all marks', action: { kind: 'marksCleared' }, refusal: nothingMarked },
      { keys: ['m'], does: 'show only the marked', action: { kind: 'markedOnlyToggled' }, refusal: noList },
    ],
  },
  {
    title: 'Act',
    bindings: [
      {
        keys: ['d'],
        does: 'review and delete',
        hint: 'review',
        action: { kind: 'reviewOpened' },
        refusal: (state) => {
          if (state.session.mode === 'read-only' || state.label.isReadOnly) return refusalOf(state);
          if (isRunGoing(state)) return 'a run is going';
          // Whoever presses s and d at once means all that is stale, not the one under the cursor.
          if (currentScan(state.listing)?.goal === 'markStale') return 'what is stale is not marked yet';
          return state.marks.size === 0 && systemUnderCursor(state) === undefined ? 'nothing is marked' : null;
        },
      },
      { keys: ['enter', 'l', 'right'], does: 'show all fields', action: { kind: 'detailsOpened' }, refusal: noSystem },
      {
        keys: ['n'],
        does: 'create an enrolment key',
        hint: 'new key',
        action: { kind: 'newKeyOpened' },
        refusal: refusalOf,
      },
      { keys: ['K'], does: 'enrolment keys seen', action: { kind: 'keysSeenOpened' }, refusal: noList },
    ],
  },
  {
    title: 'Find',
    bindings: [
      {
        keys: ['/'],
        does: 'search: asks the service',
        hint: 'search',
        action: { kind: 'searchOpened' },
        refusal: noList,
      },
      { keys: ['f'], does: 'filter what is here', hint: 'filter', action: { kind: 'filterOpened' }, refusal: noList },
      { keys: ['H'], does: 'disabled ones: show or not', action: { kind: 'disabledToggled' }, refusal: noList },
      { keys: ['o'], does: 'order by the next column', action: { kind: 'orderChanged' }, refusal: noList },
      { keys: ['O'], does: 'flip the order', action: { kind: 'orderFlipped' }, refusal: noList },
      { keys: ['r'], does: 'read again, or read on', action: { kind: 'refreshRequested' } },
      { keys: ['@'], does: 'switch organisation', action: { kind: 'organisationsOpened' } },
    ],
  },
];

function noList(state: State): string | null {
  return state.listing.scan === null ? 'no list has been read yet' : null;
}

function noSystem(state: State): string | null {
  return systemUnderCursor(state) === undefined ? 'no system is shown' : null;
}

function nothingMarked(state: State): string | null {
  return state.marks.size === 0 ? 'nothing is marked' : null;
}
