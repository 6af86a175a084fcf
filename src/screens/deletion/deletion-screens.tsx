/** The screen of a run of deletions. */
import { listKeysWithoutPages } from '../keys/motion-keys.ts';
import type { ScreenDefinitions } from '../screen-definition.ts';
import { deletionKeys, elsewhereKeys } from './deletion-keys.ts';
import { DeletionScreen } from './deletion-screen.tsx';

export const deletionScreens: ScreenDefinitions<'deletion'> = {
  deletion: {
    View: ({ state }) => (state.deletion === null ? null : <DeletionScreen state={state} run={state.deletion} />),
    keys: [deletionKeys, elsewhereKeys],
    inForce: ({ deletion: run }) => [run?.isElsewhere === true ? elsewhereKeys : deletionKeys, listKeysWithoutPages],
  },
};
