/** Marks by age, and tries other thresholds. */
import type { Feature } from '../kernel/feature.ts';
import { type Step, andThen, said } from '../kernel/step.ts';
import { grouped } from '../kernel/format-number.ts';
import { currentScan } from '../list/listing.ts';
import { startScan, readOn, isReadingEverything, isWholeListRead } from '../list/operations.ts';
import type { ReadMode } from '../list/scan.ts';
import { staleMarked } from '../marks/operations.ts';
import { readingStopped } from '../resume/restore.ts';
import type { State } from '../state.ts';
import { staleCount, withThreshold } from './operations.ts';

/**
 * Every page, disabled systems included where the profile counts them: on from here, or from the start where they were
 * left out.
 */
function wholeListRead(state: State, mode: ReadMode): Step {
  const scan = currentScan(state.list.listing);
  if (scan === null) return [state];
  const isShowing = !scan.query.includeDisabled && state.session.profileSettings.marksDisabled;
  const next: State = isShowing ? { ...state, staleness: { ...state.staleness, isShowingDisabled: true } } : state;
  const reading = isShowing ? startScan(next, { ...scan.query, includeDisabled: true }, mode) : readOn(next, mode);
  const pages = `Loading every page${isShowing ? ', disabled systems included' : ''}`;
  const text = mode === 'markStale' ? `${pages}; then marking the stale ones.` : `${pages}.`;
  return andThen(reading, (begun) => [said(begun, text)]);
}

/** Leaving without marking changes no threshold. */
function staleLeft(state: State, tried: number): State {
  const left: State = { ...state, screen: { kind: 'systems' }, notice: null };
  if (state.staleness.days === tried) return left;
  return said(left, `The threshold is ${state.staleness.days} d again. S and enter mark by another.`);
}

export const staleness: Feature<'staleness'> = {
  update: {
    staleMarkRequested(state) {
      if (!isWholeListRead(state)) return wholeListRead(state, 'markStale');
      return [staleMarked(state, state.notice?.kind === 'onlyDisabledStale')];
    },
    staleOpened(state) {
      const { screen } = state;
      const days = screen.kind === 'stale' ? screen.days : state.staleness.days;
      const opened: State = { ...state, screen: { kind: 'stale', days }, notice: null };
      const isMarking = currentScan(state.list.listing)?.mode === 'markStale';
      return isWholeListRead(state) ? [opened] : wholeListRead(opened, isMarking ? 'markStale' : 'all');
    },
    thresholdMoved(state, action) {
      if (state.screen.kind !== 'stale') return [state];
      return [{ ...state, screen: { kind: 'stale', days: Math.max(1, state.screen.days + action.days) } }];
    },
    thresholdSet(state, { days }) {
      const next = withThreshold(state, days);
      const { scan } = next.list.listing;
      const stale = scan === null ? 0 : staleCount(scan, days, next.now);
      const text = `Threshold ${grouped(days)} d: ${grouped(stale)} of ${grouped(scan?.count ?? 0)} loaded systems are stale.`;
      return [said(next.screen.kind === 'stale' ? { ...next, screen: { kind: 'stale', days } } : next, text)];
    },
    // The threshold that was tried is that of the list, and of a filter that looks at it.
    staleChosen(state) {
      const { screen } = state;
      if (screen.kind !== 'stale') return [state];
      return [staleMarked(withThreshold({ ...state, screen: { kind: 'systems' } }, screen.days))];
    },
  },
  reacts: {
    disabledToggled: (state) => [{ ...state, staleness: { ...state.staleness, isShowingDisabled: false } }],
  },
  screens: {
    stale: {
      back: (state, { days }) => [isReadingEverything(state) ? readingStopped(state) : staleLeft(state, days)],
    },
  },
};
