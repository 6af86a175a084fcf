/** What does a key do? One value, from which the handler, the hints, the help, the palette and the README derive. */
import type { Action } from '../../state/actions.ts';
import type { State } from '../../state/state.ts';
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
