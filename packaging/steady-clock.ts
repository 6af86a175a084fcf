/**
 * Stands in for `performance`, of which the program and its libraries want nothing but `now`: Node loads a dozen modules
 * where the real one is first named.
 */
export const SteadyClock = {
  /** Milliseconds since some moment in the past. */
  now(): number {
    const [seconds, nanoseconds] = process.hrtime();
    return seconds * 1e3 + nanoseconds / 1e6;
  },
};
