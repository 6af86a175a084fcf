/** What a filter looks at besides the system, as the state has it. */
import { isMarked } from '../marks/marks.ts';
import type { State } from '../state.ts';
import type { FilterContext } from './fields.ts';

export function filterContext({ now, changes, staleness, marks }: State): FilterContext {
  return {
    now,
    days: staleness.days,
    isMarked: (systemId) => isMarked(marks.marked, systemId),
    isNew: (systemId) => changes?.fresh.has(systemId) === true,
    isSilent: (systemId) => changes?.silent.has(systemId) === true,
  };
}
