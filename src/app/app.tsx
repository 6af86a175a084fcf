/** Draws the screen of the state, and listens to the keyboard. */
import { useApp, useStdout } from 'ink';
import { type ReactNode, useEffect, useMemo } from 'react';
import { FieldContext, type FieldLink, PlainContext } from '../screens/parts/root-context.ts';
import { ColourContext } from '../screens/parts/theme.ts';
import { positionWords } from '../screens/list-extent.ts';
import { Screen } from '../screens/screen.tsx';
import type { Action, State } from '../state/state.ts';
import type { Credentials } from '../state/sign-in/credentials.ts';
import { isProgress } from '../state/pending.ts';
import type { Store } from '../state/kernel/store.ts';
import { Keyboard, type KeyboardInput } from './keyboard/keyboard.tsx';
import { createCaret } from './keyboard/line-editor.ts';
import { disableWrap, enableWrap } from './terminal/output.ts';
import { useStore } from './terminal/use-store.ts';

interface AppProps {
  readonly store: Store<State, Action>;
  readonly credentials: Credentials;
  readonly hasColours: boolean;
  /** Told line by line, not drawn. */
  readonly isPlain: boolean;
  readonly input: KeyboardInput;
  /** Told how the terminal is handed to another program. */
  readonly onSuspender: (suspend: ReturnType<typeof useApp>['suspendTerminal']) => void;
}

export function App({ store, credentials, hasColours, isPlain, input, onSuspender }: AppProps): ReactNode {
  const state = useStore(store, isProgress);
  useNoWrap(isPlain);
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
          <Keyboard store={store} credentials={credentials} caret={caret} input={input} />
          <Screen state={state} />
        </FieldContext>
      </PlainContext>
    </ColourContext>
  );
}

/** Lines do not wrap while the program draws; Ink undoes effects however the program ends. */
function useNoWrap(isPlain: boolean): void {
  const { stdout } = useStdout();
  useEffect(() => {
    if (isPlain) return;
    stdout.write(disableWrap);
    return () => {
      stdout.write(enableWrap);
    };
  }, [stdout, isPlain]);
}
