/** Measures the time from the start of the program to its first table, against Node alone and the smallest Ink program. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { openTerminal } from '../test/support/terminal.ts';
import { startProgram } from './program.ts';
import { startSyntheticService } from './synthetic-service.ts';

const helloPath = fileURLToPath(new URL('hello-world.ts', import.meta.url));

export interface StartUp {
  /** Milliseconds to start and end `node -e 0`. */
  readonly node: readonly number[];
  /** Milliseconds from the spawn to the words of an Ink program that is not bundled. */
  readonly hello: readonly number[];
  /** Milliseconds from the spawn to the first complete table; the service is up and answers at once. */
  readonly firstTable: readonly number[];
}

/** The baselines are measured between the runs, so that all run under the same load. */
export async function measureStartUp(runs: number, home: string): Promise<StartUp> {
  const service = await startSyntheticService(12_431, 0);
  const result = { node: [] as number[], hello: [] as number[], firstTable: [] as number[] };
  // The first start fills the compile cache for the next ones.
  for (let run = -1; run < runs; run++) {
    const node = timed(() => spawnSync(process.execPath, ['-e', '0']));
    const helloBegun = performance.now();
    const hello = openTerminal({ command: process.execPath, args: [helloPath], env: { NODE_ENV: 'production' } });
    await hello.waitFor('hello, world');
    const helloTook = performance.now() - helloBegun;
    await hello.close();
    const begun = performance.now();
    const terminal = startProgram(service, home);
    await terminal.waitFor(/NAME[^]*\? help/);
    const took = performance.now() - begun;
    // A program that is killed saves nothing to the compile cache.
    terminal.write('q');
    await terminal.exited;
    await terminal.close();
    if (run < 0) continue;
    result.node.push(node);
    result.hello.push(helloTook);
    result.firstTable.push(took);
  }
  await service.close();
  return result;
}

function timed(work: () => unknown): number {
  const begun = performance.now();
  work();
  return performance.now() - begun;
}
