/** The list of the history. */
import { expect, test } from 'vitest';
import { historyScreens } from '../../../../src/screens/change/history-screens.tsx';
import { historyList } from '../../../../src/state/change/history/feature.ts';
import { noCounts, type OutcomeCounts } from '../../../../src/state/change/outcome.ts';
import { atTop } from '../../../../src/state/kernel/list-view.ts';
import type { RunStage, RunSummary } from '../../../../src/state/change/runs/files.ts';
import type { Action } from '../../../../src/state/root/state.ts';
import { play } from '../../../state/root/play.ts';
import { aRunHeader, aState } from '../../../support/make.ts';
import { drawn } from '../../parts/drawn.ts';

const { View } = historyScreens.history;

const counts = { ...noCounts, done: 64, gone: 3, notAttempted: 2704 };

function aRunOf(orgName: string, stage: RunStage = 'ended'): RunSummary {
  const header = aRunHeader({ at: '2026-11-20T16:02:11Z', orgName, items: 64 });
  return { path: 'run.jsonl', header, counts, stage, result: null, isSeen: false };
}

function rowsOf(columns: number, ...runs: readonly RunSummary[]): string {
  const screen = { kind: 'history', list: atTop } as const;
  const start = aState({ screen, columns });
  const state = { ...start, history: { ...start.history, kept: runs } };
  return drawn(<View state={state} screen={screen} />, columns).join('\n');
}

test('a name and the outcomes are shown whole where there is room', () => {
  expect(rowsOf(80, aRunOf('Northwind Traders'))).toContain(
    '2026-11-20 16:02  Northwind Traders  64 deleted · 3 already gone · 2,704 not…',
  );
  expect(rowsOf(104, aRunOf('Northwind Traders', 'cutOff'))).toMatch(
    /ORGANISATION .*\n.*Northwind Traders {2}interrupted {2}64 deleted · 3 already gone · 2,704 not reached/,
  );
});

test('each run is told with its results, also in a narrow terminal', () => {
  const disabling = aRunOf('Northwind');
  const both = [{ ...disabling, header: { ...disabling.header, does: 'disable' as const } }, aRunOf('Northwind')];
  const counted = [{ ...noCounts, done: 227, already: 4 }, counts];
  const runs = both.map((run, at) => ({ ...run, counts: counted[at] ?? counts }));
  expect(rowsOf(80, ...runs)).toMatch(/2 entries, newest first/);
  expect(rowsOf(80, ...runs)).toMatch(/227 disabled · 4 already d.*\n.*64 deleted · 3 already gone/);
  expect(rowsOf(40, ...runs)).toMatch(/227 disabled.*\n.*64 deleted/);
});

test.each<[string, Partial<OutcomeCounts>, string]>([
  ['all done', { done: 3, already: 1, gone: 1, kept: 2 }, '✓'],
  ['one unknown', { done: 3, unknown: 1 }, '✗'],
  ['one refused', { done: 3, refused: 1 }, '✗'],
  ['one failed', { done: 3, failed: 1 }, '✗'],
  ['one not reached', { done: 3, notAttempted: 1 }, '✗'],
])(
  'a run that ended with %s has a sign that says so, and is:done finds it only where all of it is',
  (_, about, sign) => {
    const run = { ...aRunOf('Northwind'), counts: { ...noCounts, ...about } };
    expect(rowsOf(80, run)).toContain(`${sign} 2026-11-20 16:02`);
    const isFound = (text: string): boolean => {
      const opened: Action[] = [{ kind: 'historyOpened' }, { kind: 'historyListed', rows: [run] }];
      const typed: Action[] = [{ kind: 'listFilterOpened' }, { kind: 'textEdited', text }];
      return historyList.shown(play(aState(), ...opened, ...typed).state).length > 0;
    };
    expect([isFound('is:done'), isFound('is:finished')]).toEqual([sign === '✓', true]);
  },
);

test('a long name leaves room for the outcomes', () => {
  expect(rowsOf(80, aRunOf('N'.repeat(60)))).toMatch(/N…N{10} {2}64 deleted · 3 already/);
});
