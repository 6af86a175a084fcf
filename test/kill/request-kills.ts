/** The moments at which requests are killed, several at a time: most of them wait most of the time. */
import { test } from 'vitest';
import { killedRequest, type RequestMoment, requestMoments } from './killed-request.ts';

const atATime = 4;

/** Registers a test for each seed from 0 on: each of them names its moment, every moment in turn. */
export function killRequests(count: number): void {
  const plans = Array.from({ length: count }, (_, seed): { seed: number; moment: RequestMoment } => ({
    seed,
    moment: requestMoments[seed % requestMoments.length] ?? 'before its record',
  }));
  const results = plans.map(() => Promise.withResolvers<undefined>());
  for (const { promise } of results) promise.catch(() => undefined);
  let next = 0;
  const work = async (): Promise<void> => {
    for (let at = next++; at < plans.length; at = next++) {
      const { moment, seed } = plans[at] ?? { moment: 'before its record', seed: 0 };
      await killedRequest(moment, seed).then(() => results[at]?.resolve(undefined), results[at]?.reject);
    }
  };
  for (let worker = 0; worker < atATime; worker++) void work();
  test.each(plans)('a request killed $moment ($seed)', { timeout: 600_000 }, async ({ seed }) => {
    await results[seed]?.promise;
  });
}
