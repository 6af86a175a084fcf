/** A binding: a key and its action. The handler, the hints, the help, the palette and docs/keys.md derive from it. */
import { currentScan } from '../state/fleet/list/listing.ts';
import { systemUnderCursor } from '../state/fleet/list/public.ts';
import type { Action, State } from '../state/root/state.ts';

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

/** Drops bindings that an earlier binding's label already covers. */
export function shownOnce(bindings: readonly Binding[]): readonly Binding[] {
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
