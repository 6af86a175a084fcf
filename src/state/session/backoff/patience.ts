/** Repeats reads where no screen counts a wait down: as often as a screen does, and for a time that is said. */
import { setTimeout } from 'node:timers/promises';
import type { Problem, Result } from '../../../api/problem.ts';
import { asksForPatience, longestPauseSeconds, pauseBefore } from './retry.ts';

export interface Waiting {
  /** Milliseconds since some moment. */
  readonly steady: () => number;
  /** Called once, before the first wait that a service asks for. */
  readonly tell: (problem: Problem) => void;
  readonly pause?: (seconds: number) => Promise<void>;
}

/** A read gets its last answer, at most ten minutes after it was begun: nobody is there who could end it. */
export function createPatience({ steady, tell, pause = sleep }: Waiting) {
  let isTold = false;
  return async <Value>(read: () => Promise<Result<Value>>): Promise<Result<Value>> => {
    const until = steady() + longestPauseSeconds * 1000;
    for (let failures = 0; ; failures++) {
      const answer = await read();
      const seconds = answer.ok ? null : pauseBefore(answer.problem, failures);
      if (answer.ok || seconds === null || steady() + seconds * 1000 > until) return answer;
      if (!isTold && asksForPatience(answer.problem)) {
        isTold = true;
        tell(answer.problem);
      }
      await pause(seconds);
    }
  };
}

function sleep(seconds: number): Promise<void> {
  return setTimeout(seconds * 1000);
}
