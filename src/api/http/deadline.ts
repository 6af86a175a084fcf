/** Aborts a request when its time is over, or when its caller aborts it. */

export interface Deadline {
  /** Aborts the request. */
  readonly signal: AbortSignal;
  readonly hasPassed: () => boolean;
  /** Settles as `step` does; rejects once the request is aborted, also where `step` ignores the signal. */
  readonly race: <T>(step: Promise<T>) => Promise<T>;
  /** Called when the request has ended: leaves no timer and no listener. */
  readonly clear: () => void;
}

/** Not `AbortSignal.timeout` and `any`: those live on for the whole time, however soon the response came. */
export function startDeadline(seconds: number, callers?: AbortSignal): Deadline {
  const controller = new AbortController();
  const aborted = Promise.withResolvers<never>();
  // Not unhandled where no step is pending.
  aborted.promise.catch(() => undefined);
  const abort = (): void => {
    controller.abort();
    aborted.reject(new Error('aborted'));
  };
  let hasPassed = false;
  // Not unref'ed: where nothing else keeps the program alive, the request still ends in time.
  const timer = setTimeout(() => {
    hasPassed = true;
    abort();
  }, seconds * 1000);
  if (callers?.aborted === true) abort();
  callers?.addEventListener('abort', abort, { once: true });
  return {
    signal: controller.signal,
    hasPassed: () => hasPassed,
    race: (step) => Promise.race([step, aborted.promise]),
    clear() {
      clearTimeout(timer);
      callers?.removeEventListener('abort', abort);
    },
  };
}
