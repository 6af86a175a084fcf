/** A binding: a key and what it does. The handler, the hints, the help, the palette and the README derive from it. */
import type { Action, State } from '../../state/state.ts';
import type { KeyName } from './key-name.ts';

export interface Binding {
  /** The first one is shown in hints; none: the action is in the palette only. */
  readonly keys: readonly KeyName[];
  /** A verb phrase: help, palette and README. */
  readonly does: string;
  /** One or two words for the hint bar; without it the key is left to the help. */
  readonly hint?: string | ((state: State) => string | null);
  readonly action: Action;
  /** Why the key cannot be used now; null where it can. */
  readonly refusal?: (state: State) => string | null;
}

/** The kinds of actions that carry nothing else. */
type BareKind<A = Action> = A extends { readonly kind: infer K } ? ({ readonly kind: K } extends A ? K : never) : never;

/** An action without a payload is named by its kind. */
export function bind(
  keys: readonly KeyName[],
  does: string,
  action: Action | BareKind,
  more: Pick<Binding, 'hint' | 'refusal'> = {},
): Binding {
  return { keys, does, action: typeof action === 'string' ? ({ kind: action } as Action) : action, ...more };
}

/** Bindings that belong together, as help and README show them. */
export interface BindingGroup {
  readonly title: string;
  readonly bindings: readonly Binding[];
}

/** The words of the hint bar; null where the key is left to the help. */
export function hintOf({ hint }: Binding, state: State): string | null {
  return typeof hint === 'function' ? hint(state) : (hint ?? null);
}

export function refusalFor(binding: Binding, state: State): string | null {
  return binding.refusal?.(state) ?? null;
}

/** The binding of a key: the first group that knows it wins. */
export function bindingOf(groups: readonly BindingGroup[], key: KeyName): Binding | undefined {
  for (const { bindings } of groups) {
    const binding = bindings.find(({ keys }) => keys.includes(key));
    if (binding !== undefined) return binding;
  }
  return undefined;
}
