/** When does a request end at the latest? When its time is over, or when whoever asked gives it up. */

export interface Deadline {
  /** Ends the request. */
  readonly signal: AbortSignal;
  readonly isOver: () => boolean;
  /** What `step` comes to; rejects once the deadline ends the request, also where `step` takes no notice of the signal. */
  readonly during: <T>(step: Promise<T>) => Promise<T>;
  /** The request has ended: no timer and no listener is left of it. */
  readonly lift: () => void;
}

/** Not `AbortSignal.timeout` and `any`: those live on for the whole time, however soon the answer came. */
export function deadlineIn(seconds: number, given?: AbortSignal): Deadline {
  const controller = new AbortController();
  let isOver = false;
  const ended = Promise.withResolvers<never>();
  // Where nothing is under way that could be ended, nobody hears of it.
  ended.promise.catch(() => undefined);
  controller.signal.addEventListener(
    'abort',
    () => {
      ended.reject(new Error('ended by its deadline'));
    },
    { once: true },
  );
  // It keeps the program alive: where nothing else does, the request is over all the same when its time is.
  const timer = setTimeout(() => {
    isOver = true;
    controller.abort('timed out');
  }, seconds * 1000);
  const giveUp = (): void => {
    controller.abort('given up');
  };
  if (given?.aborted === true) giveUp();
  given?.addEventListener('abort', giveUp, { once: true });
  return {
    signal: controller.signal,
    isOver: () => isOver,
    during: (step) => Promise.race([step, ended.promise]),
    lift() {
      clearTimeout(timer);
      given?.removeEventListener('abort', giveUp);
    },
  };
}
