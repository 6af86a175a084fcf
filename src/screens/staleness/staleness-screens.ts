/** The screen of ages, with the threshold in them. */
import type { ScreenDefinitions } from '../screen-definition.ts';
import { staleKeys } from './staleness-keys.ts';
import { StaleScreen } from './staleness-screen.tsx';

export const stalenessScreens: ScreenDefinitions<'stale'> = {
  stale: { View: StaleScreen, keys: [staleKeys], backHint: 'back' },
};
