/** The lines of runs, read one after the other. */
import { expect, test } from 'vitest';
import type { RunKind } from '../../../../src/state/change/run-kinds.ts';
import { readEach } from '../../../../src/state/change/runs/files.ts';
import { aFolderOf, canSeeOpenFiles, openFilesIn } from '../../../support/folder.ts';
import { aRunHeader, baseUrl, daysAgo, systemsOf } from '../../../support/make.ts';

// More lines than are read in one go.
const ids = systemsOf(2000).map(({ systemId }) => systemId);
const intents = ids.map((systemId) => ({ kind: 'intent', at: daysAgo(0), systemId, record: { systemId } }));

/** The ids in each run of a folder, no more of one than so many. */
async function idsIn(folder: string, most: number): Promise<readonly (readonly string[])[]> {
  const read = async (entries: AsyncIterable<{ readonly systemId: string }>): Promise<readonly string[]> => {
    const found: string[] = [];
    for await (const { systemId } of entries) {
      found.push(systemId);
      if (found.length === most) break;
    }
    return found;
  };
  const all: (readonly string[])[] = [];
  for await (const found of readEach(folder, { baseUrl, orgId: 'N1', kinds: ['intent'], read })) all.push(found);
  return all;
}

test('the lines of each run are read until nobody wants more of them, and then its file is closed', async () => {
  const folder = aFolderOf({ 'a.jsonl': [aRunHeader(), ...intents], 'b.jsonl': [aRunHeader(), ...intents.slice(1)] });
  expect(await idsIn(folder, Infinity)).toEqual([ids.slice(1), ids]);
  expect(await idsIn(folder, 2)).toEqual([ids.slice(1, 3), ids.slice(0, 2)]);
  if (canSeeOpenFiles) expect(openFilesIn(folder)).toEqual([]);
});

test('a run that cannot be read to its end is passed over', async () => {
  const folder = aFolderOf({ 'a.jsonl': [aRunHeader(), ...intents], 'b.jsonl': [aRunHeader({ does: 'disable' })] });
  const read = (_: unknown, does: RunKind): Promise<RunKind> =>
    does === 'disable' ? Promise.reject(new Error('EIO')) : Promise.resolve(does);
  const all: RunKind[] = [];
  for await (const one of readEach(folder, { baseUrl, orgId: 'N1', kinds: ['intent'], read })) all.push(one);
  expect(all).toEqual(['delete']);
});
