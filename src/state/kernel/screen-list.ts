/** Lists whose position is in their screen or overlay. */
import type { Overlay, Screen, State } from '../state.ts';
import type { List } from './feature.ts';
import type { ListPosition } from './list-cursor.ts';

interface WithList {
  readonly list: ListPosition;
}

export function screenList(state: State, screen: Screen & WithList, extent: List['extent']): List {
  return { at: screen.list, extent, withPosition: (list) => ({ ...state, screen: { ...screen, list } }) };
}

export function overlayList(state: State, overlay: Overlay & WithList, extent: List['extent']): List {
  return { at: overlay.list, extent, withPosition: (list) => ({ ...state, overlay: { ...overlay, list } }) };
}
