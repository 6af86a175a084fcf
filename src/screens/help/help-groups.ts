/** The bindings of the screen as the help words them. */
import type { State } from '../../state/state.ts';
import { type Binding, type BindingGroup, bindingOf, refusalFor } from '../keys/binding.ts';
import { type KeyName, keyLabel } from '../keys/key-name.ts';
import type { HelpGroup } from './help-layout.ts';
import { clean } from '../text/clean.ts';

/** Each key stays with the first binding that claims it: no other one hears it. */
function inForce(groups: readonly BindingGroup[]): readonly BindingGroup[] {
  const isFirst = (binding: Binding, key: KeyName): boolean => bindingOf(groups, key) === binding;
  return groups.map(({ title, bindings }) => ({
    title,
    bindings: bindings.map((binding) => ({ ...binding, keys: binding.keys.filter((key) => isFirst(binding, key)) })),
  }));
}

/** The entries that contain every typed word. Digits without a saved view are left out. */
export function helpGroups(typed: string | null, state: State, groups: readonly BindingGroup[]): readonly HelpGroup[] {
  const words = (typed ?? '').toLowerCase().split(/\s+/);
  return inForce(groups)
    .map(({ title, bindings }) => ({
      title: clean(title),
      entries: bindings
        .filter(({ keys }) => keys.length > 0)
        .filter((binding) => binding.action.kind !== 'viewShown' || refusalFor(binding, state) === null)
        .filter(({ keys, does }) => {
          const text = `${does} ${keys.map(keyLabel).join(' ')}`.toLowerCase();
          return words.every((word) => text.includes(word));
        })
        .map((binding) => {
          const refusal = refusalFor(binding, state);
          return {
            keys: clean(binding.keys.map(keyLabel).join(' ')),
            does: clean(binding.does),
            ...(refusal !== null && { refusal: clean(refusal) }),
          };
        }),
    }))
    .filter(({ entries }) => entries.length > 0);
}
