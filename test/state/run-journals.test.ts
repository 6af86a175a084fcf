import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runJournals, type RunJournals } from '../../src/state/run-journals.ts';
import { now } from '../support/make.ts';

const header = { orgId: 'N1', orgName: 'Northwind', baseUrl: null, days: 90, systems: 1 };

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'runs-'));
});
afterEach(() => rm(folder, { recursive: true }));

function someJournals(runs = folder): RunJournals {
  return runJournals({ version: '1.0.0', runsFolder: () => Promise.resolve(runs), now: () => now });
}

async function pathOf(journals: RunJournals, run: number): Promise<string> {
  const action = await journals.open(run, header);
  if (action.kind !== 'journalOpened') throw new Error(action.kind);
  return action.path;
}

test('what is recorded of a run is on the disk when its journal is closed', async () => {
  const journals = someJournals();
  const path = await pathOf(journals, 7);
  expect(await journals.recordIntent(7, 'S0', { os: 'x' })).toEqual({ kind: 'intentRecorded', run: 7, systemId: 'S0' });
  void journals.recordOutcome(7, 'S0', { kind: 'deleted' });
  journals.close(7);
  await journals.closed();
  const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
  const at = new Date(now).toISOString();
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    { kind: 'run', version: '1.0.0', at, ...header },
    { kind: 'intent', at, systemId: 'S0', record: { os: 'x' } },
    { kind: 'result', at, systemId: 'S0', outcome: { kind: 'deleted' } },
  ]);
});

test('two runs in one second have a file each', async () => {
  const journals = someJournals();
  expect(await pathOf(journals, 1)).not.toBe(await pathOf(journals, 2));
  journals.close(1);
  journals.close(2);
  await journals.closed();
});

test('a folder that cannot be made is said', async () => {
  const journals = someJournals('/dev/null/runs');
  expect(await journals.open(7, header)).toEqual({ kind: 'journalFailed', run: 7, code: 'ENOTDIR', now });
});

test('nothing counts as recorded where no journal is open, or is open any more', async () => {
  const journals = someJournals();
  const failed = { kind: 'intentFailed', run: 7, systemId: 'S0', code: 'not open', now };
  expect(await journals.recordIntent(7, 'S0', {})).toEqual(failed);
  await pathOf(journals, 7);
  journals.close(7);
  expect(await journals.recordIntent(7, 'S0', {})).toEqual(failed);
  await journals.closed();
});
