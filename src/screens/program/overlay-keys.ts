/** Which keys work on what lies over the screen: help, palette, the question before leaving? */
import type { State } from '../../state/state.ts';
import type { Binding, BindingGroup } from '../keys/binding.ts';
import { signOutRefusal } from './global-keys.ts';
import { listKeys } from '../keys/motion-keys.ts';
import type { PaletteEntry } from '../palette/palette-entries.ts';

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
      { keys: ['/'], does: 'look for a word in the help', hint: 'look for', action: { kind: 'helpSearched' } },
    ],
  },
  listKeys,
];

export const helpSearchKeys: BindingGroup = {
  title: 'Look for a key',
  bindings: [
    { keys: ['down'], does: 'further down', action: { kind: 'moved', motion: 'down' } },
    { keys: ['up'], does: 'further up', action: { kind: 'moved', motion: 'up' } },
    { keys: ['esc', 'enter'], does: 'close it', hint: 'close', action: { kind: 'overlayClosed' } },
  ],
};

export const quitKeys: readonly BindingGroup[] = [
  {
    title: 'Leave',
    bindings: [
      {
        keys: ['y'],
        does: 'quit; a run stops after those in flight',
        hint: 'leave',
        action: { kind: 'quitConfirmed' },
      },
      { keys: ['esc', 'n'], does: 'stay', hint: 'stay', action: { kind: 'overlayClosed' } },
    ],
  },
];

export const signOutKeys: BindingGroup = {
  title: 'Sign out',
  bindings: [
    { keys: ['y'], does: 'yes, sign out', hint: 'sign out', action: { kind: 'signedOut' }, refusal: signOutRefusal },
    { keys: ['esc', 'n'], does: 'stay signed in', hint: 'stay', action: { kind: 'overlayClosed' } },
  ],
};

export const marksLostKeys: BindingGroup = {
  title: 'Switch',
  bindings: [
    { keys: ['y'], does: 'switch, and lose the marks', hint: 'switch', action: { kind: 'marksGivenUp' } },
    { keys: ['esc', 'n'], does: 'keep the marks, and stay', hint: 'stay', action: { kind: 'overlayClosed' } },
  ],
};

export const weakeningKeys: BindingGroup = {
  title: 'Weaker protection',
  bindings: [
    { keys: ['enter'], does: 'save the weaker protection', hint: 'save', action: { kind: 'weakeningConfirmed' } },
    { keys: ['esc'], does: 'keep the protection as it is', hint: 'keep', action: { kind: 'overlayClosed' } },
  ],
};

/** Letters are the token's. */
export const newTokenKeys: BindingGroup = {
  title: 'New token',
  bindings: [
    { keys: ['enter'], does: 'go on with this token', hint: 'go on', action: { kind: 'newTokenEntered' } },
    { keys: ['esc'], does: 'stop; what was read stays', hint: 'stop', action: { kind: 'wentBack' } },
  ],
};

const inList: readonly Binding[] = [
  { keys: ['j', 'down'], does: 'next', action: { kind: 'moved', motion: 'down' } },
  { keys: ['k', 'up'], does: 'previous', action: { kind: 'moved', motion: 'up' } },
];

export const columnsKeys: BindingGroup = {
  title: 'Columns',
  bindings: [
    {
      keys: ['space', 'enter'],
      does: 'show the column, or not',
      hint: 'show or not',
      action: { kind: 'columnToggled' },
    },
    { keys: ['J', '>'], does: 'the column further right', hint: 'right', action: { kind: 'columnMoved', by: 1 } },
    { keys: ['K', '<'], does: 'the column further left', hint: 'left', action: { kind: 'columnMoved', by: -1 } },
    ...inList,
    { keys: ['esc', 'q', 'c'], does: 'back to the list', hint: 'back', action: { kind: 'overlayClosed' } },
  ],
};

export const saveViewKeys: BindingGroup = {
  title: 'Save a view',
  bindings: [
    ...Array.from({ length: 9 }, (_, at): Binding => {
      const digit = String(at + 1);
      return { keys: [digit], does: `keep it under ${digit}`, action: { kind: 'viewSaved', digit } };
    }),
    { keys: ['esc', 'q'], does: 'keep nothing', hint: 'keep nothing', action: { kind: 'overlayClosed' } },
  ],
};

export const resumeKeys: BindingGroup = {
  title: 'The session before',
  bindings: [
    { keys: ['enter', 'y'], does: 'go on where it was', hint: 'go on', action: { kind: 'sessionResumed' } },
    { keys: ['esc', 'n'], does: 'begin anew', hint: 'begin anew', action: { kind: 'sessionDropped' } },
  ],
};

export const copyKeys: BindingGroup = {
  title: 'Copy',
  bindings: [
    { keys: ['enter', 'y'], does: 'send it to your terminal', hint: 'send it', action: { kind: 'textCopied' } },
    ...inList,
    { keys: ['esc', 'q'], does: 'copy nothing', hint: 'copy nothing', action: { kind: 'overlayClosed' } },
  ],
};

export const exportKeys: BindingGroup = {
  title: 'Export',
  bindings: [
    {
      keys: ['m'],
      does: 'write the marked into files',
      hint: 'the marked',
      action: { kind: 'systemsExported', scope: 'marked' },
      refusal: ({ marks: { marked: marks } }) => (marks.size === 0 ? 'nothing is marked' : null),
    },
    {
      keys: ['s', 'enter'],
      does: 'write those shown into files',
      hint: 'those shown',
      action: { kind: 'systemsExported', scope: 'shown' },
    },
    {
      keys: ['a'],
      does: 'write all that were read into files',
      hint: 'all read',
      action: { kind: 'systemsExported', scope: 'read' },
    },
    { keys: ['esc', 'q'], does: 'write nothing', hint: 'nothing', action: { kind: 'overlayClosed' } },
  ],
};

export const markAllKeys: BindingGroup = {
  title: 'Mark all',
  bindings: [
    {
      keys: ['a', 'enter'],
      does: 'mark those that are here',
      hint: 'those here',
      action: { kind: 'allMarked', readFirst: false },
    },
    {
      keys: ['r'],
      does: 'read every page first, then mark',
      hint: 'read all first',
      action: { kind: 'allMarked', readFirst: true },
    },
    { keys: ['esc', 'q'], does: 'mark nothing', hint: 'nothing', action: { kind: 'overlayClosed' } },
  ],
};

export const keepingKeys: BindingGroup = {
  title: 'Keep the token',
  bindings: [
    { keys: ['enter'], does: 'keep it there', hint: 'keep it there', action: { kind: 'placeChosen' } },
    ...inList,
    { keys: ['esc'], does: 'decide later; it lasts for this session', hint: 'later', action: { kind: 'keepingLeft' } },
  ],
};

export const tokenCommandKeys: BindingGroup = {
  title: 'Token command',
  bindings: [
    { keys: ['enter'], does: 'try this command', hint: 'try it', action: { kind: 'commandEntered' } },
    { keys: ['esc'], does: 'back to the places', hint: 'back', action: { kind: 'keepingLeft' } },
  ],
};

/** While a place is being asked. */
export const awaitedKeys: BindingGroup = {
  title: 'Keychain',
  bindings: [{ keys: ['esc'], does: 'do not wait for it', hint: 'do not wait', action: { kind: 'keychainCancelled' } }],
};

export const profilesKeys: BindingGroup = {
  title: 'Profiles',
  bindings: [
    { keys: ['enter'], does: 'use this profile', hint: 'use it', action: { kind: 'profileChosen' } },
    ...inList,
    { keys: ['esc', 'q'], does: 'stay with the one in use', hint: 'stay', action: { kind: 'profilesLeft' } },
  ],
};

export const profileNameKeys: BindingGroup = {
  title: 'Name of a profile',
  bindings: [
    { keys: ['enter'], does: 'use the profile of this name', hint: 'use it', action: { kind: 'profileNamed' } },
    { keys: ['esc'], does: 'back to the profiles', hint: 'back', action: { kind: 'profilesLeft' } },
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
