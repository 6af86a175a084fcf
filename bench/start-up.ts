/** How long from the start of the program to its first table, measured against the start of Node itself? */
import { spawnSync } from 'node:child_process';
import { aServiceOf, startProgram } from './program.ts';

export interface StartUp {
  /** Milliseconds to start and end `node -e 0`. */
  readonly node: readonly number[];
  /** Milliseconds that the service takes for the answers before the first table: organisations, then a page. */
  readonly answers: readonly number[];
  /** Milliseconds from the spawn to the first complete table. */
  readonly firstTable: readonly number[];
}

const latencyMs = 40;

/** The baselines are measured between the runs, so that all meet the same machine. */
export async function measureStartUp(runs: number, home: string): Promise<StartUp> {
  const service = await aServiceOf(12_431, latencyMs);
  const headers = { Authorization: `Bearer ${service.token}`, 'User-Agent': 'rollcall-bench' };
  const { orgs } = (await (await fetch(`${service.baseUrl}/account/orgs`, { headers })).json()) as {
    orgs: { orgId: string }[];
  };
  const list = `${service.baseUrl}/org/${orgs[0]?.orgId ?? ''}/systems?per_page=200`;
  const result = { node: [] as number[], answers: [] as number[], firstTable: [] as number[] };
  for (let run = 0; run < runs; run++) {
    result.node.push(await timed(() => void spawnSync(process.execPath, ['-e', '0'])));
    result.answers.push(
      await timed(async () => {
        await (await fetch(`${service.baseUrl}/account/orgs`, { headers })).text();
        await (await fetch(list, { headers })).text();
      }),
    );
    const begun = performance.now();
    const terminal = startProgram(service, home);
    await terminal.waitFor(/NAME[^]*\? all keys/);
    result.firstTable.push(performance.now() - begun);
    await terminal.close();
  }
  await service.close();
  return result;
}

async function timed(work: () => unknown): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}
