/** The type of a feature's declaration for each of its screens, overlays and prompts. */
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
  /** The screen, the overlay or the prompt itself. */
  readonly screen: OfKind<K>;
}

export interface ScreenDefinition<K extends ScreenKind> {
  readonly View: (props: ViewProps<K>) => ReactNode;
  /** Its own groups of keys, as the documents list them. All of them work, unless `inForce` chooses. */
  readonly keys: readonly BindingGroup[];
  readonly offers?: readonly Offer[];
  /** Its reasons beside those of the list, wherever a system is shown with all its fields. */
  readonly tells?: (state: State, system: System) => readonly Reason[];
  /** Its groups while text is typed into its field. */
  readonly fieldKeys?: readonly BindingGroup[];
  /**
   * The groups in force, where they depend on the state. `beneath`: under an overlay or a prompt those of the screen, on
   * a screen the global ones.
   */
  readonly inForce?: (state: State, screen: OfKind<K>, beneath: readonly BindingGroup[]) => readonly BindingGroup[];
  /** The global keys do not work on it: `inForce` names each that does. */
  readonly isClosed?: true;
  /** Your own commands can be run on it. */
  readonly hasOwnCommands?: true;
  /** The hint for the key that goes back; without it, only the help lists the key. */
  readonly backHint?: Binding['hint'];
  /** For a prompt: the remark that has no room beside its text, and replaces the hints. */
  readonly below?: (state: State, screen: OfKind<K>) => Remark | null;
  /** For a list that is laid out while it is drawn: its rows, and the number in view. The state knows other extents. */
  readonly extent?: (state: State, screen: OfKind<K>, beneath: readonly BindingGroup[]) => Extent;
}

/** Keys that it adds to a group of another screen: before the binding of that action, else at the end. */
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

/** A remark on the text of a prompt. */
export interface Remark {
  readonly text: Clean;
  /** A count without room is left out. */
  readonly kind: 'fault' | 'unfinished' | 'count';
}

export interface Extent {
  readonly length: number;
  readonly height: number;
}

/** A text without a cursor scrolls by its first line, until its last screenful is shown. */
export function textExtent({ rows }: State, lines: readonly unknown[]): Extent {
  const height = bodyRows(rows);
  return { length: Math.max(1, lines.length - height + 1), height };
}

export type ScreenDefinitions<K extends ScreenKind> = { readonly [P in K]: ScreenDefinition<P> };
