/** Takes over the terminal, draws the state, listens to the keyboard, and restores the terminal. */
import process from 'node:process';
import { render, useApp, useStdout } from 'ink';
import { Component, type ReactNode, useCallback, useEffect, useSyncExternalStore } from 'react';
import { positionWords, Screen } from '../../screens/screen.tsx';
import { FieldContext, PlainContext } from '../../screens/parts/root-context.ts';
import type { Store } from '../../state/kernel/store.ts';
import { isProgress } from '../../state/root/pending.ts';
import type { Credentials } from '../../state/session/credentials.ts';
import type { Action, State } from '../../state/root/state.ts';
import type { InputStream } from '../keyboard/input-stream.ts';
import { Keyboard } from '../keyboard/keyboard.tsx';
import { createCaret } from '../keyboard/line-editor.ts';
import { disableWrap, enableWrap, homeOnAlternateScreen, inAscii, joinNextLines, mappedOutput } from './output.ts';
import { screenReaderOutput } from './screen-reader.ts';
import type { ReleaseTerminal } from './subprocess.ts';

export interface TerminalUi {
  repaint(): void;
  readonly release: ReleaseTerminal;
  close(): void;
  /** Resolves when the terminal is restored; rejects with a drawing error. */
  readonly closed: Promise<unknown>;
}

/**
 * `input` is read from the start of the program, so that no key is lost. `isPlain`: line by line, for a screen reader.
 */
export function openTerminalUi(
  store: Store<State, Action>,
  credentials: Credentials,
  input: InputStream,
  { isAscii, isPlain }: { readonly isAscii: boolean; readonly isPlain: boolean },
  onError: (error: unknown) => void,
): TerminalUi {
  const suspender: { suspend?: ReleaseTerminal } = {};
  const plain = isPlain ? screenReaderOutput(process.stdout, isAscii ? inAscii : (text) => text) : null;
  const caret = createCaret();
  const app = (
    <ErrorBoundary onError={onError}>
      <FieldContext value={{ caret, token: credentials }}>
        <Keyboard
          store={store}
          credentials={credentials}
          caret={caret}
          input={input}
          onInput={() => plain?.keyPressed()}
        />
        <Drawn
          store={store}
          isPlain={isPlain}
          onSuspender={(suspend) => {
            suspender.suspend = suspend;
          }}
        />
      </FieldContext>
    </ErrorBoundary>
  );
  const wrapping = (control: string): void => {
    if (!isPlain) process.stdout.write(control);
  };
  const draw = (text: string): string => joinNextLines(homeOnAlternateScreen(isAscii ? inAscii(text) : text));
  // Before the first frame, which may already contain a table; the app repeats it, and undoes it at the end.
  wrapping(disableWrap);
  const instance = render(app, {
    stdin: input,
    stdout: plain?.stream ?? mappedOutput(process.stdout, draw),
    alternateScreen: !isPlain,
    incrementalRendering: !isPlain,
    // Writes each frame in full, because `screenReaderOutput` finds the changes.
    debug: isPlain,
    // Ink's own screen-reader mode erases and repeats everything.
    isScreenReaderEnabled: false,
    // Otherwise a CI variable in the environment would silence Ink.
    interactive: true,
    exitOnCtrlC: false,
    patchConsole: false,
    // A key shows its effect within one frame.
    maxFps: 60,
  });
  return {
    repaint() {
      if (plain !== null) {
        plain.repeat();
        return;
      }
      instance.clear();
      instance.rerender(app);
    },
    async release(work) {
      await suspender.suspend?.(async () => {
        wrapping(enableWrap);
        try {
          await work();
        } finally {
          wrapping(disableWrap);
        }
      });
    },
    close() {
      plain?.end();
      instance.unmount();
    },
    closed: instance.waitUntilExit(),
  };
}

interface DrawnProps {
  readonly store: Store<State, Action>;
  readonly isPlain: boolean;
  readonly onSuspender: (suspend: ReleaseTerminal) => void;
}

function Drawn({ store, isPlain, onSuspender }: DrawnProps): ReactNode {
  const state = useStore(store);
  const { stdout } = useStdout();
  // Lines do not wrap while the program draws; Ink undoes effects however the program ends.
  useEffect(() => {
    if (isPlain) return;
    stdout.write(disableWrap);
    return () => {
      stdout.write(enableWrap);
    };
  }, [stdout, isPlain]);
  const { suspendTerminal } = useApp();
  useEffect(() => {
    onSuspender(suspendTerminal);
  }, [onSuspender, suspendTerminal]);
  return (
    <PlainContext value={isPlain ? { position: positionWords(state) } : null}>
      <Screen state={state} />
    </PlainContext>
  );
}

/** Redraws at once after most actions, and a few times per second for mere progress. */
function useStore(store: Store<State, Action>): State {
  const subscribe = useCallback(
    (listener: () => void) => {
      let timer: NodeJS.Timeout | undefined;
      const tell = (): void => {
        clearTimeout(timer);
        timer = undefined;
        listener();
      };
      const unsubscribe = store.subscribe((action, before) => {
        // Faster counts are unreadable, and drawing them would slow down the counted work.
        if (isProgress(action, before, store.state())) timer ??= setTimeout(tell, 200);
        else tell();
      });
      return () => {
        clearTimeout(timer);
        unsubscribe();
      };
    },
    [store],
  );
  return useSyncExternalStore(subscribe, store.state);
}

interface BoundaryProps {
  readonly children: ReactNode;
  readonly onError: (error: unknown) => void;
}

/** Forwards drawing errors, whose unsafe text Ink would draw. Draws nothing afterwards. */
class ErrorBoundary extends Component<BoundaryProps> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { readonly hasFailed: boolean } {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown): void {
    // Delayed, because React is still working, and the handler closes the program.
    setImmediate(this.props.onError, error);
  }

  override render(): ReactNode {
    return this.state.hasFailed ? null : this.props.children;
  }
}
