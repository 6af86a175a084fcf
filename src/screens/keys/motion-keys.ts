/** The keys that move the cursor: in every list, and in a short one. */
import type { Motion } from '../../state/kernel/list-cursor.ts';
import { bind, type Binding, type BindingGroup } from './binding.ts';
import type { KeyName } from './key-name.ts';

/** Every motion with its keys, the same in screens and overlays. */
const motionKeys: readonly {
  readonly keys: readonly KeyName[];
  readonly motion: Motion;
  readonly does: string;
}[] = [
  { keys: ['j', 'down'], motion: 'down', does: 'move down' },
  { keys: ['k', 'up'], motion: 'up', does: 'move up' },
  { keys: ['ctrl-d'], motion: 'halfDown', does: 'down half a screen' },
  { keys: ['ctrl-u'], motion: 'halfUp', does: 'up half a screen' },
  { keys: ['pageDown'], motion: 'pageDown', does: 'down a screen' },
  { keys: ['pageUp'], motion: 'pageUp', does: 'up a screen' },
  { keys: ['g', 'home'], motion: 'first', does: 'to the first row' },
  { keys: ['G', 'end'], motion: 'last', does: 'to the last row, all pages' },
];

export const listKeys: BindingGroup = {
  title: 'Move',
  bindings: motionKeys.map(({ keys, motion, does }): Binding => bind(keys, does, { kind: 'moved', motion })),
};

/** The same, for a list without further pages. */
export const listKeysWithoutPages: BindingGroup = {
  title: 'Move',
  bindings: motionKeys.map(({ keys, motion, does }): Binding => {
    const words = motion === 'last' ? 'to the last row' : does;
    return bind(keys, words, { kind: 'moved', motion });
  }),
};

/** In a list of a few rows, such as that of the columns. */
export const nextAndPrevious: readonly Binding[] = [
  bind(['j', 'down'], 'next', { kind: 'moved', motion: 'down' }),
  bind(['k', 'up'], 'previous', { kind: 'moved', motion: 'up' }),
];
