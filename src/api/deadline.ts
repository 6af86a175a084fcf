/** When does a request end at the latest? When its time is over, or when whoever asked gives it up. */

export interface Deadline {
  /** Ends the request. */
  readonly signal: AbortSignal;
  readonly isOver: () => boolean;
  /** The request has ended: no timer and no listener is left of it. */
  readonly lift: () => void;
}

/** Not `AbortSignal.timeout` and `any`: those live on for the whole time, however soon the answer came. */
export function deadlineIn(seconds: number, given?: AbortSignal): Deadline {
  const controller = new AbortController();
  let isOver = false;
  const timer = setTimeout(() => {
    isOver = true;
    controller.abort('timed out');
  }, seconds * 1000);
  // A program that is about to end does not wait for it.
  timer.unref();
  const giveUp = (): void => {
    controller.abort('given up');
  };
  if (given?.aborted === true) giveUp();
  given?.addEventListener('abort', giveUp, { once: true });
  return {
    signal: controller.signal,
    isOver: () => isOver,
    lift() {
      clearTimeout(timer);
      given?.removeEventListener('abort', giveUp);
    },
  };
}
