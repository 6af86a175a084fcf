/** Marks: the keys that set them, and the overlays that mark all of a list and that lose marks to a switch. */
import { Text } from 'ink';
import type { ReactNode } from 'react';
import { viewLength } from '../../state/list/rows.ts';
import type { MarksLosing } from '../../state/organisations/feature.ts';
import { ScreenFrame } from '../frame/screen-frame.tsx';
import type { BindingGroup, Binding } from '../keys/binding.ts';
import type { ScreenDefinitions, ViewProps } from '../screen-definition.ts';
import { clean } from '../text/clean.ts';
import { count, plural } from '../text/numbers.ts';
import { isGoing } from '../../state/deletion/run.ts';
import { marksAtStake } from '../../state/marks/operations.ts';
import type { State } from '../../state/state.ts';
import { useTones } from '../parts/theme.ts';
import { noList, noSystem } from '../keys/refusals.ts';

export const markBinding: Binding = {
  keys: ['space'],
  does: 'mark and move down',
  hint: 'mark',
  action: { kind: 'markToggled' },
  refusal: noSystem,
};

/** Mark many at once, undo, and clear. */
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

const markAllKeys: BindingGroup = {
  title: 'Mark all',
  bindings: [
    {
      keys: ['a', 'enter'],
      does: 'mark those that are here',
      hint: 'those here',
      action: { kind: 'allMarked', readFirst: false },
    },
    {
      keys: ['r'],
      does: 'read every page first, then mark',
      hint: 'read all first',
      action: { kind: 'allMarked', readFirst: true },
    },
    { keys: ['esc', 'q'], does: 'mark nothing', hint: 'nothing', action: { kind: 'overlayClosed' } },
  ],
};

const marksLostKeys: BindingGroup = {
  title: 'Switch',
  bindings: [
    { keys: ['y'], does: 'switch, and lose the marks', hint: 'switch', action: { kind: 'marksGivenUp' } },
    { keys: ['esc', 'n'], does: 'keep the marks, and stay', hint: 'stay', action: { kind: 'overlayClosed' } },
  ],
};

export const markScreens: ScreenDefinitions<'markAll' | 'marksLost'> = {
  markAll: { View: MarkAllScreen, keys: [markAllKeys] },
  marksLost: { View: MarksLostScreen, keys: [marksLostKeys] },
};

function MarkAllScreen({ state }: ViewProps<'markAll'>): ReactNode {
  const { scan, view } = state.list.listing;
  const shown = scan === null ? 0 : viewLength(view, scan);
  const total = scan?.total == null ? 'an unknown number' : count(scan.total);
  return (
    <ScreenFrame state={state} status={clean('Mark all')}>
      <Text>
        {clean(`The list is not read to its end: ${count(scan?.count ?? 0)} of ${total} systems are here, and `)}
        {clean(`${count(shown)} of them are shown. Mark these, or read the rest first?`)}
      </Text>
    </ScreenFrame>
  );
}

const switches: Record<MarksLosing['kind'], string> = {
  organisationsOpened: 'Switch organisation',
  organisationOpened: 'Switch organisation',
  promptAccepted: 'Switch organisation',
  profileSwitched: 'Switch profile',
};

function MarksLostScreen({ state, screen }: ViewProps<'marksLost'>): ReactNode {
  return (
    <ScreenFrame state={state} status={clean(switches[screen.by.kind])}>
      <LostMarks state={state} />
    </ScreenFrame>
  );
}

export function LostMarks({ state }: { readonly state: State }): ReactNode {
  const tones = useTones();
  const marks = marksAtStake(state);
  const ending = isGoing(state.deletion) ? '' : ' No system is changed.';
  return marks > 0 && <Text {...tones.warning}>{clean(`${plural(marks, 'mark')} will be lost.${ending}`)}</Text>;
}
