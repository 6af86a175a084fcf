/** What do this computer's own clocks show? */
import type { Reading } from '../../state/clock/clock.ts';

/** The one that can be set, and the one that cannot. */
export function readClocks(): Reading {
  return { wall: Date.now(), steady: performance.now() };
}
