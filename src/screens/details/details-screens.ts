/** The screen of one system's fields. */
import { bodyRows } from '../../state/kernel/layout.ts';
import type { BindingGroup } from '../keys/binding.ts';
import { listKeysWithoutPages } from '../keys/motion-keys.ts';
import type { ScreenDefinitions } from '../screen-definition.ts';
import { detailLines, DetailsScreen } from './details-screen.tsx';

const detailsKeys: BindingGroup = {
  title: 'One system',
  bindings: [
    { keys: ['space'], does: 'mark or unmark it', hint: 'mark', action: { kind: 'markToggled' } },
    { keys: ['y'], does: 'copy: name, id, fields, marked', hint: 'copy', action: { kind: 'copyOpened' } },
    { keys: ['r'], does: 'read it again', hint: 'read again', action: { kind: 'detailsOpened' } },
  ],
};

export const detailsScreens: ScreenDefinitions<'details'> = {
  details: {
    View: DetailsScreen,
    keys: [detailsKeys, listKeysWithoutPages],
    backHint: 'back',
    extent: (state, screen) => {
      const height = bodyRows(state.rows);
      return { length: Math.max(1, detailLines(state, screen).length - height + 1), height };
    },
  },
};
