/** The stale screen in each of its states, and the list after it. */
import type { State } from '../../src/state/root/state.ts';
import { play } from '../state/root/play.ts';
import { aListing, aPage, type StateParts } from '../support/make.ts';

/** `whole`: read to its end, with disabled systems. */
export function staleGallery(
  list: (about?: StateParts) => State,
  whole: () => State,
): Readonly<Record<string, () => State>> {
  return {
    'stale, a threshold typed': () =>
      play(
        whole(),
        { kind: 'staleOpened' },
        { kind: 'thresholdTyped', digit: '4' },
        { kind: 'thresholdTyped', digit: '5' },
      ).state,
    'stale, on a tag': () =>
      play(whole(), { kind: 'staleOpened' }, { kind: 'staleGroupEntered' }, { kind: 'staleGroupEntered' }).state,
    'stale, no systems': () =>
      play(list({ listing: aListing([aPage([])], { includeDisabled: true }) }), { kind: 'staleOpened' }).state,
    'systems, only disabled stale': () =>
      list({ notice: { kind: 'onlyDisabledStale', count: 296, isAnyEnabledStale: false } }),
    'systems, stale ones of a tag marked': () =>
      play(whole(), { kind: 'staleOpened' }, { kind: 'staleGroupEntered' }, { kind: 'staleChosen' }).state,
  };
}
