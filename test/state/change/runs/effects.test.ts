/** Effects on the records of runs: what they ask of this computer, and what they tell. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runsEffects } from '../../../../src/state/change/runs/effects.ts';
import type { Services } from '../../../../src/state/root/feature.ts';
import type { Action, Effect } from '../../../../src/state/root/state.ts';
import { aFolderOf } from '../../../support/folder.ts';
import { aNewRun, aReviewOf, aRunHeader, daysAgo, systemsOf } from '../../../support/make.ts';

const run = aNewRun(aReviewOf(systemsOf(1)));

function aFolderOfRuns(): string {
  const outcome = { kind: 'refused', problem: null };
  return aFolderOf({ 'a.jsonl': [aRunHeader(), { kind: 'result', at: daysAgo(0), id: 'S0', outcome }] });
}

/** The answer to an effect, and what was asked on the way. `pager`: what it says. */
async function carriedOut(effect: Effect, { folder = '', pager = null as string | null } = {}) {
  const asked: unknown[] = [];
  const asks = <Answer>(name: string, answer: Answer) => {
    return (of: unknown): Answer => {
      asked.push([name, of]);
      return answer;
    };
  };
  const ports = {
    changesFolder: () => (folder === '' ? Promise.reject(new Error('no home')) : Promise.resolve(folder)),
    isOrganisationLocked: () => Promise.resolve(false),
    ...{ copyOutcomes: asks('copied', undefined), showFile: asks('file', Promise.resolve(pager)) },
  };
  const handlers = runsEffects as unknown as Readonly<
    Record<string, (effect: Effect, services: Services) => Promise<Action | null> | Action | null>
  >;
  const told = await handlers[effect.kind]?.(effect, { ports } as unknown as Services);
  return { asked, told };
}

const path = '/runs/a.jsonl';

test.each<[Effect, unknown, unknown]>([
  [{ kind: 'copyOutcomes', run }, ['copied', run], null],
  [{ kind: 'showFile', path }, ['file', path], null],
])('$kind passes on what it is about, once', async (effect, what, told) => {
  expect(await carriedOut(effect)).toEqual({ asked: [what], told });
});

test('a pager that cannot show a file says why', async () => {
  const { told } = await carriedOut({ kind: 'showFile', path }, { pager: 'no pager' });
  expect(told).toEqual({ kind: 'showingFailed', message: 'no pager' });
});

test('a run is read from its file; one that is gone is told', async () => {
  const file = join(aFolderOfRuns(), 'a.jsonl');
  const read = { record: { header: { orgId: 'N1' } }, stage: 'cutOff' };
  const { told } = await carriedOut({ kind: 'openRun', path: file });
  expect(told).toMatchObject({ kind: 'pastRunRead', path: file, read });
  const gone = await carriedOut({ kind: 'openRun', path });
  expect(gone).toEqual({ asked: [], told: { kind: 'pastRunRead', path, read: null } });
});
