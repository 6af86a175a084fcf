/** Handles the signals that ask the program to end, and a terminal that hangs up. */
import { constants } from 'node:os';
import process from 'node:process';
import { isatty } from 'node:tty';
import { leaveToForeground } from './subprocess.ts';

/**
 * Every other signal that ends a program by default (signal(7)) is handled like SIGTERM, so that the terminal is
 * restored. Not among them: SIGHUP, which is handled below; SIGUSR1, which would open an inspector (see node.ts);
 * SIGPIPE, which Node ignores; SIGKILL and SIGSTOP, which cannot be handled; SIGSEGV, SIGBUS, SIGILL and SIGFPE, after
 * which nothing can be relied upon; and the real-time signals, for which Node has no names.
 */
const fatal = [
  ...(['SIGABRT', 'SIGALRM', 'SIGIO', 'SIGPROF', 'SIGPWR', 'SIGSTKFLT', 'SIGSYS'] as const),
  // Second names of SIGABRT and SIGIO: a library that listens to these alone would end the program first.
  ...(['SIGIOT', 'SIGPOLL'] as const),
  ...(['SIGTRAP', 'SIGUSR2', 'SIGVTALRM', 'SIGXCPU', 'SIGXFSZ'] as const),
];

let found: readonly NodeJS.Signals[] | null = null;

/**
 * The signals that this system has and that nothing listened for at the start: a debugger, a profiler, a snapshot.
 * Libraries loaded later listen, too, to end the program by the signal; they ignore signals that are handled here.
 */
function handled(): readonly NodeJS.Signals[] {
  if (found !== null) return found;
  const options = [...process.execArgv, process.env['NODE_OPTIONS'] ?? ''].join(' ');
  const isProfiled = /--(cpu-)?prof/.test(options);
  const others = fatal.filter((name) => process.listenerCount(name) === 0 && !(isProfiled && name === 'SIGPROF'));
  found = (['SIGINT', 'SIGQUIT', 'SIGTERM', ...others] as const).filter((name) => name in constants.signals);
  return found;
}

function exitCodeFor(signal: NodeJS.Signals): number {
  return 128 + constants.signals[signal];
}

/**
 * Before the screen, a signal exits once the terminal is quiet, and restores it; a second signal, or one of a terminal
 * that hung up, does not wait. The returned function removes the handlers.
 */
export function installEarlySignalHandlers(isQuiet: () => Promise<void>, restoreTerminal: () => void): () => void {
  let isEnding = false;
  const exit = (signal: NodeJS.Signals): void => {
    const end = (): never => {
      restoreTerminal();
      process.exit(exitCodeFor(signal));
    };
    if (isEnding || signal === 'SIGHUP') end();
    isEnding = true;
    void isQuiet().then(end);
  };
  const signals = [...handled(), 'SIGHUP' as const];
  for (const signal of signals) process.on(signal, exit);
  return () => {
    for (const signal of signals) process.off(signal, exit);
  };
}

export interface Ending {
  /** The program must end by SIGHUP itself once everything is done. */
  readonly isHungUp: boolean;
  /** As a shell reports it (128 and the signal's number); 0 where the person quit. */
  readonly exitCode: number;
}

/** Calls `end` at the first signal or hang-up, and again at each further signal, which wants the end at once. */
export function installSignalHandlers(end: (isAgain: boolean) => void): Ending {
  const coalesced = coalesceEnds(end);
  const ending = { isHungUp: false, exitCode: 0 };
  for (const signal of handled()) {
    process.on(signal, () => {
      if ((signal === 'SIGINT' || signal === 'SIGQUIT') && leaveToForeground(signal)) return;
      ending.exitCode = exitCodeFor(signal);
      coalesced.signal();
    });
  }
  const hangUp = (): void => {
    // The signal may also be sent to a program whose terminal is there: then the terminal is restored.
    if (!isatty(1)) discardOutput();
    ending.isHungUp = true;
    coalesced.hangUp();
  };
  process.on('SIGHUP', hangUp);
  // A program that is to survive hang-ups (nohup, disown) sees only the end of its input.
  process.stdin.once('end', hangUp).once('error', hangUp);
  process.stdout.once('error', hangUp);
  return ending;
}

/**
 * Makes one end of several: a terminal that hangs up says so in several ways, also beside a signal. Signals that are
 * close together are one: a library that handles them, too, sends them on to its own process, and a shell and a parent
 * process may both send the same request.
 */
export function coalesceEnds(end: (isAgain: boolean) => void, now = () => performance.now()) {
  let isEnding = false;
  let signalledAt: number | null = null;
  const hangUp = (): void => {
    if (!isEnding) end(false);
    isEnding = true;
  };
  const signal = (): void => {
    signalledAt ??= now();
    if (now() - signalledAt < 500) hangUp();
    else end(true);
  };
  return { signal, hangUp };
}

/** Each frame for a terminal that is gone would be another error: callbacks are called as if it had been written. */
function discardOutput(): void {
  const discarded = (...args: readonly unknown[]): boolean => {
    const callback = args.at(-1);
    if (typeof callback === 'function') process.nextTick(callback);
    return true;
  };
  process.stdout.write = discarded;
  process.stderr.write = discarded;
}

/** Ends by the signal itself, as its sender expects. */
export function endBySighup(): void {
  process.removeAllListeners('SIGHUP');
  process.kill(process.pid, 'SIGHUP');
}
