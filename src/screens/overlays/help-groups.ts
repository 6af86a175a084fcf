/** What does the help say? The bindings of the screen, in words. */
import type { State } from '../../state/state.ts';
import { refusalFor } from '../keys/binding.ts';
import { keyGroups } from '../keys/key-groups.ts';
import { keyLabel } from '../keys/keystroke.ts';
import type { HelpGroup } from '../parts/help-layout.ts';
import { clean } from '../text/clean.ts';

export function helpGroups(state: State): readonly HelpGroup[] {
  return keyGroups(state).map(({ title, bindings }) => ({
    title: clean(title),
    entries: bindings
      .filter(({ keys }) => keys.length > 0)
      .map((binding) => {
        const refusal = refusalFor(binding, state);
        return {
          keys: clean(binding.keys.map(keyLabel).join(' ')),
          does: clean(binding.does),
          ...(refusal !== null && { refusal: clean(refusal) }),
        };
      }),
  }));
}
