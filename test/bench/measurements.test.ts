/** Each way of the bench through the screens still leads where it measures, here on few systems. */
import { expect, test } from 'vitest';
import { measureRun } from '../../bench/deletions.ts';
import { measureLargeList } from '../../bench/large-lists.ts';
import { documents, measureExplorer, measureOpening, measureText } from '../../bench/operations.ts';
import { measureReading } from '../../bench/reading.ts';
import { measureSoak } from '../../bench/soak.ts';
import { measureStartUp } from '../../bench/start-up.ts';
import { aFolder } from '../support/folder.ts';

test.each<[string, (home: string) => Promise<unknown>]>([
  ['the start', (home) => measureStartUp(1, home)],
  ['keys in a list', (home) => measureLargeList(260, 4, 2, home)],
  ['reading a list', (home) => measureReading(260, 0, 1, home)],
  ['a deletion', (home) => measureRun('delete', 3, 0, home)],
  ['disabling', (home) => measureRun('disable', 3, 0, home)],
  ['a change of many', (home) => measureRun('change', 3, 0, home)],
  ['much work', (home) => measureSoak(120, home)],
  ['a definition', () => measureOpening(documents.usual(), 1, aFolder)],
  ['keys in the operations', (home) => measureExplorer(documents.usual(), 4, home)],
  ['keys in an answer', (home) => measureText(20_000, 4, home)],
])('%s is measured', async (_, measure) => {
  expect(JSON.stringify(await measure(aFolder()))).toMatch(/\d/);
});
