import { expect, test } from 'vitest';
import { createClient } from '../../src/api/client.ts';
import type { Action } from '../../src/state/actions.ts';
import { createDeletionEffects } from '../../src/state/deletion-effects.ts';
import { newRun } from '../../src/state/run.ts';
import { createSessionClock } from '../../src/state/session-clock.ts';
import { aReviewOf, aSession, baseUrl, now, systemsOf } from '../support/make.ts';

const run = newRun(1, aReviewOf(systemsOf(2)), aSession());

test.each<[string, () => Promise<readonly string[]>]>([
  ['cannot be written', () => Promise.reject(new Error('no'))],
  [
    'cannot be made of the run',
    () => {
      throw new RangeError('Invalid time value');
    },
  ],
])('an export that %s is said, and ends nothing', async (_, exportRun) => {
  const ports = {
    version: '1.0.0',
    now: () => now,
    runsFolder: () => Promise.resolve('/nowhere'),
    holdOrganisation: () => Promise.resolve({ kind: 'failed', code: 'ENOENT' } as const),
    isHeld: () => Promise.resolve(false),
    leaveOutOfLastLook: () => Promise.resolve(),
    exportRun,
    exportSystems: exportRun,
    copyOutcomes: () => undefined,
  };
  const clock = createSessionClock(() => ({ wall: now, steady: 0 }));
  const client = createClient({ baseUrl, token: '', version: '1.0.0', mode: 'read-only' });
  const said: Action[] = [];
  const effects = createDeletionEffects(ports, clock, () => client);
  await effects.carryOut({ kind: 'exportRun', run }, (action) => said.push(action));
  expect(said).toEqual([{ kind: 'exportFailed', code: 'unknown' }]);
});
