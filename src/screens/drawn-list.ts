/** The extent of a list that is laid out while it is drawn: the state does not know it, and motions need it. */
import type { State } from '../state/state.ts';
import { keyGroups } from './active-keys.ts';
import type { Extent, ScreenKind, ViewProps } from './screen-definition.ts';
import { definitionOf } from './screens.ts';

/** Null where the state keeps the list itself. */
export function drawnListExtent(state: State): Extent | null {
  return extentOf(state, state.overlay ?? state.screen);
}

function extentOf<K extends ScreenKind>(state: State, screen: ViewProps<K>['screen']): Extent | null {
  return definitionOf(screen.kind).extent?.(state, screen, keyGroups(state)) ?? null;
}
