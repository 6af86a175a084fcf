/** The keys that create and list enrolment keys. */
import { secretOf } from '../../state/enrolment-keys/creation.ts';
import { readOnlyRefusal } from '../../state/sign-in/operations.ts';
import type { State } from '../../state/state.ts';
import type { Binding, BindingGroup } from '../keys/binding.ts';
import { noList } from '../keys/refusals.ts';

/** In the list. */
export const newKeyBinding: Binding = {
  keys: ['n'],
  does: 'create an enrolment key',
  hint: 'new key',
  action: { kind: 'newKeyOpened' },
  refusal: readOnlyRefusal,
};

export const keysSeenBinding: Binding = {
  keys: ['K'],
  does: 'enrolment keys seen',
  action: { kind: 'keysSeenOpened' },
  refusal: noList,
};

/** While the description is typed. */
export const describeKeys: BindingGroup = {
  title: 'New enrolment key',
  bindings: [
    { keys: ['enter'], does: 'create the key', hint: 'create', action: { kind: 'keyDescribed' } },
    { keys: ['esc'], does: 'go back; nothing is created', hint: 'back', action: { kind: 'wentBack' } },
  ],
};

/** Once the key is there. */
export const createdKeys: BindingGroup = {
  title: 'New enrolment key',
  bindings: [
    {
      keys: ['v'],
      does: 'show or hide the secret',
      hint: ({ screen }) => (isRevealed(screen) ? 'hide' : 'show'),
      action: { kind: 'secretToggled' },
      refusal: noSecret,
    },
    {
      keys: ['y'],
      does: 'send the secret to the clipboard',
      hint: 'copy',
      action: { kind: 'secretCopied' },
      refusal: noSecret,
    },
    {
      keys: ['esc', 'h', 'left'],
      does: 'go back; the key is not shown again',
      hint: 'back',
      action: { kind: 'wentBack' },
    },
  ],
};

export const keysSeenKeys: BindingGroup = {
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
