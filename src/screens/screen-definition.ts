/** The type of what a feature declares for each of its screens, overlays and prompts. */
import type { ReactNode } from 'react';
import type { Overlay, Prompt, Screen, State } from '../state/root/state.ts';
import type { Binding, BindingGroup } from './keys/binding.ts';
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
  /** Its own groups of keys, as the documents list them. All of them work where `inForce` does not choose. */
  readonly keys: readonly BindingGroup[];
  /** The key that opens it from another screen: it is added to the end of that group there. */
  readonly opens?: { readonly from: ScreenKind; readonly title: string; readonly binding: Binding };
  /** Its groups while text is typed into its field. */
  readonly fieldKeys?: readonly BindingGroup[];
  /** The groups that work now, where that follows from the state. `beneath`: those of the screen under an overlay. */
  readonly inForce?: (state: State, screen: OfKind<K>, beneath: readonly BindingGroup[]) => readonly BindingGroup[];
  /** The keys of every screen do not work here: `inForce` names each that does. */
  readonly isClosed?: true;
  /** Commands of your own can be run here. */
  readonly hasOwnCommands?: true;
  /** The hint for the key that goes back; without it that is left to the help. */
  readonly backHint?: Binding['hint'];
  /** Of a prompt: what has no room beside its text, and takes the place of the hints. */
  readonly below?: (state: State, screen: OfKind<K>) => Remark | null;
  /** Of a list that is laid out while it is drawn: its rows, and how many of them are in view. The state knows the others. */
  readonly extent?: (state: State, screen: OfKind<K>, beneath: readonly BindingGroup[]) => Extent;
}

/** What is said of the text of a prompt; the longest form first. */
export interface Remark {
  readonly forms: readonly Clean[];
  /** A count is left out where it has no room. */
  readonly kind: 'fault' | 'unfinished' | 'count';
}

export interface Extent {
  readonly length: number;
  readonly height: number;
}

export type ScreenDefinitions<K extends ScreenKind> = { readonly [P in K]: ScreenDefinition<P> };
