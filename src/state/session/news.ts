/** Shows news until you press a key while they are visible, whatever other messages arrive. */
import type { PlainNotice } from '../kernel/declare.ts';
import type { Screen, State } from '../root/state.ts';
import type { ClockNote } from './clock.ts';
import { type Feature, withoutSaid } from '../root/feature.ts';

interface News {
  readonly notice: PlainNotice;
  /** The kind of screen that shows the subject of the notice: opening it ends the notice. */
  readonly shownBy: string | null;
}

export interface NewsFeature {
  /** Oldest first. */
  readonly state: { readonly untold: readonly News[] };
}

declare module '../root/state.ts' {
  interface Features {
    readonly news: NewsFeature;
  }
}

// Messages that other features show unasked: news, and remarks that wait behind them.

/** Shows the notice, or queues it behind unseen ones; only the newest of each screen is kept. */
export function withNews(state: State, notice: PlainNotice, shownBy: Screen['kind'] | null = null): State {
  const others = state.news.untold.filter((one) => one.shownBy === null || one.shownBy !== shownBy);
  const untold = [...others, { notice, shownBy }];
  return { ...state, news: { untold }, notice: untold[0]?.notice ?? notice };
}

/** Removes a notice that another one replaces; `wasSeen`: it no longer waits to be seen. */
export function withoutNews(state: State, gone: object | null): { readonly state: State; readonly wasSeen: boolean } {
  const untold = state.news.untold.filter(({ notice }) => notice !== gone);
  const wasSeen = untold.length === state.news.untold.length;
  const notice = state.notice === gone ? null : state.notice;
  return { state: wasSeen && notice === state.notice ? state : { ...state, notice, news: { untold } }, wasSeen };
}

/** A remark without a keypress: it waits behind news, and any later message replaces it. */
export function remark(state: State, text: string): State {
  const notice: PlainNotice = { kind: 'said', text };
  return state.news.untold.length === 0 ? { ...state, notice } : withNews(state, notice);
}

// The warning above every screen until you dismiss it.

type Banner =
  /** NODE_TLS_REJECT_UNAUTHORIZED=0: anybody on the network can read the token. It cannot be dismissed. */
  | { readonly kind: 'tls' }
  | { readonly kind: 'preferences'; readonly message: string }
  | { readonly kind: 'clock'; readonly note: Exclude<ClockNote, { kind: 'fine' }> };

/** The most important banner that is not dismissed; null when there is none. */
export function bannerOf({ session, clock, overlay, program: { dismissed } }: State): Banner | null {
  // The overlay already says all of it.
  if (overlay?.kind === 'settingsFault') return null;
  if (session.isTlsUnchecked) return { kind: 'tls' };
  if (session.preferencesProblem !== null && !dismissed.has('preferences')) {
    return { kind: 'preferences', message: session.preferencesProblem };
  }
  if (clock.kind !== 'fine' && !dismissed.has('clock')) return { kind: 'clock', note: clock };
  return null;
}

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
