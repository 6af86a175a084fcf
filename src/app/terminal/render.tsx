/** How does the program take the terminal, and give it back? The alternate screen, drawn line by line as lines change. */
import process from 'node:process';
import { render } from 'ink';
import type { Action } from '../../state/actions.ts';
import type { Credentials } from '../../state/sign-in/credentials.ts';
import type { State } from '../../state/state.ts';
import type { Store } from '../../state/kernel/store.ts';
import { App } from '../app.tsx';
import { DrawingBoundary } from './error-boundary.tsx';
import { inAscii } from './ascii.ts';
import { homeOnAlternateScreen, joinNextLines, mappedOutput } from './output.ts';
import type { Lend } from './subprocess.ts';
import type { InputStream } from '../keyboard/input-stream.ts';
import type { KeyboardInput } from '../keyboard/keyboard.tsx';
import { plainOutput } from './screen-reader.ts';
import { doesNotWrap, wraps } from './use-no-wrap.ts';

/** A key shows its effect within one frame of this many a second. */
const framesPerSecond = 60;

export interface TerminalUi {
  /** Draws every line anew: another program has written over the screen. */
  repaint(): void;
  /** Hands the terminal to another program until it is done with it. */
  readonly lend: Lend;
  /** Gives the terminal back. */
  close(): void;
  /** Resolves when the terminal is given back; rejects with what went wrong while drawing. */
  readonly closed: Promise<unknown>;
}

/** How the screen reaches the person. */
export interface Look {
  readonly isAscii: boolean;
  /** Told line by line for a screen reader; nothing is drawn, and the terminal's own screen stays. */
  readonly isPlain: boolean;
}

/** `input` is read from since before: what was typed meanwhile is not lost. `onMistake`: drawing failed. */
export function openTerminalUi(
  store: Store<State, Action>,
  credentials: Credentials,
  input: InputStream,
  { isAscii, isPlain }: Look,
  onMistake: (error: unknown) => void,
): TerminalUi {
  const suspender: { hand?: (borrow: () => Promise<void>) => Promise<void> } = {};
  const plain = isPlain ? plainOutput(process.stdout, isAscii ? inAscii : (text) => text) : null;
  const keyboardInput: KeyboardInput = {
    listen: (listener) =>
      input.listen((typed, pace) => {
        plain?.heed();
        listener(typed, pace);
      }),
    forgetTypedAhead() {
      input.forgetTypedAhead();
    },
  };
  const app = (
    <DrawingBoundary onMistake={onMistake}>
      <App
        store={store}
        credentials={credentials}
        hasColours={(process.env['NO_COLOR'] ?? '') === ''}
        isPlain={isPlain}
        onSuspender={(suspend) => {
          suspender.hand = suspend;
        }}
        input={keyboardInput}
      />
    </DrawingBoundary>
  );
  const wrapping = (control: string): void => {
    if (!isPlain) process.stdout.write(control);
  };
  const drawn = (text: string): string => joinNextLines(homeOnAlternateScreen(isAscii ? inAscii(text) : text));
  // Before the first frame, which may hold a table already; the app says it again, and takes it back.
  wrapping(doesNotWrap);
  const instance = render(app, {
    stdin: input,
    stdout: plain?.stream ?? mappedOutput(process.stdout, drawn),
    alternateScreen: !isPlain,
    incrementalRendering: !isPlain,
    // Each frame is written whole: what of it is said is found out here.
    debug: isPlain,
    // Ink's own mode for screen readers erases and says everything again.
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
    async lend(borrow) {
      await suspender.hand?.(async () => {
        input.lend(true);
        wrapping(wraps);
        try {
          await borrow();
        } finally {
          wrapping(doesNotWrap);
          input.lend(false);
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
