/** Which keys work on what lies over the screen: help, palette, the question before leaving? */
import type { State } from '../../state/state.ts';
import type { BindingGroup } from '../keys/binding.ts';
import { listKeys } from '../keys/list-keys.ts';
import type { PaletteEntry } from './palette-entries.ts';

export const helpKeys: readonly BindingGroup[] = [
  {
    title: 'Help',
    bindings: [
      {
        keys: ['esc', '?', 'q', 'h', 'left', 'enter'],
        does: 'close the help',
        hint: 'close',
        action: { kind: 'overlayClosed' },
      },
    ],
  },
  listKeys,
];

export const quitKeys: readonly BindingGroup[] = [
  {
    title: 'Leave',
    bindings: [
      { keys: ['y'], does: 'stop after those in flight, and leave', hint: 'leave', action: { kind: 'quitConfirmed' } },
      { keys: ['esc', 'n'], does: 'stay', hint: 'stay', action: { kind: 'overlayClosed' } },
    ],
  },
];

/** Letters are the token's. */
export const newTokenKeys: BindingGroup = {
  title: 'New token',
  bindings: [
    { keys: ['enter'], does: 'go on with this token', hint: 'go on', action: { kind: 'newTokenEntered' } },
    { keys: ['esc'], does: 'stop; what was read stays', hint: 'stop', action: { kind: 'wentBack' } },
  ],
};

/** The keys of the palette: enter does what the entry under the cursor does. */
export function paletteKeys(state: State, entries: readonly PaletteEntry[]): readonly BindingGroup[] {
  const chosen = state.overlay?.kind === 'palette' ? entries[state.overlay.list.row] : undefined;
  return [
    {
      title: 'Palette',
      bindings: [
        {
          keys: ['enter'],
          does: 'do it',
          hint: 'do it',
          action:
            chosen === undefined ? { kind: 'overlayClosed' } : { kind: 'paletteChosen', action: chosen.binding.action },
          refusal: () => (chosen === undefined ? 'no action has these words' : chosen.refusal),
        },
        { keys: ['down', 'ctrl-n'], does: 'next', action: { kind: 'moved', motion: 'down' } },
        { keys: ['up'], does: 'previous', action: { kind: 'moved', motion: 'up' } },
        { keys: ['esc'], does: 'close the palette', hint: 'close', action: { kind: 'overlayClosed' } },
      ],
    },
  ];
}
