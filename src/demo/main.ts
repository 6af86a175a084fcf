/** The process: starts the service, says where it is, and ends when it is told to or when its parent is gone. */

import { faultWords } from './faults/injection.ts';
import { earlierCounts } from './fleet/earlier-counts.ts';
import { aFleet, type Fleet } from './fleet/fleet.ts';
import { type Flags, readFlags } from './flags.ts';
import { type Service, startService } from './service.ts';

const flags = readFlags(process.argv.slice(2));
if ('complaint' in flags) leave(2, flags.complaint);
else if (flags.faults) process.stdout.write(`${JSON.stringify(faultWords())}\n`);
else void (flags.embedded ? serveParent(flags) : servePerson(flags));

/** Tells the program in one line of JSON where the service is, and lives exactly as long as the program does. */
async function serveParent(flags: Flags): Promise<void> {
  // Standard input ends with the program, however the program ends. Ctrl-C and a closed terminal reach the whole
  // process group; the program decides their meaning, and may still have a deletion to finish.
  process.on('SIGINT', ignore);
  process.on('SIGHUP', ignore);
  process.stdin.on('end', () => process.exit(0)).resume();
  const now = Date.now();
  const fleet = aFleet({ ...flags, now });
  const { baseUrl, token } = await start(flags, fleet);
  // Only the smaller one: the systems of the other are made when they are first asked for.
  const counted = fleet.organisations.filter(({ orgName }) => orgName === 'Tailspin Toys');
  const earlier = Object.fromEntries(counted.map((one) => [one.orgId, earlierCounts(one, now)]));
  process.stdout.write(`${JSON.stringify({ baseUrl, token, earlier })}\n`);
}

async function servePerson(flags: Flags): Promise<void> {
  const service = await start(flags, aFleet({ ...flags, now: Date.now() }));
  process.once('SIGINT', () => void service.close());
  const { baseUrl, token } = service;
  process.stdout.write(
    [
      `Service  ${baseUrl}`,
      `Token    ${token}`,
      `Try      curl -H 'Authorization: Bearer ${token}' ${baseUrl}/account/orgs\n`,
    ].join('\n'),
  );
}

async function start({ port, latency, intercept }: Flags, fleet: Fleet): Promise<Service> {
  try {
    return await startService({ fleet, port, latencyMs: latency, ...(intercept && { intercept }) });
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (syscall !== 'listen') throw error;
    return leave(1, `Port ${port} is ${code === 'EADDRINUSE' ? 'already in use' : 'not to be had'}.`);
  }
}

/** Says one sentence and ends the process. */
function leave(code: number, sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(code);
}

function ignore(): void {
  // Nothing to do: this listener keeps the signal from ending the process.
}
