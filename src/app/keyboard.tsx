/** What becomes of a key? The one listener of the program: text entry first, then the screen's bindings, then the global ones. */
import { useInput, usePaste } from 'ink';
import type { RefObject } from 'react';
import { drawnListExtent } from '../screens/drawn-list.ts';
import { refusalFor } from '../screens/keys/binding.ts';
import { activeGroups, bindingOf } from '../screens/keys/key-groups.ts';
import { type KeyName, keyLabel } from '../screens/keys/keystroke.ts';
import type { Action } from '../state/actions.ts';
import type { Credentials } from '../state/credentials.ts';
import { fieldText, textField } from '../state/selectors.ts';
import type { State } from '../state/state.ts';
import type { Store } from '../state/store.ts';
import { isEditing, isText, keystrokes } from './keystrokes.ts';
import { withoutLastWord } from './line-keys.ts';
import { typable } from './typable.ts';

interface Props {
  readonly store: Store<State, Action>;
  readonly credentials: Credentials;
  /** Told before any field hears of the event: may the field use it? */
  readonly isFieldsTurnRef: RefObject<boolean>;
  /** Forgets keys that were typed ahead. */
  readonly dropTypedAhead: () => void;
}

/** Draws nothing. Mounted first, so that it hears each key before the field that it decides for. */
export function Keyboard({ store, credentials, isFieldsTurnRef, dropTypedAhead }: Props): null {
  useInput((input, key) => {
    const field = textField(store.state());
    isFieldsTurnRef.current = field !== null && isEditing(input, key);
    if (isFieldsTurnRef.current) return;
    const keys = keystrokes(input, key);
    for (const [at, name] of keys.entries()) {
      const screen = store.state().screen.kind;
      pressed(store, credentials, name);
      const isReviewOpened = screen !== 'review' && store.state().screen.kind === 'review';
      if (isReviewOpened) {
        dropTypedAhead();
        return;
      }
      // A key that opened a field leaves the rest of the run to it, as text.
      const rest = keys
        .slice(at + 1)
        .map(characterOf)
        .join('');
      if (textField(store.state()) !== null && isText(input, key)) {
        typed(store, credentials, rest);
        return;
      }
    }
  });
  usePaste((text) => {
    pasted(store, credentials, text);
  });
  return null;
}

function pressed(store: Store<State, Action>, credentials: Credentials, name: KeyName): void {
  const state = store.state();
  if (textField(state) !== null && lineKey(store, credentials, name)) return;
  const binding = bindingOf(activeGroups(state), name);
  if (binding === undefined) {
    if (textField(state) === null) store.dispatch({ kind: 'keyUnknown', name: keyLabel(name) });
    return;
  }
  const refusal = refusalFor(binding, state);
  if (refusal !== null) store.dispatch({ kind: 'keyRefused', reason: `${keyLabel(name)}: ${refusal}.` });
  else store.dispatch({ kind: 'keyPressed', action: placedAction(state, binding.action) });
}

/** A motion in a list that the screen makes needs the list's length. */
function placedAction(state: State, action: Action): Action {
  if (action.kind !== 'moved') return action;
  const extent = drawnListExtent(state);
  return extent === null ? action : { kind: 'drawnListMoved', motion: action.motion, ...extent };
}

/** ctrl-u and ctrl-w, which ink-text-input does not know. */
function lineKey(store: Store<State, Action>, credentials: Credentials, name: KeyName): boolean {
  if (name !== 'ctrl-u' && name !== 'ctrl-w') return false;
  const isToken = textField(store.state()) === 'token';
  const before = isToken ? credentials.offered() : fieldText(store.state());
  const after = name === 'ctrl-u' ? '' : withoutLastWord(before);
  if (isToken) credentials.offer(after);
  else store.dispatch({ kind: 'textEdited', text: after });
  return true;
}

function typed(store: Store<State, Action>, credentials: Credentials, text: string): void {
  if (text === '') return;
  if (textField(store.state()) === 'token') credentials.offer(credentials.offered() + text);
  else store.dispatch({ kind: 'textEdited', text: fieldText(store.state()) + typable(text) });
}

/** Pasted text is never a command, never confirms, and never submits: line breaks at its ends are dropped. */
function pasted(store: Store<State, Action>, credentials: Credentials, text: string): void {
  const field = textField(store.state());
  if (field === null) store.dispatch({ kind: 'keyRefused', reason: 'Pasted text is not taken for keys.' });
  else if (field === 'phrase')
    store.dispatch({ kind: 'keyRefused', reason: 'Pasted text does not count here: type the phrase.' });
  // What belongs to a token and what does not is decided in one place, when it is read.
  else typed(store, credentials, field === 'token' ? text : text.trim());
}

function characterOf(name: KeyName): string {
  return name === 'space' ? ' ' : name;
}
