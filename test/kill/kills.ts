/** The moments at which seeded runs and requests are killed, several at a time: most of them wait most of the time. */
import { test } from 'vitest';
import { killedRequest, requestMoments } from './killed-request.ts';
import { type Killed, killedRun, type KillPlan, moments } from './killed-run.ts';

const atATime = 4;

/** Registers a test for each of the plans, which are carried out side by side. */
function kill<Plan extends object>(
  name: string,
  plans: readonly Plan[],
  carryOut: (plan: Plan) => Promise<void>,
): void {
  const results = plans.map(() => Promise.withResolvers<undefined>());
  for (const { promise } of results) promise.catch(() => undefined);
  const left = plans.entries();
  const work = async (): Promise<void> => {
    for (const [at, one] of left) await carryOut(one).then(() => results[at]?.resolve(undefined), results[at]?.reject);
  };
  for (let worker = 0; worker < atATime; worker++) void work();
  test.each(plans.map((one, at) => ({ ...one, at })))(name, { timeout: 600_000 }, async ({ at }) => {
    await results[at]?.promise;
  });
}

/** Registers a test for each kind and each seed from `first` on: it names its moment, and the change it is in. */
export function killRuns(kinds: readonly Killed[], first: number, count: number): void {
  const plans = kinds.flatMap((does) => Array.from({ length: count }, (_, at) => plan(does, first + at)));
  kill('$does: killed at $number, $moment; again: $isKilledTwice', plans, killedRun);
}

/** Registers a test for each seed from 0 on: each of them names its moment, every moment in turn. */
export function killRequests(count: number): void {
  const plans = Array.from({ length: count }, (_, seed) => ({
    seed,
    moment: requestMoments[seed % requestMoments.length] ?? 'before its record',
  }));
  kill('a request killed $moment ($seed)', plans, ({ moment, seed }) => killedRequest(moment, seed));
}

/** Every moment in turn, at a change that the seed picks; some are finished after the restart, some are killed there again. */
function plan(does: Killed, seed: number): KillPlan {
  const moment = moments[seed % moments.length] ?? 'before its intent';
  // A multiplicative hash: neighbours land far from one another (Knuth, 6.4).
  const hash = Math.imul(seed + 1, 2_654_435_761) >>> 0;
  // Half of the writes are those before the first system.
  const isEarly = moment === 'after a write' && hash % 2 === 0;
  const number = 1 + (isEarly ? Math.floor(hash / 2) % 4 : hash % 90);
  return { does, moment, number, isFinished: seed % 4 === 0, isKilledTwice: seed % 3 === 1 };
}
