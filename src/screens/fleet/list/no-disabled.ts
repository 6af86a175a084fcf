/** Text where no loaded system matches a filter for systems that rollcall disabled. */
import { graceFilter } from '../../../state/fleet/list/grace.ts';
import { isReadingEverything } from '../../../state/fleet/list/public.ts';
import { disabledAt } from '../../../state/fleet/systems/disabled.ts';
import type { State } from '../../../state/root/state.ts';
import { count, plural } from '../../text/quantities.ts';

/** Null where the filter does not ask for them. */
export function noDisabledSentence(state: State): string | null {
  const { scan, view, pending } = state.list.listing;
  if (scan === null || !view.filter.usesRecords) return null;
  if (pending?.query.includeDisabled === true || (scan.query.includeDisabled && isReadingEverything(state))) {
    return 'Loading every page, disabled systems included…';
  }
  if (!scan.query.includeDisabled) return 'Disabled systems are hidden, and this filter asks for them. H shows them.';
  const times = state.disabling.records?.times;
  if (typeof times !== 'object') return 'Reading which systems rollcall disabled…';
  if (times.size === 0) {
    return 'rollcall has disabled no systems here. D disables marked systems, and can enable them again.';
  }
  const rest = scan.next.kind === 'end' ? '' : ' G loads the rest.';
  const all = `esc shows all ${count(scan.count)}.${rest}`;
  const disabled = plural(times.size, 'system');
  const unknown = unknownTimes(state);
  const notKnown = unknown === 0 ? '' : ` When it disabled ${count(unknown)} of them is not known.`;
  const { text } = view.filter;
  if (text !== graceFilter(state))
    return `rollcall has disabled ${disabled} here; none matches "${text}".${notKnown} ${all}`;
  const days = count(state.settings.label.graceDays);
  return `None to delete yet: of ${disabled} that rollcall disabled here, none is silent and past ${days} days.${notKnown} ${all}`;
}

/** Count of loaded systems that rollcall disabled at an unknown time; 0 where no filter looks at that time. */
export function unknownTimes({ list, disabling, now }: State): number {
  const { scan, view } = list.listing;
  const times = disabling.records?.times;
  if (scan === null || !view.filter.usesRecords || typeof times !== 'object') return 0;
  return scan.pages.flat().filter((system) => disabledAt(system, times, now) === 'unknown').length;
}
