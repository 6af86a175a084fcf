/** Lists that are laid out while they are drawn, such as the palette's: their extent, and the cursor in any list. */
import { listOf } from '../state/navigation.ts';
import type { State } from '../state/state.ts';
import { keyGroups } from './active-keys.ts';
import type { Extent, ScreenKind, ViewProps } from './screen-definition.ts';
import { definitionOf } from './screens.ts';
import { type Clean, clean } from './text/clean.ts';
import { count } from './text/numbers.ts';

/** Null where the state knows the extent. */
export function drawnListExtent(state: State): Extent | null {
  return extentOf(state, state.overlay ?? state.screen);
}

function extentOf<K extends ScreenKind>(state: State, screen: ViewProps<K>['screen']): Extent | null {
  return definitionOf(screen.kind).extent?.(state, screen, keyGroups(state)) ?? null;
}

/** `row 3 of 260`, for a screen reader; empty where no list has a cursor. */
export function positionWords(state: State): Clean {
  const list = listOf(state);
  if (list === null || list.isText === true) return clean('');
  const length = (list.extent ?? drawnListExtent(state))?.length ?? 0;
  return clean(length === 0 ? '' : `row ${count(list.at.row + 1)} of ${count(length)}`);
}
