/** Measures the delay of a key in the list of organisations while all of them are counted. */
import { timesOfKeys } from './large-lists.ts';
import { startProgram } from './program.ts';
import { startSyntheticService } from './synthetic-service.ts';

/** The rows that the keys move over. */
const organisations = 10;

const latencyMs = 5;

/** Milliseconds from the byte of `j` or `k` to the whole frame; each organisation has so many systems. */
export async function measureOverview(systems: number, keys: number, home: string): Promise<readonly number[]> {
  const service = await startSyntheticService(systems, latencyMs, false, organisations);
  const terminal = startProgram(service, home);
  await terminal.waitFor('not yet');
  terminal.write('s');
  await terminal.waitFor('counting 1 of');
  const times = await timesOfKeys(terminal, keys);
  const isCounting = terminal.screen().includes('counting ');
  await terminal.close();
  await service.close();
  if (!isCounting) throw new Error('The count was over before the keys were.');
  return times;
}
