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
  return aFolderOf({ 'a.jsonl': [aRunHeader(), { kind: 'result', at: daysAgo(0), systemId: 'S0', outcome }] });
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
  const written = Promise.resolve({ ok: true, paths: ['/home/a'] });
  const ports = {
    runsFolder: () => (folder === '' ? Promise.reject(new Error('no home')) : Promise.resolve(folder)),
    isOrganisationLocked: () => Promise.resolve(false),
    ...{ exportRun: asks('run', written), exportReport: asks('report', written) },
    ...{ copyOutcomes: asks('copied', undefined), showFile: asks('file', Promise.resolve(pager)) },
  };
  const handlers = runsEffects as unknown as Readonly<
    Record<string, (effect: Effect, services: Services) => Promise<Action | null> | Action | null>
  >;
  const told = await handlers[effect.kind]?.(effect, { ports } as unknown as Services);
  return { asked, told };
}

const exported = { kind: 'runExported', paths: ['/home/a'] };
const path = '/runs/a.jsonl';

test.each<[Effect, unknown, unknown]>([
  [{ kind: 'exportRun', run }, ['run', run], exported],
  [{ kind: 'exportReport', of: run }, ['report', run], exported],
  [{ kind: 'copyOutcomes', run }, ['copied', run], null],
  [{ kind: 'showFile', path }, ['file', path], null],
])('$kind passes on what it is about, once', async (effect, what, told) => {
  expect(await carriedOut(effect)).toEqual({ asked: [what], told });
});

test('a pager that cannot show a file says why', async () => {
  const { told } = await carriedOut({ kind: 'showFile', path }, { pager: 'no pager' });
  expect(told).toEqual({ kind: 'showingFailed', says: 'no pager' });
});

test('a run is read from its file, to be shown, or to be shown as a page, or to be exported as it was left', async () => {
  const file = join(aFolderOfRuns(), 'a.jsonl');
  const read = { record: { header: { orgId: 'N1' } }, stage: 'cutOff' };
  const { told } = await carriedOut({ kind: 'openRun', path: file });
  expect(told).toMatchObject({ kind: 'pastRunRead', path: file, read });
  expect(told).not.toHaveProperty('isPage');
  expect((await carriedOut({ kind: 'openRun', path: file, isPage: true })).told).toMatchObject({ read, isPage: true });
  expect(await carriedOut({ kind: 'exportFile', path: file })).toMatchObject({
    asked: [['run', { isEarlier: true, stop: 'cutOff', journalPath: file }]],
    told: exported,
  });
});

test('a file that is gone is told, and nothing is exported', async () => {
  expect(await carriedOut({ kind: 'openRun', path })).toEqual({
    asked: [],
    told: { kind: 'pastRunRead', path, read: null },
  });
  const failed = { kind: 'exportFailed', file: null, code: 'ENOENT', isPartLeft: false };
  expect(await carriedOut({ kind: 'exportFile', path })).toEqual({ asked: [], told: failed });
});
