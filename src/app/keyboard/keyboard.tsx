/** The program's only keyboard listener: an open field first, then the screen's bindings, then the global ones. */
import { usePaste } from 'ink';
import { useEffect, useState } from 'react';
import { drawnListExtent } from '../../screens/screen.tsx';
import { activeGroups } from '../../screens/screens.ts';
import {
  actionOf,
  type Binding,
  bindingOf,
  keyLabel,
  type KeyName,
  refusalFor,
} from '../../screens/screen-definition.ts';
import { dotsFor } from '../../screens/parts/field.tsx';
import type { Action, State } from '../../state/root/state.ts';
import type { Credentials } from '../../state/session/credentials.ts';
import {
  fieldOf,
  fieldText,
  isCommandInField,
  isSecretField,
  maxLengthIn,
  questionsAsked,
  textField,
} from '../../state/root/navigation.ts';
import { groupDigits } from '../../state/kernel/spelling.ts';
import type { Store } from '../../state/kernel/store.ts';
import { createDoubt, createQuiet, type PasteGuard, notPasted, type Quiet } from './typing-guards.ts';
import type { TypedInput } from './input-parser.ts';
import type { InputStream, Pace } from './input-stream.ts';
import { type Caret, type EditedLine, lineAfter, sanitizeInput, withTyped } from './line-editor.ts';

interface Props {
  readonly store: Store<State, Action>;
  readonly credentials: Credentials;
  readonly caret: Caret;
  readonly input: InputStream;
  /** Called before an input takes effect. */
  readonly onInput: () => void;
}

/** The context of a key, including the time of its read in milliseconds. */
interface Hearing extends Props {
  readonly burst: Burst;
  readonly quiet: Quiet;
  readonly doubt: PasteGuard;
  readonly atMs: number;
}

export function Keyboard(props: Props): null {
  // Makes Ink switch raw mode and bracketed paste, also around another program; the callback is never called.
  usePaste(() => undefined);
  const [quiet] = useState(createQuiet);
  const [doubt] = useState(createDoubt);
  const [burst] = useState<Burst>({ before: null, isRefused: false });
  useEffect(
    () =>
      props.input.listen((typedInput, pace, atMs) => {
        props.onInput();
        hear({ ...props, quiet, doubt, burst, atMs }, typedInput, pace);
      }),
    [props, quiet, doubt, burst],
  );
  return null;
}

/** An unbracketed paste arrives in pieces. `before`: the line before the first piece; null outside a paste. */
interface Burst {
  before: EditedLine | null;
  /** The paste was too long, so its rest is dropped, too. */
  isRefused: boolean;
}

function hear(props: Hearing, input: TypedInput, pace: Pace): void {
  if (input.kind !== 'text' || pace === 'hand') Object.assign(props.burst, { before: null, isRefused: false });
  if (input.kind === 'paste') {
    paste(props, input.text);
    return;
  }
  const { store } = props;
  // Long text is never keys: an unbracketed paste would run as commands, letter by letter.
  const isPaste = input.kind === 'text' && input.text.length > 256 && textField(store.state()) === null;
  const reason = props.doubt.about(store.state(), input, pace, props.atMs) ?? (isPaste ? noKeys : null);
  if (reason !== null) {
    store.dispatch({ kind: 'keyRefused', reason });
    return;
  }
  const keys = input.kind === 'key' ? [input.name] : Array.from(input.text);
  for (const [at, name] of keys.entries()) {
    // After a key opens a field, the rest of this read is text.
    if (input.kind === 'text' && textField(store.state()) !== null && !isCommand(props, keys.slice(at).join(''))) {
      typeText(props, keys.slice(at).join(''), pace);
      return;
    }
    const wasAsked = asks(store.state());
    press(props, name === ' ' ? 'space' : name);
    if (!wasAsked && asks(store.state())) {
      props.input.forgetTypedAhead();
      return;
    }
  }
}

/** True if the text is a single key that the open field does not accept as text. */
function isCommand(props: Props, text: string): boolean {
  const line = lineOf(props);
  return isCommandInField(props.store.state(), text, line.text.slice(0, line.caret));
}

/** True if a prompt is open that queued keys must not answer. */
function asks(state: State): boolean {
  return questionsAsked(state).some(({ kind }) => kind !== 'key');
}

const noKeys = 'Pasted text does not work as keys.';

function press(props: Hearing, name: KeyName): void {
  const { store, caret, quiet, atMs } = props;
  const state = store.state();
  const field = textField(state);
  const line = field === null ? null : lineAfter(lineOf(props), name);
  if (line !== null) {
    edit(props, line);
    return;
  }
  const groups = activeGroups(state);
  const binding = bindingOf(groups, name);
  const early = binding === undefined || field !== null ? null : quiet.refusalOf(name, binding, atMs);
  if (early !== null) {
    // Text typed after a refused key keeps the reason visible.
    const reason = state.notice?.kind === 'refused' ? state.notice.text : early;
    store.dispatch({ kind: 'keyRefused', reason });
    return;
  }
  const refusal = binding === undefined ? null : refusalFor(binding, state);
  if (field === null && (binding === undefined || refusal !== null)) quiet.refused(name, atMs);
  if (binding === undefined) {
    if (field === null) store.dispatch({ kind: 'keyUnknown', name: keyLabel(name) });
    return;
  }
  if (refusal !== null)
    store.dispatch({ kind: 'keyRefused', reason: `${keyLabel(name)}: ${refusal}${refusal.endsWith('?') ? '' : '.'}` });
  else store.dispatch({ kind: 'keyPressed', action: placedAction(state, binding) });
  const leadsBack = name === 'esc' || ['wentBack', 'overlayClosed'].includes(binding.action.kind);
  // After leaving a field or a phrase, letters would be commands.
  if (refusal === null && leadsBack) {
    const isText = field !== null || questionsAsked(state).some(({ kind }) => kind === 'phrase');
    quiet.left(isText ? null : groups, atMs);
  }
  if (textField(store.state()) !== field) caret.forget();
}

function placedAction(state: State, binding: Binding): Action {
  const action = actionOf(binding, state);
  if (action.kind !== 'moved' && binding.needsExtent !== true) return action;
  const extent = drawnListExtent(state);
  return extent === null ? action : Object.assign({}, action, { extent });
}

function lineOf({ store, credentials, caret }: Props): EditedLine {
  const isToken = fieldOf(store.state())?.isToken === true;
  const text = isToken ? credentials.offered() : fieldText(store.state());
  return { text, caret: caret.at(isSecretField(store.state()) ? dotsFor(text) : text) };
}

function edit({ store, credentials, caret }: Props, line: EditedLine): void {
  const isToken = fieldOf(store.state())?.isToken === true;
  caret.place(isSecretField(store.state()) ? dotsFor(line.text) : line.text, line.caret);
  if (isToken) {
    credentials.offer(line.text);
    // Signals a change of the secret without its content.
    store.dispatch({ kind: 'textEdited', text: '' });
  } else if (line.text !== fieldText(store.state())) store.dispatch({ kind: 'textEdited', text: line.text });
}

/** Rejects text that does not fit as a whole: the start of a paste would be another filter, name or address. */
function typeText(props: Hearing, text: string, pace: Pace): void {
  const { store, burst } = props;
  if (text === '' || burst.isRefused) return;
  if (pace !== 'hand') burst.before ??= lineOf(props);
  const maxLength = maxLengthIn(store.state());
  // Only the parser of tokens decides which characters belong to a token.
  const isToken = fieldOf(store.state())?.isToken === true;
  const line = withTyped(lineOf(props), isToken ? text : sanitizeInput(text));
  if (line.text.length <= maxLength) {
    edit(props, line);
    return;
  }
  if (burst.before !== null) edit(props, burst.before);
  burst.isRefused = pace !== 'hand';
  const reason = `This field takes at most ${groupDigits(maxLength)} characters. Nothing was added.`;
  store.dispatch({ kind: 'keyRefused', reason });
}

/** Pasted text is never a command, never confirms, and never submits: leading and trailing line breaks are dropped. */
function paste(props: Hearing, text: string): void {
  const { store } = props;
  const field = fieldOf(store.state());
  const isTaken = field !== null && field.confirms !== 'phrase';
  if (!isTaken) store.dispatch({ kind: 'keyRefused', reason: field === null ? noKeys : notPasted });
  else typeText(props, field.isToken === true ? text : text.trim(), 'hand');
}
