/** The types with which a feature declares its screens, overlays and prompts, and the bindings of keys to actions. */
import { currentScan } from '../state/fleet/list/listing.ts';
import { systemUnderCursor } from '../state/fleet/list/feature.ts';
import type { Action, State, Overlay, Prompt, Screen } from '../state/root/state.ts';
import type { ReactNode } from 'react';
import type { System } from '../api/system.ts';
import { bodyRows } from '../state/kernel/list-view.ts';
import type { Clean } from './text/clean.ts';

/** A printable character stands for itself; other keys have the names below, prefixed with `ctrl-` or `shift-`. */
export type KeyName = string;

const labels: Readonly<Record<KeyName, string>> = {
  up: '↑',
  down: '↓',
  left: '←',
  right: '→',
  'shift-left': '⇧←',
  'shift-right': '⇧→',
  pageUp: 'PgUp',
  pageDown: 'PgDn',
  home: 'Home',
  end: 'End',
};

export function keyLabel(key: KeyName): string {
  return labels[key] ?? key;
}

export interface Binding {
  /** Hints show the first key; an empty list leaves the action to the palette. */
  readonly keys: readonly KeyName[];
  /** A verb phrase, for the help, the palette and the documents. */
  readonly does: string;
  /** Replaces the list of keys where several bindings of one action are shown as one. */
  readonly label?: string;
  /** One or two words for the hint bar; undefined or null leaves the key to the help. */
  readonly hint?: string | ((state: State) => string | null);
  readonly action: Action;
  /** The reason why the key cannot be used; null if it can. */
  readonly refusal?: (state: State) => string | null;
  /** If false, the keys are free for a later binding; undefined means always in force. */
  readonly isInForce?: (state: State) => boolean;
  /** The action needs the extent of a list, which is known only after its rows are laid out. */
  readonly needsExtent?: true;
  /** The action of a key press, if it depends on what is drawn. */
  readonly actionIn?: (state: State) => Action;
  /** The key is the first letter of a confirmation phrase and opens its field. */
  readonly startsPhrase?: true;
  readonly worksInText?: true;
}

type BareKind<A = Action> = A extends { readonly kind: infer K } ? ({ readonly kind: K } extends A ? K : never) : never;

/** An action without a payload may be given as its kind. */
export function bind(
  keys: readonly KeyName[],
  does: string,
  action: Action | BareKind,
  more: Omit<Binding, 'keys' | 'does' | 'action'> = {},
): Binding {
  return { keys, does, action: typeof action === 'string' ? ({ kind: action } as Action) : action, ...more };
}

export interface BindingGroup {
  readonly title: string;
  readonly bindings: readonly Binding[];
  readonly examples?: readonly Example[];
}

interface Example {
  readonly typed: string;
  readonly means: string;
}

/** The action of the binding in this state. */
export function actionOf({ action, actionIn }: Binding, state: State): Action {
  return actionIn?.(state) ?? action;
}

/** The text in the hint bar; null leaves the key to the help. */
export function hintOf({ hint }: Binding, state: State): string | null {
  return typeof hint === 'function' ? hint(state) : (hint ?? null);
}

export function refusalFor(binding: Binding, state: State): string | null {
  return binding.refusal?.(state) ?? null;
}

/** Help and palette lie over the screen whose keys they list. */
export function refusalBeneath(binding: Binding, state: State): string | null {
  return refusalFor(binding, { ...state, overlay: null });
}

/** Drops bindings that an earlier binding's label already covers. */
export function dropRepeated(bindings: readonly Binding[]): readonly Binding[] {
  return bindings.filter(
    ({ label, does }, at) => label === undefined || bindings.findIndex((other) => other.does === does) === at,
  );
}

/** The binding of a key: the first group that has it wins. */
export function bindingOf(groups: readonly BindingGroup[], key: KeyName): Binding | undefined {
  return groups.flatMap(({ bindings }) => bindings).find(({ keys }) => keys.includes(key));
}

function motionKeys(last: string): BindingGroup {
  return {
    title: 'Move',
    bindings: [
      bind(['j', 'down'], 'move down', { kind: 'moved', motion: 'down' }),
      bind(['k', 'up'], 'move up', { kind: 'moved', motion: 'up' }),
      bind(['ctrl-d'], 'down half a screen', { kind: 'moved', motion: 'halfDown' }),
      bind(['ctrl-u'], 'up half a screen', { kind: 'moved', motion: 'halfUp' }),
      bind(['pageDown'], 'down a screen', { kind: 'moved', motion: 'pageDown' }),
      bind(['pageUp'], 'up a screen', { kind: 'moved', motion: 'pageUp' }),
      bind(['g', 'home'], 'to the first row', { kind: 'moved', motion: 'first' }),
      bind(['G', 'end'], last, { kind: 'moved', motion: 'last' }),
    ],
  };
}

export const listKeys = motionKeys('to the last row, all pages');

export const listKeysWithoutPages = motionKeys('to the last row');

export const nextAndPrevious: readonly Binding[] = [
  bind(['j', 'down'], 'next', { kind: 'moved', motion: 'down' }),
  bind(['k', 'up'], 'previous', { kind: 'moved', motion: 'up' }),
];

// Reasons why a key of the list of systems cannot be used; null if it can.

export function noList(state: State): string | null {
  return state.list.listing.scan === null ? 'no list is loaded yet' : null;
}

/** A field may open before the first page: refusing it would send its letters to the key bindings. */
export function noneAsked(state: State): string | null {
  return currentScan(state.list.listing) === null ? noList(state) : null;
}

export function noSystem(state: State): string | null {
  return systemUnderCursor(state) === undefined ? 'no system is shown' : null;
}

// The types with which a feature declares its screens, overlays and prompts.

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
