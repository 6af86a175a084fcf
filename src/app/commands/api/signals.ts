/** Handles signals during a change: a short wait lets its outcome arrive. */
import process from 'node:process';

/** Longest wait for a change in flight. */
const longestWaitMs = 5000;

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;

export function holdSignals() {
  let first: NodeJS.Signals | null = null;
  let timer: NodeJS.Timeout | undefined;
  const over = Promise.withResolvers<'over'>();
  const end = (): void => {
    over.resolve('over');
  };
  const hear = (signal: NodeJS.Signals): void => {
    if (first !== null) end();
    first ??= signal;
    timer ??= setTimeout(end, longestWaitMs);
  };
  for (const signal of signals) process.on(signal, hear);
  return {
    /** The first one that came; null: none did. */
    came: () => first,
    /** Resolves when the wait after a signal is over, or when another one comes. */
    over: over.promise,
    /** Restores the usual effect: a signal ends the program. */
    release() {
      clearTimeout(timer);
      for (const signal of signals) process.off(signal, hear);
    },
  };
}

/** Ends the program as the signal would have: a shell that runs it in a loop ends the loop, too. */
export async function endBy(signal: NodeJS.Signals): Promise<never> {
  process.kill(process.pid, signal);
  return new Promise(() => undefined);
}
