/** A deletion in progress: the bar and the counts from frame to frame. */
import { stripVTControlCharacters } from 'node:util';
import { render } from 'ink-testing-library';
import { expect, test } from 'vitest';
import { RunningView } from '../../../../src/screens/removal/running-view.tsx';
import type { Action, State } from '../../../../src/state/root/state.ts';
import { play } from '../../../state/root/play.ts';
import { aRun, deleted, deleting, failed, rechecked, recheckFailed } from '../../../state/removal/deletion/story.ts';
import { refused } from '../../../support/make.ts';
import { painterOf } from '../../looks.tsx';

function view(state: State) {
  if (state.deletion === null) throw new Error('Nothing is deleted.');
  return <RunningView state={{ ...state, columns: 80 }} run={state.deletion} />;
}

test('each outcome moves the bar and its count, and none of them back', () => {
  let state = aRun(10);
  const { lastFrame, rerender, unmount } = render(view(state));
  const look = () => {
    const [line = ''] = (lastFrame() ?? '').split('\n');
    return { percent: Number(/ (\d+) %/.exec(line)?.[1]), waiting: line.match(/░/g)?.length ?? 0 };
  };
  const seen = [look()];
  for (let at = 0; at < 9; at++) {
    const systemId = [...(state.deletion?.inFlight.keys() ?? [])][0] ?? '';
    const refusal = refused(409, { title: 'In use' });
    const end = at === 4 ? failed(systemId, refusal) : deleted(systemId);
    state = play(state, ...deleting(systemId), end).state;
    rerender(view(state));
    seen.push(look());
  }
  expect(seen.map((frame) => frame.percent)).toEqual([0, 10, 20, 30, 40, 50, 60, 70, 80, 90]);
  const waiting = seen.map((frame) => frame.waiting);
  expect(waiting).toEqual(waiting.toSorted((a, b) => b - a));
  expect(new Set(waiting).size).toBe(10);
  unmount();
});

test('a system that is in progress goes to those just done, and a refused one to those that need attention', () => {
  const begun = aRun(3);
  const [one = '', two = ''] = [...(begun.deletion?.inFlight.keys() ?? [])];
  const { lastFrame, rerender, unmount } = render(view(begun));
  const under = (title: string): string => (lastFrame() ?? '').split(title)[1] ?? '';
  expect(under('NEEDS ATTENTION')).not.toContain('In use');
  rerender(
    view(
      play(begun, ...deleting(one), deleted(one), ...deleting(two), failed(two, refused(409, { title: 'In use' })))
        .state,
    ),
  );
  expect(under('JUST DONE')).toContain('deleted');
  expect(under('NEEDS ATTENTION')).toContain('✗ s1 409 "In use"');
  unmount();
});

const [bar, share, done] = [/[█▒▓✗●–░]{9}/, / %/, /✓ \d+ deleted/];

const labels: readonly RegExp[] = [
  ...[bar, share, done],
  /\d+ (?:s|min) left|paused$/m,
  /\d at a time/,
  /(?:–|[\d,]+) a minute/,
  /slowed by the service once/,
  /○ \d+ (?:already )?gone/,
  /↩ \d+ kept/,
  /\d+ waiting/,
  /✗ \d+ failed/,
  /✗ \d+ refused/,
  /● \d+ unknown/,
  /– \d+ not reached/,
  /▐ Paused/,
  /NOW/,
  /JUST DONE/,
  /NEEDS ATTENTION/,
  /KEPT/,
];

/** The row and column of each label that is shown. */
function places(frame: string): ReadonlyMap<string, string> {
  const lines = frame.split('\n');
  const found = labels.flatMap((label) => {
    const row = lines.findIndex((line) => label.test(line));
    return row === -1 ? [] : [[label.source, `row ${row}, column ${lines[row]?.search(label)}`] as const];
  });
  return new Map(found);
}

function frameOf(state: State, columns: number, rows: number): string {
  return stripVTControlCharacters(painterOf(() => state)({ columns, rows }));
}

/** A deletion of 20 systems at each of its stages, in their order. */
function stages(): Readonly<Record<string, State>> {
  const begun = aRun(20);
  let [state, at] = [begun, begun.now];
  const all: Record<string, State> = { 'at its start': state };
  const then = (name: string, ...actions: readonly Action[]): void => {
    state = play(state, ...actions).state;
    all[name] = state;
  };
  const next = (): string => [...(state.deletion?.inFlight.keys() ?? [])][0] ?? '';
  const later = (action: Action): Action => Object.assign({}, action, { now: (at += 1500) });
  const succeeds = (): readonly Action[] => [...deleting(next()), later(deleted(next()))];
  then('after a success', ...succeeds());
  then('with its rate known', ...succeeds());
  then('after a failure', ...deleting(next()), later(failed(next(), refused(409, { title: 'In use' }))));
  then('with a system kept', later(rechecked(next(), { state: 'Connected' })));
  then('waiting to retry', recheckFailed(next(), refused(429, { retryAfter: 5 })));
  then('retrying', { kind: 'timerEnded', timer: 'backoff' });
  for (let count = 0; count < 8; count += 1) then('in its middle', ...succeeds());
  then('paused', { kind: 'wentBack' });
  then('resumed', { kind: 'deletionResumed' });
  then('stopping', ...deleting(next()), { kind: 'deletionStopped' });
  return all;
}

test.each([
  [80, 24],
  [120, 40],
  [60, 15],
  [40, 12],
])('at %i×%i, no part of a run moves', (columns, rows) => {
  const all = Object.entries(stages());
  const first = new Map<string, string>();
  for (const [name, state] of all) {
    const frame = frameOf(state, columns, rows);
    expect(frame, name).toContain('NEEDS ATTENTION');
    for (const [label, place] of places(frame)) {
      expect(`${label}: ${place}`, `${name}\n${frame}`).toBe(`${label}: ${first.get(label) ?? place}`);
      first.set(label, place);
    }
  }
  const isLarge = columns >= 80;
  expect(labels.filter(({ source }) => !first.has(source))).toHaveLength(isLarge ? 0 : columns === 60 ? 7 : 8);
});

test.each([
  [80, 24],
  [120, 40],
])('at %i×%i, the bar and the first count stay where they are at the end', (columns, rows) => {
  const { stopping: before } = stages();
  if (before?.deletion == null) throw new Error('Nothing is deleted.');
  const deletion = { ...before.deletion, inFlight: new Map(), finishedAt: before.now };
  const [going, over] = [before, { ...before, deletion }].map((state) => places(frameOf(state, columns, rows)));
  expect(over?.has('NOW')).toBe(false);
  for (const { source } of [bar, share, done]) expect(over?.get(source)).toBe(going?.get(source) ?? 'nowhere');
});
