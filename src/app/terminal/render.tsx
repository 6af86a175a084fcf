/** Takes the terminal and restores it: Ink draws the lines that change on the alternate screen. */
import process from 'node:process';
import { render } from 'ink';
import { Component, type ReactNode } from 'react';
import type { Action, State } from '../../state/state.ts';
import type { Credentials } from '../../state/sign-in/credentials.ts';
import type { Store } from '../../state/kernel/store.ts';
import { App } from '../app.tsx';
import { disableWrap, enableWrap, homeOnAlternateScreen, inAscii, joinNextLines, mappedOutput } from './output.ts';
import type { ReleaseTerminal } from './subprocess.ts';
import type { InputStream } from '../keyboard/input-stream.ts';
import type { KeyboardInput } from '../keyboard/keyboard.tsx';
import { screenReaderOutput } from './screen-reader.ts';

/** A key shows its effect within one frame. */
const framesPerSecond = 60;

export interface TerminalUi {
  /** Draws every line again: another program has written over the screen. */
  repaint(): void;
  readonly release: ReleaseTerminal;
  /** Restores the terminal. */
  close(): void;
  /** Resolves when the terminal is restored; rejects with what failed while drawing. */
  readonly closed: Promise<unknown>;
}

export interface DisplayMode {
  readonly isAscii: boolean;
  /** Written line by line for a screen reader; nothing is drawn, and there is no alternate screen. */
  readonly isPlain: boolean;
}

/** `input` has been read since the start: keys typed meanwhile are not lost. `onError`: drawing failed. */
export function openTerminalUi(
  store: Store<State, Action>,
  credentials: Credentials,
  input: InputStream,
  { isAscii, isPlain }: DisplayMode,
  onError: (error: unknown) => void,
): TerminalUi {
  const suspender: { suspend?: ReleaseTerminal } = {};
  const plain = isPlain ? screenReaderOutput(process.stdout, isAscii ? inAscii : (text) => text) : null;
  const keyboardInput: KeyboardInput = {
    listen: (listener) =>
      input.listen((typed, pace) => {
        plain?.keyPressed();
        listener(typed, pace);
      }),
    forgetTypedAhead() {
      input.forgetTypedAhead();
    },
  };
  const app = (
    <ErrorBoundary onError={onError}>
      <App
        store={store}
        credentials={credentials}
        hasColours={(process.env['NO_COLOR'] ?? '') === ''}
        isPlain={isPlain}
        onSuspender={(suspend) => {
          suspender.suspend = suspend;
        }}
        input={keyboardInput}
      />
    </ErrorBoundary>
  );
  const wrapping = (control: string): void => {
    if (!isPlain) process.stdout.write(control);
  };
  const drawn = (text: string): string => joinNextLines(homeOnAlternateScreen(isAscii ? inAscii(text) : text));
  // Before the first frame, which may hold a table already; the app repeats it, and undoes it at the end.
  wrapping(disableWrap);
  const instance = render(app, {
    stdin: input,
    stdout: plain?.stream ?? mappedOutput(process.stdout, drawn),
    alternateScreen: !isPlain,
    incrementalRendering: !isPlain,
    // Each frame is written whole; the output finds what of it is new.
    debug: isPlain,
    // Ink's own mode for screen readers erases and repeats everything.
    isScreenReaderEnabled: false,
    // Without it, a CI variable in the environment would keep Ink silent.
    interactive: true,
    exitOnCtrlC: false,
    patchConsole: false,
    maxFps: framesPerSecond,
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

interface BoundaryProps {
  readonly children: ReactNode;
  readonly onError: (error: unknown) => void;
}

/** Passes on what fails while drawing: Ink would draw it, whatever its text holds. Draws nothing from then on. */
class ErrorBoundary extends Component<BoundaryProps> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { readonly hasFailed: boolean } {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown): void {
    // React is still at work here, and the program is about to be taken apart.
    setImmediate(this.props.onError, error);
  }

  override render(): ReactNode {
    return this.state.hasFailed ? null : this.props.children;
  }
}
