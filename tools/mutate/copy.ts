/** A copy of the checkout to spoil: the checkout itself is only read. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Each test file says at its end which switches were asked for. */
const setup = `
import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import { afterAll, expect } from 'vitest';

// Before a story gives this process the environment of its program.
globalThis.rollcallMutations ??= { on: Number(process.env.ROLLCALL_MUTATION), times: new Map() };

afterAll(() => {
  const { times } = globalThis.rollcallMutations;
  const file = relative(import.meta.dirname, expect.getState().testPath);
  const reached = [...times.keys()];
  times.clear();
  if (process.env.ROLLCALL_REACHED) {
    appendFileSync(process.env.ROLLCALL_REACHED, JSON.stringify({ file, reached }) + '\\n');
  }
});
`;

/** The tests as they are, but that no wait is longer than the longest of a test that passes. */
const config = `
import base from './vitest.config.ts';

const waits = { testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 20_000 } } };
export default { cacheDir: './.cache', test: { ...base.test, ...waits, setupFiles: ['./mutate.setup.js'] } };
`;

/** The files that git knows of, in a temporary folder that goes when this process ends. */
export function copyOfCheckout(root: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'rollcall-mutate-'));
  process.once('exit', () => {
    rmSync(copy, { recursive: true, force: true });
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));
  const list = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' });
  for (const file of list.split('\0').filter((name) => name !== '')) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(root, file), join(copy, file));
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  writeFileSync(join(copy, 'mutate.setup.js'), setup);
  writeFileSync(join(copy, 'mutate.config.ts'), config);
  return copy;
}
