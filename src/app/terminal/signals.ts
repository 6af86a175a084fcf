/** Handles signals that end the program, and a terminal that hangs up. */
import { constants } from 'node:os';
import process from 'node:process';
import { isatty } from 'node:tty';
import { leaveToForeground } from './subprocess.ts';

/**
 * Signals other than SIGINT, SIGQUIT and SIGTERM that end a program by default (signal(7)) are handled like SIGTERM, so
 * that the terminal is restored. Exceptions: SIGHUP, which is handled below; SIGUSR1, which would open an inspector (see node.ts); SIGPIPE,
 * which Node ignores; SIGKILL and SIGSTOP, which cannot be handled; SIGSEGV, SIGBUS, SIGILL and SIGFPE, after which
 * memory is unreliable; and the real-time signals, for which Node has no names.
 */
const fatal = [
  ...(['SIGABRT', 'SIGALRM', 'SIGIO', 'SIGPROF', 'SIGPWR', 'SIGSTKFLT', 'SIGSYS'] as const),
  // Second names of SIGABRT and SIGIO: a library that listens only to these would end the program first.
  ...(['SIGIOT', 'SIGPOLL'] as const),
  ...(['SIGTRAP', 'SIGUSR2', 'SIGVTALRM', 'SIGXCPU', 'SIGXFSZ'] as const),
];

let found: readonly NodeJS.Signals[] | null = null;

/**
 * The signals of this system without a listener at the start, such as one of a debugger, a profiler or a snapshot.
 * Libraries that load later also listen, to end the program by the signal, but ignore signals that are handled here.
 */
function signalsToHandle(): readonly NodeJS.Signals[] {
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
 * Before the screen opens, a signal restores the terminal and exits once no reply is pending; a second signal, or a
 * hang-up, does not wait. The returned function removes the handlers.
 */
export function installEarlySignalHandlers(
  waitUntilQuiet: () => Promise<void>,
  restoreTerminal: () => void,
): () => void {
  let isEnding = false;
  const exit = (signal: NodeJS.Signals): void => {
    const end = (): never => {
      restoreTerminal();
      process.exit(exitCodeFor(signal));
    };
    if (isEnding || signal === 'SIGHUP') end();
    isEnding = true;
    void waitUntilQuiet().then(end);
  };
  const signals = [...signalsToHandle(), 'SIGHUP' as const];
  for (const signal of signals) process.on(signal, exit);
  return () => {
    for (const signal of signals) process.off(signal, exit);
  };
}

export interface Ending {
  /** The program must end by SIGHUP itself after it has saved everything. */
  readonly isHungUp: boolean;
  /** As a shell reports it (128 plus the signal's number); 0 if you quit. */
  readonly exitCode: number;
}

/** Calls `end` at the first signal or hang-up, and again at each further signal, which asks to exit immediately. */
export function installSignalHandlers(end: (isAgain: boolean) => void): Ending {
  const coalesced = coalesceEnds(end);
  const ending = { isHungUp: false, exitCode: 0 };
  for (const signal of signalsToHandle()) {
    process.on(signal, () => {
      if ((signal === 'SIGINT' || signal === 'SIGQUIT') && leaveToForeground(signal)) return;
      ending.exitCode = exitCodeFor(signal);
      coalesced.signal();
    });
  }
  const hangUp = (): void => {
    // A terminal that still exists after SIGHUP is restored; only the output to a closed one is discarded.
    if (!isatty(1)) discardOutput();
    ending.isHungUp = true;
    coalesced.hangUp();
  };
  process.on('SIGHUP', hangUp);
  // A program that ignores SIGHUP (nohup, disown) sees only the end of its input.
  process.stdin.once('end', hangUp).once('error', hangUp);
  process.stdout.once('error', hangUp);
  return ending;
}

/**
 * Merges signals of one cause: a terminal hangs up in several ways at once, a library may repeat a signal to its own
 * process, and a shell and a parent process may both send it.
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

/**
 * Discards output for a closed terminal, where each frame would be another error; callbacks are called as if it were
 * written.
 */
function discardOutput(): void {
  const discard = (...args: readonly unknown[]): boolean => {
    const callback = args.at(-1);
    if (typeof callback === 'function') process.nextTick(callback);
    return true;
  };
  process.stdout.write = discard;
  process.stderr.write = discard;
}

/** Ends by the signal itself, as its sender expects. */
export function endBySighup(): void {
  process.removeAllListeners('SIGHUP');
  process.kill(process.pid, 'SIGHUP');
}
