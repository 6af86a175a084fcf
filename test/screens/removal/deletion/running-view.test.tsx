/** A deletion in progress: the bar and the counts from frame to frame. */
import { render } from 'ink-testing-library';
import { expect, test } from 'vitest';
import { RunningView } from '../../../../src/screens/removal/running-view.tsx';
import type { State } from '../../../../src/state/root/state.ts';
import { play } from '../../../state/root/play.ts';
import { aRun, deleted, deleting, failed } from '../../../state/removal/deletion/story.ts';
import { refused } from '../../../support/make.ts';

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
