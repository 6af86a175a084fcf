/** The results of a run: where their records are. */
import { renderToString } from 'ink';
import { expect, test } from 'vitest';
import { ResultsView } from '../../../../src/screens/removal/results-view.tsx';
import { aRun } from '../../../state/removal/deletion/story.ts';

function recordsLine(journalPath: string, columns: number): string {
  const state = { ...aRun(3), columns, rows: 24 };
  if (state.deletion === null) throw new Error('Nothing is deleted.');
  const run = { ...state.deletion, journalPath, inFlight: new Map(), taken: 3, finishedAt: 1 };
  const lines = renderToString(<ResultsView state={state} run={run} />, { columns }).split('\n');
  return lines.find((line) => line.startsWith('  Records')) ?? '';
}

const name = '2026-11-22T12-46-58.jsonl';

test.each([
  [`/home/sam/.local/state/rollcall/changes/${name}`, `~/.local/state/rollcall/changes/${name}`],
  [`/home/samuel/${name}`, `/home/samuel/${name}`],
])('the path of the records begins at the home folder: %s', (path, shown) => {
  expect(recordsLine(path, 80)).toBe(`  Records  ${shown}`);
});

test('a long path keeps its beginning and the name of its file', () => {
  const line = recordsLine(`/home/sam/${'deep/'.repeat(30)}${name}`, 80);
  expect(line).toMatch(/^ {2}Records {2}~\/deep\/.*….*\/2026-11-22T12-46-58\.jsonl$/);
  expect(line).toHaveLength(80);
});
