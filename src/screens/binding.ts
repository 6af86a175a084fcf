/** A binding: a key and its action. The handler, the hints, the help, the palette and docs/keys.md derive from it. */
import { currentScan } from '../state/fleet/list/listing.ts';
import { systemUnderCursor } from '../state/fleet/list/public.ts';
import type { Action, State } from '../state/root/state.ts';

/** A printable character stands for itself; other keys have the names below, with `ctrl-` or `shift-` in front. */
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

/** The word for a key in hints, help and documents. */
export function keyLabel(key: KeyName): string {
  return labels[key] ?? key;
}

export interface Binding {
  /** The first one is shown in hints; none: the action is in the palette only. */
  readonly keys: readonly KeyName[];
  /** A verb phrase: help, palette and documents. */
  readonly does: string;
  /** Replaces the keys where bindings of one action are shown as one. */
  readonly label?: string;
  /** One or two words for the hint bar; without it the key is left to the help. */
  readonly hint?: string | ((state: State) => string | null);
  readonly action: Action;
  /** The reason why the key cannot be used; null where it can. */
  readonly refusal?: (state: State) => string | null;
  /** Only then does it have its keys; without it, always. Another binding may have them before. */
  readonly isInForce?: (state: State) => boolean;
  /** The action needs the extent of a list whose rows are laid out while the screen is drawn. */
  readonly needsExtent?: true;
  /** The key is the first letter of a phrase, and opens its field. */
  readonly startsPhrase?: true;
  /** A key of every screen that works in text fields, too. */
  readonly worksInText?: true;
}

/** The kinds of actions without a payload. */
type BareKind<A = Action> = A extends { readonly kind: infer K } ? ({ readonly kind: K } extends A ? K : never) : never;

/** An action without a payload is named by its kind. */
export function bind(
  keys: readonly KeyName[],
  does: string,
  action: Action | BareKind,
  more: Omit<Binding, 'keys' | 'does' | 'action'> = {},
): Binding {
  return { keys, does, action: typeof action === 'string' ? ({ kind: action } as Action) : action, ...more };
}

/** Bindings that belong together, as help and documents show them. */
export interface BindingGroup {
  readonly title: string;
  readonly bindings: readonly Binding[];
  /** Texts to type, and their meanings: the help shows them, too. */
  readonly examples?: readonly Example[];
}

interface Example {
  readonly typed: string;
  readonly means: string;
}

/** The words of the hint bar; null leaves the key to the help. */
export function hintOf({ hint }: Binding, state: State): string | null {
  return typeof hint === 'function' ? hint(state) : (hint ?? null);
}

export function refusalFor(binding: Binding, state: State): string | null {
  return binding.refusal?.(state) ?? null;
}

/** The bindings without those that an earlier one stands for. */
export function shownOnce(bindings: readonly Binding[]): readonly Binding[] {
  return bindings.filter(
    ({ label, does }, at) => label === undefined || bindings.findIndex((other) => other.does === does) === at,
  );
}

/** The binding of a key: the first group that has it wins. */
export function bindingOf(groups: readonly BindingGroup[], key: KeyName): Binding | undefined {
  return groups.flatMap(({ bindings }) => bindings).find(({ keys }) => keys.includes(key));
}

/** Every motion with its keys, the same in screens and overlays. */
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

/** The motions of a short list, such as that of the columns. */
export const nextAndPrevious: readonly Binding[] = [
  bind(['j', 'down'], 'next', { kind: 'moved', motion: 'down' }),
  bind(['k', 'up'], 'previous', { kind: 'moved', motion: 'up' }),
];

// The reason why a key of the list of systems cannot be used.

export function noList(state: State): string | null {
  return state.list.listing.scan === null ? 'no list is loaded yet' : null;
}

/** A field may open before the first page: a refusal would send its letters to the keys. */
export function noneAsked(state: State): string | null {
  return currentScan(state.list.listing) === null ? noList(state) : null;
}

export function noSystem(state: State): string | null {
  return systemUnderCursor(state) === undefined ? 'no system is shown' : null;
}
