/** How does the cursor move in the list of each screen, and how does it stay in view? */
import type { ProgramAction } from '../actions.ts';
import { cursorMoved } from '../list/update.ts';
import { type ListPosition, type Motion, moved, placed } from '../kernel/list-cursor.ts';
import { withCursorAt } from '../list/listing.ts';
import { known } from '../kernel/loadable.ts';
import { type Review, sentenceOf } from '../review/review.ts';
import { type Run, troublesIn } from '../deletion/run.ts';
import type { Overlay, State } from '../state.ts';
import type { Step } from '../kernel/step.ts';
import { reviewLayout, runLayout, tableRows } from '../kernel/layout.ts';

/** Every list with its cursor in view, also those that are not on the screen now. */
export function resized(state: State): State {
  const { review, deletion: run, rows } = state;
  const { listing } = state.list;
  const { list: organisations, position: organisationList } = state.organisations;
  const inView = (list: ListPosition, length: number, height: number): ListPosition =>
    placed(list, list.row, length, height);
  return {
    ...state,
    list: { ...state.list, listing: withCursorAt(listing, listing.cursor.row, tableRows(rows)) },
    organisations: {
      ...state.organisations,
      position: inView(organisationList, known(organisations)?.length ?? 0, tableRows(rows)),
    },
    review: review && { ...review, list: inView(review.list, review.items.length, reviewRows(state, review)) },
    screen: screenInView(state),
    deletion: run && { ...run, list: inView(run.list, ...troublesExtent(run, rows)) },
  };
}

/** The list of a run, and the rows that are shown of it. */
function troublesExtent(run: Run, rows: number): readonly [length: number, height: number] {
  const { length } = troublesIn(run);
  return [length, runLayout(rows, length).list];
}

export function listMoved(state: State, motion: Motion): Step {
  switch (state.screen.kind) {
    case 'systems':
      return cursorMoved(state, motion);
    case 'organisations': {
      const length = known(state.organisations.list)?.length ?? 0;
      return [
        {
          ...state,
          organisations: {
            ...state.organisations,
            position: moved(state.organisations.position, motion, length, tableRows(state.rows)),
          },
        },
      ];
    }
    case 'review': {
      const { review } = state;
      if (review === null) return [state];
      return [
        {
          ...state,
          review: { ...review, list: moved(review.list, motion, review.items.length, reviewRows(state, review)) },
        },
      ];
    }
    case 'deletion': {
      const { deletion: run } = state;
      if (run === null) return [state];
      return [{ ...state, deletion: { ...run, list: moved(run.list, motion, ...troublesExtent(run, state.rows)) } }];
    }
    case 'runs': {
      const { screen } = state;
      const length = known(screen.runs)?.length ?? 0;
      return [{ ...state, screen: { ...screen, list: moved(screen.list, motion, length, tableRows(state.rows)) } }];
    }
    case 'starting':
    case 'signIn':
    case 'details':
    case 'stale':
    case 'newKey':
    case 'keysSeen':
      return [state];
  }
}

function screenInView({ screen, rows }: State): State['screen'] {
  if (screen.kind !== 'runs') return screen;
  const length = known(screen.runs)?.length ?? 0;
  return { ...screen, list: placed(screen.list, screen.list.row, length, tableRows(rows)) };
}

function reviewRows(state: State, review: Review): number {
  return reviewLayout(state, sentenceOf(review).length).list;
}

function isTyping(overlay: Overlay): boolean {
  return (overlay.kind === 'keeping' && overlay.isTrying) || (overlay.kind === 'profiles' && overlay.typed !== null);
}

export function drawnListMoved(
  state: State,
  { motion, length, height }: ProgramAction & { kind: 'drawnListMoved' },
): State {
  const { overlay, screen } = state;
  if (overlay !== null) {
    if (!('list' in overlay) || isTyping(overlay)) return state;
    return { ...state, overlay: { ...overlay, list: moved(overlay.list, motion, length, height) } };
  }
  if (screen.kind !== 'details' && screen.kind !== 'keysSeen') return state;
  return { ...state, screen: { ...screen, list: moved(screen.list, motion, length, height) } };
}
