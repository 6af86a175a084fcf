/** The list of runs. */
import { listKeysWithoutPages } from '../../keys/motion-keys.ts';
import type { ScreenDefinitions } from '../../screen-definition.ts';
import { runsKeys } from './runs-keys.ts';
import { RunsScreen } from './runs-screen.tsx';

export const runsScreens: ScreenDefinitions<'runs'> = {
  runs: { View: RunsScreen, keys: [runsKeys, listKeysWithoutPages], backHint: 'back' },
};
