/** The time since the computer's start, with the time that it slept. */
import { uptime } from 'node:os';

/** The time of day and the clock that stands still in a sleep differ by this much more after one. */
const sleepMs = 500;

const ownClocks = {
  wall: () => Date.now(),
  /** Never set, and stands still in a sleep. */
  steady: () => performance.now(),
  sinceBoot: () => uptime() * 1000,
};

/**
 * Milliseconds since the computer started, less than a second off. The system's own answer is in whole seconds on macOS,
 * too coarse for the time of a request: it is read only where the computer may have slept.
 */
export function createBootClock({ wall, steady, sinceBoot }: typeof ownClocks = ownClocks): () => number {
  let gap = NaN;
  let offset = 0;
  return () => {
    const now = steady();
    const gapNow = wall() - now;
    if (!(Math.abs(gapNow - gap) < sleepMs)) {
      gap = gapNow;
      offset = sinceBoot() - now;
    }
    return now + offset;
  };
}
