/** Compares an organisation with the last visit, once its list is loaded whole. */
import type { Feature } from '../../root/feature.ts';
import { systemsRead } from '../list/listing.ts';
import { listRenewed, isReadToEnd } from '../list/public.ts';
import { isConnected } from '../staleness/staleness.ts';
import { incompletenessOf } from '../list/scan.ts';
import type { Effect, State } from '../../root/state.ts';

/** Larger lists are not kept: the file must stay small. */
const mostSystems = 200_000;

/**
 * Runs once a visit, after a complete load. Disabled systems are no part of it, and an incomplete list would report its
 * missing systems as gone.
 */
function snapshotTaken({ session, list: { listing }, changes, now }: State): readonly Effect[] {
  const { scan } = listing;
  if (changes !== null || scan === null || session.baseUrl === null || scan.count > mostSystems) return [];
  const { orgId, search, includeDisabled } = scan.query;
  if (search !== '' || includeDisabled || incompletenessOf(scan) !== null) return [];
  const all = systemsRead(listing);
  const systems = all.map(({ systemId }) => systemId);
  const connected = all.filter(isConnected).map(({ systemId }) => systemId);
  return [{ kind: 'compareWithLastVisit', baseUrl: session.baseUrl, orgId, snapshot: { at: now, systems, connected } }];
}

export const changes: Feature<'changes'> = {
  update: {
    visitCompared: (state, { orgId, changes }) => [
      state.organisation?.orgId === orgId ? listRenewed({ ...state, changes }) : state,
    ],
  },
  reacts: {
    pageArrived: (state, page) => [state, ...(isReadToEnd(state, page) ? snapshotTaken(state) : [])],
  },
  effects: {
    async compareWithLastVisit({ baseUrl, orgId, snapshot }, { ports, dispatch }) {
      const { changes, problem } = await ports.compareWithLastVisit(baseUrl, orgId, snapshot);
      if (problem !== null) dispatch({ kind: 'preferencesFailed', says: problem });
      return changes === null ? null : { kind: 'visitCompared', orgId, changes };
    },
    leaveOutOfLastVisit({ baseUrl, orgId, gone }, { ports, beforeLeaving }) {
      beforeLeaving(ports.leaveOutOfLastVisit(baseUrl, orgId, gone));
      return null;
    },
  },
};
