/** What happens when the computer asks the program to end, or when its terminal is gone? */
import { constants } from 'node:os';
import process from 'node:process';
import { isatty } from 'node:tty';
import { leaveToBorrower } from './subprocess.ts';

/** What a key or another program asks for. */
const asking = ['SIGINT', 'SIGQUIT', 'SIGTERM'] as const;

/**
 * Whatever else ends a program by default (signal(7)) is heeded like SIGTERM, so that the terminal is given back. Not
 * among them: SIGHUP, of its own below; SIGUSR1, which is nobody's (hardening); SIGPIPE, which Node ignores; SIGKILL and
 * SIGSTOP, which no program hears; SIGSEGV, SIGBUS, SIGILL and SIGFPE, after which nothing can be relied upon; and those
 * of real time, for which Node has no names.
 */
const fatal = [
  ...(['SIGABRT', 'SIGALRM', 'SIGIO', 'SIGPROF', 'SIGPWR', 'SIGSTKFLT', 'SIGSYS'] as const),
  // Second names of SIGABRT and SIGIO: a library that listens to these alone would end the program first.
  ...(['SIGIOT', 'SIGPOLL'] as const),
  ...(['SIGTRAP', 'SIGUSR2', 'SIGVTALRM', 'SIGXCPU', 'SIGXFSZ'] as const),
];

let found: readonly NodeJS.Signals[] | null = null;

/**
 * Those of them that this system has, and that nothing listened for at the start: a debugger, a profiler, a snapshot.
 * Libraries that are loaded later listen, too, to end the program by the signal; what is heeded here they leave alone.
 */
function heeded(): readonly NodeJS.Signals[] {
  if (found !== null) return found;
  const options = [...process.execArgv, process.env['NODE_OPTIONS'] ?? ''].join(' ');
  const isProfiled = /--(cpu-)?prof/.test(options);
  const others = fatal.filter((name) => process.listenerCount(name) === 0 && !(isProfiled && name === 'SIGPROF'));
  found = [...asking, ...others].filter((name) => name in constants.signals);
  return found;
}

function codeFor(signal: NodeJS.Signals): number {
  return 128 + constants.signals[signal];
}

/** Until there is a screen to be left: gives the terminal back, and ends. Answers what takes that back. */
export function endAtOnce(giveBack: () => void): () => void {
  const end = (signal: NodeJS.Signals): void => {
    giveBack();
    process.exit(codeFor(signal));
  };
  const signals = [...heeded(), 'SIGHUP' as const];
  for (const signal of signals) process.on(signal, end);
  return () => {
    for (const signal of signals) process.off(signal, end);
  };
}

export interface Ending {
  /** To be passed on once everything is done. */
  readonly isHungUp: boolean;
  /** As a shell tells it (128 and the signal's number); 0 where a person left. */
  readonly exitCode: number;
}

/** Calls `end` for the first signal, or when the terminal is gone, and for each further signal: that is to be heeded at once. */
export function heedSignals(end: (isAgain: boolean) => void): Ending {
  const asked = askedFor(end);
  const ending = { isHungUp: false, exitCode: 0 };
  for (const signal of heeded()) {
    process.on(signal, () => {
      if ((signal === 'SIGINT' || signal === 'SIGQUIT') && leaveToBorrower(signal)) return;
      ending.exitCode = codeFor(signal);
      asked.bySignal();
    });
  }
  const hungUp = (): void => {
    // Somebody may send the signal to a program whose terminal is there: then it is given back.
    if (!isatty(1)) silence();
    ending.isHungUp = true;
    asked.byHangUp();
  };
  process.on('SIGHUP', hungUp);
  // A program that was told to survive hang-ups (nohup, disown) sees only that nobody types any more.
  process.stdin.once('end', hungUp).once('error', hungUp);
  process.stdout.once('error', hungUp);
  return ending;
}

/**
 * Signals closer together than this are one: a library that heeds them, too, sends them on to its own process, and a shell
 * and a parent process may both send what a person asked for once.
 */
const sameSignalMs = 500;

/** A terminal that goes says so in several ways, and beside the signals: nobody is impatient who hangs up. */
export function askedFor(
  end: (isAgain: boolean) => void,
  now: () => number = () => performance.now(),
): { bySignal(): void; byHangUp(): void } {
  let isEnding = false;
  let signalledAt: number | null = null;
  const first = (): void => {
    if (!isEnding) end(false);
    isEnding = true;
  };
  return {
    bySignal() {
      signalledAt ??= now();
      if (now() - signalledAt < sameSignalMs) first();
      else end(true);
    },
    byHangUp: first,
  };
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
