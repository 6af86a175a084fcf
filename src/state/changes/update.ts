/** What is said of the changes since the last look, and when is a look worth keeping? */
import { changesEffects } from './effects.ts';
import type { Feature } from '../kernel/feature.ts';
import { rebuilt, systemsRead } from '../list/listing.ts';
import { filterContext } from '../selectors.ts';
import { isConnected } from '../staleness/staleness.ts';
import { incompletenessOf } from '../list/scan.ts';
import type { Effect, State } from '../state.ts';
import { tableRows } from '../kernel/layout.ts';
import type { ChangesAction } from './feature.ts';

/** More than these are not kept: the file is to stay small. */
const mostSystems = 200_000;

/**
 * Once for each visit, when the list has been read whole: disabled systems are not part of it, and systems that an
 * incomplete list lacks would be said to be gone.
 */
export function snapshotTaken({ session, list: { listing }, changes, now }: State): readonly Effect[] {
  const { scan } = listing;
  if (changes !== null || scan === null || session.baseUrl === null || scan.count > mostSystems) return [];
  const { orgId, search, includeDisabled } = scan.query;
  if (search !== '' || includeDisabled || incompletenessOf(scan) !== null) return [];
  const all = systemsRead(listing);
  const systems = all.map(({ systemId }) => systemId);
  const connected = all.filter(isConnected).map(({ systemId }) => systemId);
  return [{ kind: 'compareWithLastVisit', baseUrl: session.baseUrl, orgId, snapshot: { at: now, systems, connected } }];
}

export function visitCompared(state: State, { orgId, changes }: ChangesAction & { kind: 'visitCompared' }): State {
  if (state.organisation?.orgId !== orgId) return state;
  const next: State = { ...state, changes };
  const listing = rebuilt(next.list.listing, filterContext(next), tableRows(next.rows));
  return { ...next, list: { ...next.list, listing } };
}

export const changes: Feature<'changes'> = {
  update: {
    visitCompared: (state, action) => [visitCompared(state, action)],
  },
  effects: changesEffects,
};
