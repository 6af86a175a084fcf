/** Measures the start of the program, to its first frame and its first table, against Node alone and the smallest Ink program. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openTerminal } from '../test/support/terminal.ts';
import { type Started, startProgram } from './program.ts';
import { startSyntheticService } from './synthetic-service.ts';

const helloPath = fileURLToPath(new URL('hello-world.ts', import.meta.url));

/** The file for this computer, from `npm run binary`. */
const oneFilePath = fileURLToPath(
  new URL(`../dist-binary/rollcall-${process.platform}-${process.arch}`, import.meta.url),
);

/** Milliseconds from the spawn. */
export interface Starts {
  /** To the first frame; the service is up, and does not answer before it. */
  readonly firstFrame: number[];
  /** To the first complete table; the service is up and answers at once. */
  readonly firstTable: number[];
}

export interface StartUp {
  /** Milliseconds to start and end `node -e 0`. */
  readonly node: readonly number[];
  /** Milliseconds from the spawn to the words of an Ink program that is not bundled. */
  readonly hello: readonly number[];
  /** The npm package. */
  readonly built: Starts;
  /** Null where the file was not made. */
  readonly oneFile: Starts | null;
}

/** The baselines are measured between the runs, so that all run under the same load. */
export async function measureStartUp(runs: number, home: string): Promise<StartUp> {
  const service = await startSyntheticService(12_431, 0);
  const silent = await startSyntheticService(12_431, 2000);
  const starts = (): Starts => ({ firstFrame: [], firstTable: [] });
  const result = {
    node: [] as number[],
    hello: [] as number[],
    built: starts(),
    oneFile: existsSync(oneFilePath) ? starts() : null,
  };
  const oneFile: Started = { command: oneFilePath, args: [] };
  const startedFor = async (
    of: typeof service,
    shown: RegExp,
    what?: Started,
    before?: () => Promise<void>,
  ): Promise<number> => {
    const begun = performance.now();
    const terminal = startProgram(of, home, '', {}, what);
    await terminal.waitFor(shown);
    const took = performance.now() - begun;
    await before?.();
    terminal.write('q');
    await terminal.exited;
    await terminal.close();
    return took;
  };
  const measure = async (into: Starts, what?: Started): Promise<void> => {
    into.firstFrame.push(await startedFor(silent, /\S/, what));
    into.firstTable.push(await startedFor(service, table, what));
  };
  // The first start keeps its compiled code for the next ones.
  await startedFor(service, table, undefined, () => compiledIn(home));
  for (let run = 0; run < runs; run++) {
    result.node.push(timed(() => spawnSync(process.execPath, ['-e', '0'])));
    const helloBegun = performance.now();
    const hello = openTerminal({ command: process.execPath, args: [helloPath], env: { NODE_ENV: 'production' } });
    await hello.waitFor('hello, world');
    result.hello.push(performance.now() - helloBegun);
    await hello.close();
    await measure(result.built);
    if (result.oneFile !== null) await measure(result.oneFile, oneFile);
  }
  await Promise.all([service.close(), silent.close()]);
  return result;
}

/** The whole first table, with its hints. */
const table = /NAME[^]*\? help/;

/** Resolves when the program has kept its compiled code in this home. */
async function compiledIn(home: string): Promise<void> {
  const folder = join(home, '.cache', 'rollcall', 'compiled');
  while (!existsSync(folder) || readdirSync(folder).length === 0) await setTimeout(50);
}

function timed(work: () => unknown): number {
  const begun = performance.now();
  work();
  return performance.now() - begun;
}
