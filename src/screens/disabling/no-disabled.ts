/** What is said where no loaded system is one that rollcall disabled, as a filter asks. */
import type { State } from '../../state/state.ts';
import { count, plural } from '../text/quantities.ts';

/** Null where the filter does not ask for them. */
export function noDisabledSentence({ list, disabling }: State): string | null {
  const { scan, view, pending } = list.listing;
  if (scan === null || !view.filter.usesRecords) return null;
  if (pending?.query.includeDisabled === true) return 'Loading every page, disabled systems included…';
  if (!scan.query.includeDisabled) return 'Disabled systems are hidden, and this filter asks for them. H shows them.';
  const times = disabling.records?.times;
  if (typeof times !== 'object') return 'Reading which systems rollcall disabled…';
  if (times.size === 0) {
    return 'rollcall has disabled no systems here. D disables marked systems, and can enable them again.';
  }
  const rest = scan.next.kind === 'end' ? '' : ' G loads the rest.';
  const disabled = `rollcall has disabled ${plural(times.size, 'system')} here`;
  return `${disabled}; none of them matches "${view.filter.text}". esc shows all ${count(scan.count)}.${rest}`;
}
