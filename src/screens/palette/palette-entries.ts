/** The actions that the palette offers: every binding of the screen that does more than move. */
import type { State } from '../../state/state.ts';
import { type Binding, type BindingGroup, refusalFor } from '../keys/binding.ts';

export interface PaletteEntry {
  readonly binding: Binding;
  /** Why it cannot be chosen now; null where it can. */
  readonly refusal: string | null;
}

/** The entries whose words contain every typed word. Digits without a saved view are left out. */
export function paletteEntries(typed: string, state: State, groups: readonly BindingGroup[]): readonly PaletteEntry[] {
  const words = typed.toLowerCase().split(/\s+/);
  return groups
    .flatMap(({ bindings }) => bindings)
    .filter(({ action }) => action.kind !== 'moved' && action.kind !== 'paletteOpened')
    .filter(({ does }, at, all) => all.findIndex((other) => other.does === does) === at)
    .filter(({ does }) => words.every((word) => does.toLowerCase().includes(word)))
    .map((binding) => ({ binding, refusal: refusalFor(binding, state) }))
    .filter(({ binding, refusal }) => binding.action.kind !== 'viewShown' || refusal === null);
}
