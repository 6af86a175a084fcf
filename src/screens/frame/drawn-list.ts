/** How long is the list that this screen makes while it draws? The state does not know; motions need it. */
import { placesOffered } from '../../state/token-storage/update.ts';
import type { State } from '../../state/state.ts';
import { copyTexts } from '../../state/export/update.ts';
import { columnIds } from '../../state/columns/model.ts';
import { bodyRows, copyLayout, tableRows } from '../../state/kernel/layout.ts';
import { detailLines } from '../details/details-screen.tsx';
import { seenKeys } from '../enrolment-keys/keys-seen-screen.tsx';
import { keyGroups } from '../keys/active-keys.ts';
import { helpColumns, helpGroups } from '../help/help-groups.ts';
import { paletteRows } from '../program/overlay-screen.tsx';
import { paletteEntries } from '../palette/palette-entries.ts';
import { helpHeight } from '../help/help-layout.ts';
import { unreachable } from '../../state/kernel/unreachable.ts';

/** Rows of the list and of its viewport; null where the state keeps the list itself. */
export function drawnListExtent(state: State): { readonly length: number; readonly height: number } | null {
  const height = bodyRows(state.rows);
  switch (state.overlay?.kind) {
    case 'palette':
      return { length: paletteEntries(state, keyGroups(state)).length, height: paletteRows(state.rows) };
    case 'help':
      // Text without a cursor scrolls by its first line, down to the one that leaves the last screenful.
      return { length: Math.max(1, helpHeight(helpGroups(state), helpColumns(state)) - height + 1), height };
    case 'keeping': {
      const { length } = placesOffered(state.overlay.why);
      return { length, height: length };
    }
    case 'profiles':
      return { length: state.overlay.names.length + 1, height };
    case 'columns':
      return { length: columnIds.length, height };
    case 'copy': {
      const { length } = copyTexts(state);
      return { length, height: copyLayout(state.rows, length).list };
    }
    case 'resume':
    case 'exportSystems':
    case 'saveView':
    case 'quit':
    case 'markAll':
    case 'marksLost':
    case 'signOut':
    case 'token':
    case 'weakening':
      return null;
    case undefined:
      break;
    default:
      unreachable(state.overlay);
  }
  if (state.screen.kind === 'details') {
    return { length: Math.max(1, detailLines(state, state.screen).length - height + 1), height };
  }
  if (state.screen.kind === 'keysSeen') return { length: seenKeys(state).length, height: tableRows(state.rows) };
  return null;
}
