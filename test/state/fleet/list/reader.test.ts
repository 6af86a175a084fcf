import { describe, expect, test } from 'vitest';
import type { Problem, Result } from '../../../../src/api/problem.ts';
import { patiently } from '../../../../src/state/fleet/list/reader.ts';
import { refused } from '../../../support/make.ts';

/** Answers to a read that fails with these problems, one after the other and then again, and the time it waited. */
async function reading(problems: readonly Problem[], value?: string) {
  const waited: number[] = [];
  let asked = 0;
  const read = (): Promise<Result<string>> => {
    const problem = value === undefined ? problems[asked++ % problems.length] : problems[asked++];
    return Promise.resolve(problem === undefined ? { ok: true, value: value ?? '' } : { ok: false, problem });
  };
  const answer = await patiently(read, (seconds) => {
    waited.push(seconds);
    return Promise.resolve();
  });
  return { answer, waited };
}

const busy = refused(503, { retryAfter: 100 });

describe('a read where no screen asks', () => {
  test('waits as a service asks it to, and reads then', async () => {
    expect(await reading([busy, busy], 'list')).toEqual({ answer: { ok: true, value: 'list' }, waited: [100, 100] });
  });

  test('waits ten minutes in all, however often the service asks for more', async () => {
    expect(await reading([busy])).toEqual({ answer: { ok: false, problem: busy }, waited: Array(6).fill(100) });
  });

  test('reports what a retry cannot cure', async () => {
    expect(await reading([refused(404)])).toEqual({ answer: { ok: false, problem: refused(404) }, waited: [] });
  });
});
