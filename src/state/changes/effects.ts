/** Effects of changes: a visit is compared with the one before. */
import type { Effects } from '../kernel/feature.ts';

export const changesEffects: Effects<'changes'> = {
  async compareWithLastVisit({ baseUrl, orgId, snapshot }, { ports, dispatch }) {
    const { changes, problem } = await ports.compareWithLastVisit(baseUrl, orgId, snapshot);
    if (problem !== null) dispatch({ kind: 'preferencesFailed', says: problem });
    return changes === null ? null : { kind: 'visitCompared', orgId, changes };
  },
  leaveOutOfLastVisit({ baseUrl, orgId, gone }, { ports, beforeLeaving }) {
    beforeLeaving(ports.leaveOutOfLastVisit(baseUrl, orgId, gone));
    return null;
  },
};
