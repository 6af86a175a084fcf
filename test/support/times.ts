/** A countdown: true for the first so many calls, and then false. */
import type { Intercept } from '../../src/demo/service.ts';

/** Answers only the first requests; the service answers the rest. */
export function firstTimes(times: number, intercept: Intercept): Intercept {
  let left = times;
  return (request) => {
    if (left <= 0) return undefined;
    const answer = intercept(request);
    if (answer !== undefined) left -= 1;
    return answer;
  };
}
