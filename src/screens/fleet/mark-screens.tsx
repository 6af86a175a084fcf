/** The keys that mark and watch systems, and the overlays to mark all systems and to mark from a list. */
import { Sentence } from '../parts/text-lines.tsx';
import type { ReactNode } from 'react';
import { viewLength } from '../../state/fleet/list/listing.ts';
import { redoRefusal, undoRefusal } from '../../state/fleet/marks/feature.ts';
import { ScreenFrame } from '../frame/screen-frame.tsx';
import {
  bind,
  type Binding,
  type BindingGroup,
  noList,
  noSystem,
  type ScreenDefinitions,
  type ViewProps,
  type Reason,
} from '../screen-definition.ts';
import { clean } from '../text/clean.ts';
import { count, exact, plural } from '../text/quantities.ts';
import type { State } from '../../state/root/state.ts';
import type { System } from '../../api/system.ts';
import { systemAtHand } from '../../state/fleet/list/feature.ts';
import { watchRefusal } from '../../state/fleet/watching.ts';
import { briefProblem } from '../text/problem-wording.ts';

export const markBinding = bind(['space'], 'mark and move down', 'markToggled', { hint: 'mark', refusal: noSystem });

export const markingBindings: readonly Binding[] = [
  bind(['v'], 'start a range, or mark it', 'rangeToggled', { refusal: noSystem }),
  bind(['t'], 'mark by filter', 'patternOpened', { refusal: noList }),
  bind([], 'mark systems from a list, in $EDITOR', 'markListOpened', { refusal: noSystem }),
  bind(['a'], 'mark all matching systems', 'matchingMarked', { refusal: noSystem }),
  bind(['i'], 'invert the marks shown', 'marksInverted', { refusal: noSystem }),
  bind(['u'], 'undo a change of marks, up to 50', 'markingUndone', { refusal: undoRefusal }),
  bind(['ctrl-r'], 'redo a change of marks', 'markingRedone', { refusal: redoRefusal }),
  bind(['U'], 'clear all marks', 'marksCleared', { refusal: nothingMarked }),
  bind(['m'], 'show marked systems only', 'markedOnlyToggled', { refusal: noList }),
];

function nothingMarked(state: State): string | null {
  return state.marks.marked.size === 0 ? 'nothing is marked' : null;
}

const markAllKeys: BindingGroup = {
  title: 'Mark all',
  bindings: [
    bind(['a', 'enter'], 'mark the loaded systems', { kind: 'allMarked', readFirst: false }, { hint: 'mark loaded' }),
    bind(['r'], 'load every page first, then mark', { kind: 'allMarked', readFirst: true }, { hint: 'load all first' }),
    bind(['esc', 'q'], 'mark nothing', 'overlayClosed', { hint: 'cancel' }),
  ],
};

const markListKeys: BindingGroup = {
  title: 'Mark from a list',
  bindings: [
    bind(['enter'], 'open the saved list', { kind: 'markListChosen', isSaved: true }, { hint: 'saved list' }),
    bind(['n'], 'open an empty list', { kind: 'markListChosen', isSaved: false }, { hint: 'empty list' }),
    bind(['esc', 'q'], 'mark nothing', 'overlayClosed', { hint: 'cancel' }),
  ],
};

export const markScreens: ScreenDefinitions<'markAll' | 'markList'> = {
  markAll: { View: MarkAllScreen, keys: [markAllKeys] },
  markList: { View: MarkListScreen, keys: [markListKeys] },
};

function MarkAllScreen({ state }: ViewProps<'markAll'>): ReactNode {
  const { scan, view } = state.list.listing;
  const shown = scan === null ? 0 : viewLength(view, scan);
  const total = scan?.total == null ? 'an unknown number' : count(scan.total);
  return (
    <ScreenFrame state={state} title={clean('Mark all')}>
      <Sentence
        text={clean(
          `The list is not complete: ${count(scan?.count ?? 0)} of ${total} systems are loaded, and ${count(shown)} of them are shown. Mark these, or load the rest first?`,
        )}
        columns={state.columns}
      />
    </ScreenFrame>
  );
}

function MarkListScreen({ state, screen: { saved } }: ViewProps<'markList'>): ReactNode {
  return (
    <ScreenFrame state={state} title={clean('Mark from a list')}>
      <Sentence
        text={clean(
          `${plural(saved.count, 'mark')} of this organisation ${saved.count === 1 ? 'was' : 'were'} saved at ${exact(saved.at)}.`,
        )}
        columns={state.columns}
      />
      <Sentence
        text={clean('$EDITOR opens the list. rollcall marks each system that is left in it.')}
        columns={state.columns}
      />
    </ScreenFrame>
  );
}

// The key that watches a system, and the reason that says so wherever its fields are shown.

export const watchPhrase = 'watch until it connects, or stop that';

export const watchBinding = bind(['W'], watchPhrase, 'watchToggled', {
  refusal: (state) => watchRefusal(state, systemAtHand(state)),
});

export function watchReasons({ watching }: State, { systemId }: System): readonly Reason[] {
  const watch = watching.get(systemId);
  if (watch === undefined) return [];
  const { problem } = watch;
  const value = problem === null ? 'Until it connects. W stops.' : `Not checked: ${briefProblem(problem)}. W stops.`;
  return [{ name: clean('WATCHED'), value: clean(value), tone: problem === null ? 'plain' : 'warning' }];
}
