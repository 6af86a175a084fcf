/** How long does a run of deletions take, measured against what the latency of the service alone costs? */
import { startProgram } from './program.ts';
import { startServiceThread } from './service-thread.ts';

/** Systems worked on at a time. */
const concurrency = 4;

export interface Deletions {
  /** Milliseconds for a reading and a deletion of each system, if nothing but the service took any time. */
  readonly ideal: number;
  /** Milliseconds from the confirmation to the last outcome on the screen. */
  readonly run: number;
}

export async function measureDeletions(count: number, latencyMs: number, home: string): Promise<Deletions> {
  const service = await startServiceThread({ stale: count, latencyMs });
  const terminal = startProgram(service, home);
  await terminal.waitFor(/\d read · |of [\d,]+ read/);
  terminal.write('s');
  await terminal.waitFor(`${count.toLocaleString('en')} marked`);
  terminal.write('d');
  const [phrase = ''] =
    /delete \d+ from Northwind/.exec(await terminal.waitFor('Type "delete', { timeout: 60_000 })) ?? [];
  terminal.write(phrase);
  await terminal.waitFor(`> ${phrase}`);
  const begun = performance.now();
  terminal.write('\r');
  await terminal.waitFor(`${count.toLocaleString('en')} systems deleted`, { timeout: 120_000 });
  const run = performance.now() - begun;
  await terminal.close();
  await service.close();
  return { ideal: (2 * count * latencyMs) / concurrency, run };
}
