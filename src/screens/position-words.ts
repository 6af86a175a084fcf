/** Which row of how many has the cursor? Who hears the screen instead of seeing it cannot tell otherwise. */
import { known } from '../state/kernel/loadable.ts';
import { troublesIn } from '../state/deletion/run.ts';
import type { State } from '../state/state.ts';
import { viewLength } from '../state/list/rows.ts';
import { drawnListExtent } from './drawn-list.ts';
import { type Clean, clean } from './text/clean.ts';
import { count } from './text/numbers.ts';

/** `row 3 of 260`; empty where no list has a cursor. */
export function positionWords(state: State): Clean {
  const at = positionIn(state);
  return at === null || at.length === 0 ? clean('') : clean(`row ${count(at.row + 1)} of ${count(at.length)}`);
}

function positionIn(state: State): { readonly row: number; readonly length: number } | null {
  const { overlay, screen, review, deletion: run } = state;
  const { listing } = state.list;
  if (overlay !== null) return drawn(state, 'list' in overlay && overlay.kind !== 'help' ? overlay.list.row : null);
  switch (screen.kind) {
    case 'systems': {
      const { scan, view, cursor } = listing;
      return scan === null ? null : { row: cursor.row, length: viewLength(view, scan) };
    }
    case 'organisations':
      return { row: state.organisations.position.row, length: known(state.organisations.list)?.length ?? 0 };
    case 'review':
      return review === null ? null : { row: review.list.row, length: review.items.length };
    case 'deletion':
      return run === null ? null : { row: run.list.row, length: troublesIn(run).length };
    case 'runs':
      return { row: screen.list.row, length: known(screen.runs)?.length ?? 0 };
    case 'keysSeen':
      return drawn(state, screen.list.row);
    case 'starting':
    case 'signIn':
    case 'details':
    case 'stale':
    case 'newKey':
      return null;
  }
}

function drawn(state: State, row: number | null): { readonly row: number; readonly length: number } | null {
  const extent = row === null ? null : drawnListExtent(state);
  return extent === null || row === null ? null : { row, length: extent.length };
}
