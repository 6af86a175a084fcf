/** The types with which a feature declares its screens, overlays and prompts. */
import type { ReactNode } from 'react';
import type { System } from '../api/system.ts';
import { bodyRows } from '../state/kernel/list-view.ts';
import type { Action, Overlay, Prompt, Screen, State } from '../state/root/state.ts';
import type { Binding, BindingGroup } from './binding.ts';
import type { Clean } from './text/clean.ts';

type Drawn = Screen | Overlay | Prompt;

export type ScreenKind = Drawn['kind'];

type OfKind<K extends ScreenKind, D = Drawn> = D extends { readonly kind: infer P } ? (K extends P ? D : never) : never;

export interface ViewProps<K extends ScreenKind> {
  readonly state: State;
  readonly screen: OfKind<K>;
}

export interface ScreenDefinition<K extends ScreenKind> {
  readonly View: (props: ViewProps<K>) => ReactNode;
  /** Its own groups of keys, as the documents list them. All are in force, unless `inForce` chooses. */
  readonly keys: readonly BindingGroup[];
  readonly offers?: readonly Offer[];
  /** Adds reasons to the verdict wherever a system is shown with all its fields. */
  readonly tells?: (state: State, system: System) => readonly Reason[];
  /** The groups in force while you type in its field. */
  readonly fieldKeys?: readonly BindingGroup[];
  /**
   * The groups in force, if they depend on the state. `beneath`: for an overlay or a prompt the groups of the screen,
   * for a screen the global ones.
   */
  readonly inForce?: (state: State, screen: OfKind<K>, beneath: readonly BindingGroup[]) => readonly BindingGroup[];
  /** The global keys do not work on it, except those that `inForce` returns. */
  readonly isClosed?: true;
  /** The commands of the user's settings are in force on it. */
  readonly hasOwnCommands?: true;
  /** The hint for the key that goes back; if undefined, only the help lists the key. */
  readonly backHint?: Binding['hint'];
  /** For a prompt: the remark that does not fit beside its text and replaces the hints. */
  readonly below?: (state: State, screen: OfKind<K>) => Remark | null;
  /**
   * For a list that is laid out while it is drawn: its rows, and the number in view. Other extents are in the state.
   */
  readonly extent?: (state: State, screen: OfKind<K>, beneath: readonly BindingGroup[]) => Extent;
}

/** Keys that a feature adds to a group of another screen: before the binding of the given action, else at the end. */
export interface Offer {
  readonly on: ScreenKind;
  readonly title: string;
  readonly before?: Action['kind'];
  readonly bindings: readonly Binding[];
}

/** A line of the verdict on a system. */
export interface Reason {
  readonly name: Clean;
  readonly value: Clean;
  readonly tone: 'plain' | 'warning';
}

export interface Remark {
  readonly text: Clean;
  /** A count is left out if there is no room. */
  readonly kind: 'fault' | 'unfinished' | 'count';
}

export interface Extent {
  readonly length: number;
  readonly height: number;
}

/** Text without a cursor scrolls by its first line; the last position shows the last screenful. */
export function textExtent({ rows }: State, lines: readonly unknown[]): Extent {
  const height = bodyRows(rows);
  return { length: Math.max(1, lines.length - height + 1), height };
}

export type ScreenDefinitions<K extends ScreenKind> = { readonly [P in K]: ScreenDefinition<P> };
