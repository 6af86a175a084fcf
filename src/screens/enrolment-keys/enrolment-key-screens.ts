/** The screens of enrolment keys: create one, and list those seen. */
import { listKeysWithoutPages } from '../keys/motion-keys.ts';
import type { ScreenDefinitions } from '../screen-definition.ts';
import { createdKeys, describeKeys, keysSeenBinding, keysSeenKeys } from './enrolment-key-keys.ts';
import { KeysSeenScreen } from './keys-seen-screen.tsx';
import { NewKeyScreen } from './new-key-screen.tsx';

export const enrolmentKeyScreens: ScreenDefinitions<'newKey' | 'keysSeen'> = {
  newKey: { View: NewKeyScreen, keys: [createdKeys], fieldKeys: [describeKeys] },
  keysSeen: {
    View: KeysSeenScreen,
    opens: { from: 'systems', title: 'Act', binding: keysSeenBinding },
    keys: [keysSeenKeys, listKeysWithoutPages],
    backHint: 'back',
  },
};
