/** The overlay of the places where a token can be kept. */
import { placesOffered } from '../../state/token-storage/update.ts';
import type { ScreenDefinitions } from '../screen-definition.ts';
import { keepingKeys, keychainKeys, tokenCommandKeys } from './token-storage-keys.ts';
import { KeepingScreen } from './token-storage-overlay.tsx';

export const tokenStorageScreens: ScreenDefinitions<'keeping'> = {
  keeping: {
    View: KeepingScreen,
    keys: [keychainKeys, keepingKeys],
    fieldKeys: [tokenCommandKeys],
    inForce: (_, { isTrying, command }) => {
      if (isTrying) return [keychainKeys];
      return [command === null ? keepingKeys : tokenCommandKeys];
    },
    extent: (_, { why }) => {
      const { length } = placesOffered(why);
      return { length, height: length };
    },
  },
};
