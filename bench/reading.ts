/** Measures how long a whole list takes to load, against a loop that requests 50 at a time, parses, and draws nothing. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { residentOf } from './large-lists.ts';
import { startProgram } from './program.ts';
import { startSyntheticService, type SyntheticService } from './synthetic-service.ts';

/** Wall and processor time in milliseconds, and the resident MiB when all is loaded. */
export interface Cost {
  readonly wall: number;
  readonly cpu: number;
  readonly residentMib: number;
}

export interface Reading {
  readonly systems: number;
  readonly reference: readonly Cost[];
  readonly program: readonly Cost[];
}

const loopPath = fileURLToPath(new URL('reference-loop.ts', import.meta.url));
const maxMs = 300_000;

/** One after the other, by turns, so that all run under the same load. */
export async function measureReading(systems: number, latencyMs: number, runs: number, home: string): Promise<Reading> {
  const service = await startSyntheticService(systems, latencyMs);
  const reading = { systems, reference: [] as Cost[], program: [] as Cost[] };
  for (let run = 0; run < runs; run++) {
    reading.reference.push(await ofReference(service));
    reading.program.push(await ofProgram(service, systems, home));
  }
  await service.close();
  return reading;
}

/** For long lists: the loops all at once, which wait nine tenths of their time, then the program two at a time. */
export async function measureLongReading(
  systems: number,
  latencyMs: number,
  runs: number,
  home: string,
): Promise<Reading> {
  const service = await startSyntheticService(systems, latencyMs);
  const reference = await Promise.all(Array.from({ length: runs }, () => ofReference(service)));
  const program: Cost[] = [];
  while (program.length < runs) {
    const pair = Array.from({ length: Math.min(2, runs - program.length) }, () => ofProgram(service, systems, home));
    program.push(...(await Promise.all(pair)));
  }
  await service.close();
  return { systems, reference, program };
}

async function ofReference({ baseUrl, token }: SyntheticService): Promise<Cost> {
  const loop = spawn(process.execPath, [loopPath, baseUrl, token], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [output] = await Promise.all([text(loop.stdout), once(loop, 'close')]);
  return JSON.parse(output) as Cost;
}

/** From the key that loads all of it, with the first page loaded. */
async function ofProgram(service: SyntheticService, systems: number, home: string): Promise<Cost> {
  const terminal = startProgram(service, home);
  await terminal.waitFor(/NAME[^]*\? help/);
  const cpuBefore = cpuOf(terminal.pid);
  const begun = performance.now();
  terminal.write('G');
  const all = systems.toLocaleString('en');
  await terminal.waitFor(new RegExp(`^${all} systems`, 'm'), { timeout: maxMs });
  const wall = performance.now() - begun;
  const cost = { wall, cpu: cpuOf(terminal.pid) - cpuBefore, residentMib: residentOf(terminal.pid) };
  await terminal.close();
  return cost;
}

/** User and system time so far (proc(5), fields 14 and 15, in hundredths of a second). */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
