/** The screens of enrolment keys: create one, and list those seen; and the keys that open them. */
import { listKeysWithoutPages } from '../keys/motion-keys.ts';
import type { ScreenDefinitions } from '../screen-definition.ts';
import { KeysSeenScreen } from './keys-seen-screen.tsx';
import { NewKeyScreen } from './new-key-screen.tsx';
import { secretOf } from '../../state/enrolment-keys/creation.ts';
import { readOnlyRefusal } from '../../state/sign-in/operations.ts';
import type { State } from '../../state/state.ts';
import { bind, type BindingGroup } from '../keys/binding.ts';
import { noList } from '../keys/refusals.ts';

/** In the list. */
export const newKeyBinding = bind(['n'], 'create an enrolment key', 'newKeyOpened', {
  hint: 'new key',
  refusal: readOnlyRefusal,
});

const keysSeenBinding = bind(['K'], 'enrolment keys seen', 'keysSeenOpened', { refusal: noList });

/** While the description is typed. */
const describeKeys: BindingGroup = {
  title: 'New enrolment key',
  bindings: [
    bind(['enter'], 'create the key', 'keyDescribed', { hint: 'create' }),
    bind(['esc'], 'go back; nothing is created', 'wentBack', { hint: 'back' }),
  ],
};

/** Once the key is there. */
const createdKeys: BindingGroup = {
  title: 'New enrolment key',
  bindings: [
    bind(['v'], 'show or hide the secret', 'secretToggled', {
      hint: ({ screen }) => (isRevealed(screen) ? 'hide' : 'show'),
      refusal: noSecret,
    }),
    bind(['y'], 'send the secret to the clipboard', 'secretCopied', { hint: 'copy', refusal: noSecret }),
    bind(['esc', 'h', 'left'], 'go back; the key is not shown again', 'wentBack', { hint: 'back' }),
  ],
};

const keysSeenKeys: BindingGroup = {
  title: 'Enrolment keys seen',
  bindings: [newKeyBinding],
};

function isRevealed(screen: State['screen']): boolean {
  return screen.kind === 'newKey' && screen.creation.kind === 'created' && screen.creation.isRevealed;
}

function noSecret({ screen }: State): string | null {
  if (screen.kind !== 'newKey' || screen.creation.kind !== 'created') return 'no key has been created yet';
  return secretOf(screen.creation.key) === null ? 'nothing in the answer looks like a secret' : null;
}

export const enrolmentKeyScreens: ScreenDefinitions<'newKey' | 'keysSeen'> = {
  newKey: { View: NewKeyScreen, keys: [createdKeys], fieldKeys: [describeKeys] },
  keysSeen: {
    View: KeysSeenScreen,
    opens: { from: 'systems', title: 'Act', binding: keysSeenBinding },
    keys: [keysSeenKeys, listKeysWithoutPages],
    backHint: 'back',
  },
};
