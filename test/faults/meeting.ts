/** Runs one fault in one operation, and the recovery once the fault is over. */
import { expect } from 'vitest';
import { isAt } from '../../src/demo/faults/places.ts';
import type { ReceivedRequest } from '../../src/demo/request.ts';
import { type Service, startService } from '../../src/demo/service.ts';
import { leaksIn, processesWith } from '../support/canary.ts';
import { makeHome, openProgram } from '../support/program.ts';
import { anOrganisation, aSystem, daysAgo, systemsCalled } from '../support/service.ts';
import { environmentFor, userAt, type User } from '../support/user.ts';
import type { Fault, Operation } from './fault.ts';

/** Token that is searched for everywhere once the program has ended. */
const token = `${'Canary0'.repeat(8)}abcdefg`;

/** Wide enough for every sentence. */
const columns = 220;

export interface Meeting {
  readonly user: User;
  readonly service: Service;
  readonly fault: Fault;
  /** Waits until all of these are on the screen at once, and answers the screen. */
  readonly sees: User['sees'];
  /** The requests of the operation so far. */
  readonly sent: () => readonly ReceivedRequest[];
  /** From now on the service answers as it should. */
  readonly end: () => void;
}

/** Starts the program against a service that misbehaves in this operation, tells the story, and leaves. */
export async function meeting(
  fault: Fault,
  operation: Operation,
  story: (met: Meeting) => Promise<(() => void) | undefined>,
): Promise<void> {
  let isFaulty = true;
  const service = await startService({
    fleet: { organisations: [anOrganisation({ systems: theSystems() })] },
    latencyMs: 0,
    token,
    intercept: (request) => (isFaulty && isAt(operation, request) ? fault.misbehaves : undefined),
  });
  const home = makeHome();
  const terminal = openProgram({ home, env: environmentFor(service), columns, ownProcess: isUnpacked(fault) });
  try {
    const user = userAt(terminal, home);
    const sent = (): readonly ReceivedRequest[] => service.requests.filter((request) => isAt(operation, request));
    const end = (): void => void (isFaulty = false);
    const afterwards = await story({ user, service, fault, sees: (...expected) => user.sees(...expected), sent, end });
    user.pressesKey('ctrl-c', 'ctrl-c');
    expect(await terminal.exited).toEqual({ exitCode: 0, signal: 0 });
    afterwards?.();
    const written = [terminal.raw(), terminal.screen(), ...home.contents()].join('\n');
    expect(leaksIn(written, token)).toEqual([]);
    expect(processesWith(token)).toEqual([]);
  } finally {
    await terminal.close();
    await service.close();
    home.remove();
  }
}

/** It is unpacked in another thread: the process of a test looks idle for so long, and its clock would be moved on. */
function isUnpacked({ name }: Fault): boolean {
  return name === '300 KB that unpack to 300 MB';
}

/** One that is stale, and many that are not: deleting it takes the short phrase. */
function theSystems() {
  return [aSystem({ hostname: 'old-1', lastSeen: daysAgo(200) }), ...systemsCalled('web', 249)];
}
