/** How does the program take the terminal, and give it back? The alternate screen, drawn line by line as lines change. */
import process from 'node:process';
import { render } from 'ink';
import type { Action } from '../state/actions.ts';
import type { Credentials } from '../state/credentials.ts';
import type { State } from '../state/state.ts';
import type { Store } from '../state/store.ts';
import { App } from './app.tsx';
import { DrawingBoundary } from './drawing-boundary.tsx';
import { inAscii } from './ascii-output.ts';
import { leaner } from './lean-output.ts';
import { mappedOutput } from './mapped-output.ts';
import type { Lend } from './lending.ts';
import type { PacedInput } from './paced-input.ts';
import { doesNotWrap, wraps } from './use-unwrapped-rows.ts';

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

/** `input` is read from since before: what was typed meanwhile is not lost. `onMistake`: drawing failed. */
export function openTerminalUi(
  store: Store<State, Action>,
  credentials: Credentials,
  input: PacedInput,
  isAscii: boolean,
  onMistake: (error: unknown) => void,
): TerminalUi {
  const suspender: { hand?: (use: () => Promise<void>) => Promise<void> } = {};
  const app = (
    <DrawingBoundary onMistake={onMistake}>
      <App
        store={store}
        credentials={credentials}
        hasColours={(process.env['NO_COLOR'] ?? '') === ''}
        onSuspender={(suspend) => {
          suspender.hand = suspend;
        }}
        dropTypedAhead={() => {
          input.forgetTypedAhead();
        }}
      />
    </DrawingBoundary>
  );
  // Before the first frame, which may hold a table already; the app says it again, and takes it back.
  process.stdout.write(doesNotWrap);
  const instance = render(app, {
    stdin: input,
    stdout: mappedOutput(process.stdout, isAscii ? (text) => leaner(inAscii(text)) : leaner),
    alternateScreen: true,
    incrementalRendering: true,
    // Without it, a CI variable in the environment would keep Ink silent.
    interactive: true,
    exitOnCtrlC: false,
    patchConsole: false,
    maxFps: framesPerSecond,
  });
  return {
    repaint() {
      instance.clear();
      instance.rerender(app);
    },
    async lend(use) {
      await suspender.hand?.(async () => {
        input.lend(true);
        process.stdout.write(wraps);
        await use();
        process.stdout.write(doesNotWrap);
        input.lend(false);
      });
    },
    close() {
      instance.unmount();
    },
    closed: instance.waitUntilExit(),
  };
}
