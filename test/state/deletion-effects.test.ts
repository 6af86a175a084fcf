import { expect, test } from 'vitest';
import { createClient } from '../../src/api/client.ts';
import type { Action } from '../../src/state/actions.ts';
import { createDeletionEffects, type DeletionEffect } from '../../src/state/deletion-effects.ts';
import { noLabel } from '../../src/state/organisation-label.ts';
import { defaultProfileSettings } from '../../src/state/profile-settings.ts';
import { newRun } from '../../src/state/run.ts';
import { createSessionClock } from '../../src/state/session-clock.ts';
import { aReviewOf, aSession, baseUrl, now, systemsOf } from '../support/make.ts';

const run = newRun(1, aReviewOf(systemsOf(2)), aSession());

/** The machine as the effects need it. */
function portsWith(exportRun: () => Promise<readonly string[]>, label = noLabel) {
  return {
    version: '1.0.0',
    now: () => now,
    runsFolder: () => Promise.resolve('/nowhere'),
    holdOrganisation: () => Promise.resolve({ kind: 'failed', code: 'ENOENT' } as const),
    isHeld: () => Promise.resolve(false),
    leaveOutOfLastLook: () => Promise.resolve(),
    exportRun,
    exportSystems: exportRun,
    copyOutcomes: () => undefined,
    memory: { lookAgain: () => Promise.resolve(), settings: () => defaultProfileSettings, label: () => label },
  };
}

async function answers(ports: ReturnType<typeof portsWith>, effect: DeletionEffect): Promise<Action[]> {
  const clock = createSessionClock(() => ({ wall: now, steady: 0 }));
  const client = createClient({ baseUrl, token: '', version: '1.0.0', mode: 'read-only' });
  const said: Action[] = [];
  await createDeletionEffects(ports, clock, () => client).carryOut(effect, (action) => said.push(action));
  return said;
}

test.each<[string, () => Promise<readonly string[]>]>([
  ['cannot be written', () => Promise.reject(new Error('no'))],
  [
    'cannot be made of the run',
    () => {
      throw new RangeError('Invalid time value');
    },
  ],
])('an export that %s is said, and ends nothing', async (_, exportRun) => {
  const said = await answers(portsWith(exportRun), { kind: 'exportRun', run });
  expect(said).toEqual([{ kind: 'exportFailed', code: 'unknown' }]);
});

test('a run begins by the settings as they are by then: where they say read-only, it is forbidden', async () => {
  const begun = (mode: 'run' | 'preview', isReadOnly: boolean) => {
    const label = { ...noLabel, isReadOnly };
    const header = { mode, orgId: 'N1', orgName: 'Northwind', baseUrl, days: 90, systems: 2 };
    const ports = portsWith(() => Promise.resolve([]), label);
    return answers(ports, { kind: 'openJournal', run: 1, header, plan: run.planned });
  };
  const label = { ...noLabel, isReadOnly: true };
  expect(await begun('run', true)).toEqual([{ kind: 'runForbidden', run: 1, settings: defaultProfileSettings, label }]);
  expect(await begun('run', false)).toMatchObject([{ kind: 'journalFailed' }]);
  expect(await begun('preview', true)).not.toMatchObject([{ kind: 'runForbidden' }]);
});
