/** What happens when the computer asks the program to end, or when its terminal is gone? */
import process from 'node:process';
import { isatty } from 'node:tty';
import { leaveToBorrower } from './lending.ts';

const codes = { SIGINT: 2, SIGQUIT: 3, SIGTERM: 15 } as const;

export interface Ending {
  /** To be passed on once everything is done. */
  readonly isHungUp: boolean;
  /** As a shell tells it (128 and the signal's number); 0 where a person left. */
  readonly exitCode: number;
}

/** Calls `end` for each signal. What is asked for once more is done at once: that is for `end` to know. */
export function heedSignals(end: () => void): Ending {
  const ending = { isHungUp: false, exitCode: 0 };
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (signal !== 'SIGTERM' && leaveToBorrower(signal)) return;
      ending.exitCode = 128 + codes[signal];
      end();
    });
  }
  const hungUp = (): void => {
    // Somebody may send the signal to a program whose terminal is there: then it is given back.
    if (!isatty(1)) silence();
    ending.isHungUp = true;
    end();
  };
  process.on('SIGHUP', hungUp);
  // A program that was told to survive hang-ups (nohup, disown) sees only that nobody types any more.
  process.stdin.once('end', hungUp).once('error', hungUp);
  process.stdout.once('error', hungUp);
  return ending;
}

/** Each frame for a terminal that is gone would be another error. */
function silence(): void {
  process.stdout.write = dropped;
  process.stderr.write = dropped;
}

/** Whoever waits for the write is told that it is done. */
function dropped(...about: readonly unknown[]): boolean {
  const done = about.at(-1);
  if (typeof done === 'function') process.nextTick(done);
  return true;
}

/** Ends as whoever sent the signal expects it: by the signal itself. */
export function endByHangUp(): void {
  process.removeAllListeners('SIGHUP');
  process.kill(process.pid, 'SIGHUP');
}
