/** What is measured? The built program in a pseudo-terminal, against the embedded service on loopback. */
import { fileURLToPath } from 'node:url';
import { aFleet } from '../src/demo/fleet.ts';
import { type Service, startService } from '../src/demo/service.ts';
import { openTerminal, type Terminal } from '../test/support/terminal.ts';

const programPath = fileURLToPath(new URL('../dist/rollcall.js', import.meta.url));

/** One organisation of so many systems, which the program opens at once; its list is made before anything is timed. */
export async function aServiceOf(systems: number, latencyMs: number): Promise<Service> {
  const [organisation] = aFleet({ seed: 1, systems, now: Date.now() }).organisations;
  if (organisation === undefined) throw new Error('The fleet has no organisation.');
  const service = await startService({ fleet: { organisations: [organisation] }, latencyMs });
  service.systems();
  return service;
}

export function startProgram(service: Pick<Service, 'baseUrl' | 'token'>, home: string): Terminal {
  return openTerminal({
    command: process.execPath,
    args: [programPath],
    env: { ROLLCALL_BASE_URL: service.baseUrl, ROLLCALL_TOKEN: service.token, HOME: home },
  });
}
