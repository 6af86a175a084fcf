/** The keys that move the cursor: in every list, and in a short one. */
import { bind, type Binding, type BindingGroup } from './binding.ts';

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

/** In a list of a few rows, such as that of the columns. */
export const nextAndPrevious: readonly Binding[] = [
  bind(['j', 'down'], 'next', { kind: 'moved', motion: 'down' }),
  bind(['k', 'up'], 'previous', { kind: 'moved', motion: 'up' }),
];
