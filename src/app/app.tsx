/** What is on the terminal? The keyboard, and the screen of the state. */
import { useApp } from 'ink';
import { type ReactNode, useEffect, useMemo } from 'react';
import { FieldContext, type FieldLink } from '../screens/parts/field-context.ts';
import { ColourContext } from '../screens/parts/theme.ts';
import { PlainContext } from '../screens/parts/screen-reader.ts';
import { positionWords } from '../screens/frame/position-words.ts';
import { Screen } from '../screens/screen.tsx';
import type { Action } from '../state/actions.ts';
import type { Credentials } from '../state/sign-in/credentials.ts';
import { isProgressOnly } from '../state/program/progress.ts';
import type { State } from '../state/state.ts';
import type { Store } from '../state/kernel/store.ts';
import { createCaret } from './keyboard/caret.ts';
import { Keyboard } from './keyboard/keyboard.tsx';
import type { Pace } from './keyboard/typing-pace.ts';
import { useStore } from './terminal/use-store.ts';
import { useUnwrappedRows } from './terminal/use-no-wrap.ts';

interface AppProps {
  readonly store: Store<State, Action>;
  readonly credentials: Credentials;
  readonly hasColours: boolean;
  /** Told line by line, not drawn. */
  readonly isPlain: boolean;
  readonly dropTypedAhead: () => void;
  readonly pace: () => Pace;
  /** Told how the terminal is handed to another program. */
  readonly onSuspender: (suspend: ReturnType<typeof useApp>['suspendTerminal']) => void;
}

export function App({
  store,
  credentials,
  hasColours,
  isPlain,
  dropTypedAhead,
  pace,
  onSuspender,
}: AppProps): ReactNode {
  const state = useStore(store, isProgressOnly);
  useUnwrappedRows(isPlain);
  const { suspendTerminal } = useApp();
  useEffect(() => {
    onSuspender(suspendTerminal);
  }, [onSuspender, suspendTerminal]);
  const caret = useMemo(() => createCaret(), []);
  const link = useMemo((): FieldLink => ({ caret: caret.link, token: credentials }), [caret, credentials]);
  return (
    <ColourContext value={hasColours}>
      <PlainContext value={isPlain ? { position: positionWords(state) } : null}>
        <FieldContext value={link}>
          <Keyboard store={store} credentials={credentials} caret={caret} dropTypedAhead={dropTypedAhead} pace={pace} />
          <Screen state={state} />
        </FieldContext>
      </PlainContext>
    </ColourContext>
  );
}
