/** Breaks promises in copies of the checkout, and runs the tests that they link. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { copyOfCheckout } from '../../../tools/mutate/copy.ts';
import type { Claim } from './claim.ts';
import type { Verdict } from './in-copy.ts';

const run = promisify(execFile);

/** Limit of a story's wait for the screen, in milliseconds. */
const patienceMs = '20000';

/** Tries all of these, as many at a time as there are copies. */
export async function broken(claims: readonly Claim[], copies: number): Promise<ReadonlyMap<Claim, Verdict>> {
  const root = join(import.meta.dirname, '../../..');
  const shares = Array.from({ length: copies }, (_, at) => claims.filter((_, number) => number % copies === at));
  const verdicts = await Promise.all(
    shares.map(async (share) => {
      const cwd = copyOfCheckout(root);
      const env = { ...process.env, ROLLCALL_TEST_PATIENCE: patienceMs };
      const numbers = share.map((claim) => String(claims.indexOf(claim)));
      const script = join(cwd, 'test/docs/claims/in-copy.ts');
      const { stdout } = await run(process.execPath, [script, ...numbers], { cwd, env, maxBuffer: 2 ** 26 });
      const told = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as readonly Verdict[];
      return share.map((claim, at) => [claim, told[at] ?? 'not built'] as const);
    }),
  );
  return new Map(verdicts.flat());
}
