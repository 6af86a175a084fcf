/** The keys of any list but that of systems: filter, sort, reverse. */
import { narrowedList } from '../../../state/fleet/lists/update.ts';
import type { State } from '../../../state/root/state.ts';
import { bind, type Binding } from '../../keys/binding.ts';

type More = Parameters<typeof bind>[3];

function nothingListed(state: State): string | null {
  return (narrowedList(state)?.all ?? 0) === 0 ? 'nothing is listed' : null;
}

/** `does`: as the help says it, such as "filter the operations". */
export function filterKey(does: string, more: More = {}): Binding {
  return bind(['f', '/'], does, 'listFilterOpened', { hint: 'filter', refusal: nothingListed, ...more });
}

export function sortKeys(more: More = {}, does = 'sort by the next column'): readonly Binding[] {
  const refusal = (state: State): string | null =>
    more.refusal?.(state) ?? (narrowedList(state) === null ? 'this is no list' : nothingListed(state));
  return [
    bind(['o'], does, 'listSorted', { ...more, refusal }),
    bind(['O'], 'reverse the sort', 'listReversed', { refusal }),
  ];
}
