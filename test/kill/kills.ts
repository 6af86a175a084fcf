/** At which moments are seeded runs killed? Several at a time: most of them wait most of the time. */
import { test } from 'vitest';
import { killedRun, moments } from './killed-run.ts';

const atATime = 4;

/** Registers a test for each seed from `first` on: each of them names its moment, and the deletion it is in. */
export function killRuns(first: number, count: number): void {
  const seeds = Array.from({ length: count }, (_, at) => first + at);
  const results = seeds.map(() => Promise.withResolvers<undefined>());
  for (const { promise } of results) promise.catch(() => undefined);
  let next = 0;
  const work = async (): Promise<void> => {
    for (let at = next++; at < seeds.length; at = next++) {
      const { moment, number, isFinished } = plan(seeds[at] ?? 0);
      await killedRun(moment, number, isFinished).then(() => results[at]?.resolve(undefined), results[at]?.reject);
    }
  };
  for (let worker = 0; worker < atATime; worker++) void work();
  test.each(seeds.map((seed, at) => ({ ...plan(seed), at })))(
    'killed at deletion $number, $moment',
    { timeout: 600_000 },
    async ({ at }) => {
      await results[at]?.promise;
    },
  );
}

/** Every moment in turn, at a deletion that the seed picks; one in four is finished after the restart. */
function plan(seed: number) {
  const moment = moments[seed % moments.length] ?? 'before its intent';
  // A multiplicative hash: neighbours land far from one another (Knuth, 6.4).
  const number = 1 + ((Math.imul(seed + 1, 2_654_435_761) >>> 0) % 90);
  return { moment, number, isFinished: seed % 4 === 0 };
}
