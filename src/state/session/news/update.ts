/** Shows news until you press a key while they are visible, whatever other messages arrive. */
import type { Feature } from '../../root/feature.ts';
import { withoutSaid } from '../../root/step.ts';
import type { State } from '../../root/state.ts';

/** True when nothing covers the notice line. */
function isInSight({ overlay, prompt }: State): boolean {
  return overlay === null && prompt === null;
}

function isInList(state: State): boolean {
  return isInSight(state) && ['systems', 'organisations'].includes(state.screen.kind);
}

function withUntold(state: State, untold: State['news']['untold']): State {
  return untold.length === state.news.untold.length ? state : { ...state, news: { untold } };
}

export const news: Feature<'news'> = {
  slice: { initial: { untold: [] }, lasts: 'organisation' },
  reacts: {
    // A notice in sight when a key was pressed has been seen.
    keyPressed(state, _, before) {
      if (!isInSight(before)) return [state];
      const told = withUntold(
        state,
        state.news.untold.filter(({ notice }) => notice !== before.notice),
      );
      if (state.notice !== before.notice) return [told];
      // A warning that was seen elsewhere stays, and the next notice takes its place in the list.
      const [next] = isInList(told) ? told.news.untold : [];
      if (next !== undefined) return [{ ...told, notice: next.notice }];
      return [told === state ? told : withoutSaid(told)];
    },
  },
  after(state) {
    const left = withUntold(
      state,
      state.news.untold.filter(({ shownBy }) => shownBy !== state.screen.kind),
    );
    const [next] = left.news.untold;
    return [next !== undefined && left.notice === null && isInList(left) ? { ...left, notice: next.notice } : left];
  },
};
