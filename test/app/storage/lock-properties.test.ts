/** Any sessions that take locks, let them go or are killed: one at a time holds each, and a killed one holds none. */
import { once } from 'node:events';
import { readdirSync, renameSync } from 'node:fs';
import { createServer } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect } from 'vitest';
import { nameFor } from '../../../src/app/storage/own-file.ts';
import { answerIn, takeLock } from '../../../src/app/storage/lock.ts';
import { aFolder } from '../../support/folder.ts';
import { asyncProperty } from '../../support/property.ts';

const organisations = ['N1', 'N2'] as const;

/** Leaves a socket, as a killed program of this computer does. */
async function leaveSocket(folder: string, what: string, at: number): Promise<void> {
  const server = createServer().listen(join(folder, `left-${at}`));
  await once(server, 'listening');
  const computer = nameFor(hostname()).slice(0, 6);
  renameSync(join(folder, `left-${at}`), join(folder, `${nameFor(what).slice(0, 16)}.${computer}.0000000${at % 10}`));
  server.close();
}

const anyStep = fc.record({
  what: fc.constantFrom(...organisations),
  does: fc.constantFrom('takes', 'takes', 'lets go', 'is killed'),
});

asyncProperty(
  'one session holds an organisation until it lets go, and others are told of it',
  [fc.array(anyStep, { maxLength: 8 })],
  { numRuns: 25 },
  async (steps) => {
    const folder = aFolder();
    const held = new Map<string, () => void>();
    for (const [at, { what, does }] of steps.entries()) {
      if (does === 'is killed') await leaveSocket(folder, what, at);
      else if (does === 'lets go') {
        held.get(what)?.();
        held.delete(what);
      } else {
        const lock = await takeLock(folder, what);
        expect(lock.kind).toBe(held.has(what) ? 'taken' : 'held');
        if (lock.kind === 'held') held.set(what, lock.release);
      }
      for (const one of organisations)
        expect((await answerIn(folder, one)).kind).toBe(held.has(one) ? 'holds' : 'nobody');
    }
    for (const release of held.values()) release();
    // Each that is taken now removes the sockets that killed programs have left.
    for (const one of organisations) {
      const lock = await takeLock(folder, one);
      expect(lock.kind).toBe('held');
      if (lock.kind === 'held') lock.release();
    }
    expect(readdirSync(folder)).toEqual([]);
  },
);
