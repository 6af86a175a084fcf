/** Runs all faults of one operation, several at a time: most of them wait most of the time. */
import { test } from 'vitest';
import { faults } from './fault-table.ts';
import type { Fault, Operation } from './fault.ts';
import { meeting } from './meeting.ts';
import { stories } from './stories.ts';

const atATime = 6;

/** Registers a test for each fault that the operation can meet. */
export function runEveryFaultAt(operation: Operation): void {
  const met = faults.filter(({ at }) => at.includes(operation));
  const results = started(met, operation);
  test.each(met.map((fault, at) => [fault.name, at] as const))(
    `${operation}: %s`,
    { timeout: 300_000 },
    async (_, at) => {
      await results[at];
    },
  );
}

/** So many are under way at a time, in order; a failure is kept until its test asks for it. */
function started(met: readonly Fault[], operation: Operation): readonly Promise<void>[] {
  const settled = met.map(() => Promise.withResolvers<undefined>());
  let next = 0;
  const work = async (): Promise<void> => {
    for (let at = next++; at < met.length; at = next++) {
      const [fault, result] = [met[at], settled[at]];
      if (fault === undefined || result === undefined) return;
      await meeting(fault, operation, stories[operation]).then(() => {
        result.resolve(undefined);
      }, result.reject);
    }
  };
  for (const { promise } of settled) promise.catch(() => undefined);
  for (let worker = 0; worker < atATime; worker++) void work();
  return settled.map(({ promise }) => promise);
}
