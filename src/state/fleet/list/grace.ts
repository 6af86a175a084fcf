/** The systems that rollcall disabled some time ago and that are silent still: disabled first, to be deleted later. */
import { readFilter } from '../filter/filter.ts';
import { grouped } from '../../kernel/spelling.ts';
import { andThen, onScreen, said, type Step } from '../../root/step.ts';
import { currentScan } from './listing.ts';
import { cursorMoved, listShown, readOn, startScan } from './public.ts';
import { viewLength } from './rows.ts';
import { isComplete } from './scan.ts';
import type { State } from '../../root/state.ts';

/** By the days of the organisation; silent by the threshold, also those that never connected. */
export function graceFilter({ settings }: State): string {
  return `is:disabled-by-us disabled:>${settings.label.graceDays}d is:stale`;
}

/** Shows them, the oldest first, among all systems of the organisation. */
export function graceShown(state: State): Step {
  const scan = currentScan(state.list.listing);
  const filter = readFilter(graceFilter(state));
  const shown = listShown(onScreen(state, { kind: 'systems' }), { filter, sort: { by: 'age', reversed: false } });
  if (scan === null) return [shown];
  const { query } = scan;
  const isWhole = query.includeDisabled && query.search === '';
  const read: Step = !isWhole
    ? startScan(shown, { ...query, search: '', includeDisabled: true }, 'all')
    : isComplete(scan)
      ? cursorMoved(shown, 'first')
      : readOn(shown, 'all');
  return andThen(read, (next) => [said(next, shownSentence(next))]);
}

/** The systems shown, and the next keys where there are any. */
function shownSentence({ list, settings }: State): string {
  const { scan, view } = list.listing;
  const isAny = scan !== null && viewLength(view, scan) > 0;
  const keys = isAny ? ' a marks, d deletes.' : '';
  return `Disabled by rollcall over ${grouped(settings.label.graceDays)} d ago, and silent since.${keys}`;
}
