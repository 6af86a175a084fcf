/** Keeps the visit when a session leaves an organisation, and restores it at the next opening or start. */
import type { Feature } from '../../root/feature.ts';
import { currentScan } from '../list/listing.ts';
import { andThen, type Step } from '../../root/step.ts';
import type { Effect, State } from '../../root/state.ts';
import {
  foundInPage,
  foundNow,
  nothingSought,
  restoreAccepted,
  restoreDeclined,
  visitOf,
  visitRestored,
} from './restore.ts';

function kept(state: State): Effect[] {
  const { profile, baseUrl } = state.session;
  const visit = visitOf(state);
  return baseUrl === null || visit === null ? [] : [{ kind: 'keepVisit', profile, baseUrl, visit }];
}

/** Keeps the visit of the organisation that was left. */
function left(state: State, before: State): Step {
  const isLeft = before.organisation !== null && before.organisation.orgId !== state.organisation?.orgId;
  return isLeft ? [state, ...kept(before)] : [state];
}

/** Marks are offered in the list, while nothing else is asked or typed. */
function offered(state: State): Step {
  const { screen, overlay, prompt, resume } = state;
  const isShown = screen.kind === 'systems' && overlay === null && prompt === null;
  if (resume.toFind.stage !== 'offered' || !isShown) return [state];
  // A run resumed before the question may have deleted the last of them.
  return [foundNow(state).count === 0 ? restoreAccepted(state) : { ...state, overlay: { kind: 'restore' } }];
}

export const resume: Feature<'resume'> = {
  update: {
    visitRecalled: (state, { orgId, visit }) =>
      state.organisation?.orgId === orgId ? visitRestored(state, visit) : [state],
    restoreAccepted: (state) => [restoreAccepted(state)],
    restoreDeclined: (state) => [restoreDeclined(state)],
  },
  effects: {
    recallVisit({ profile, baseUrl, orgId }, { ports, dispatch }) {
      const { visit, problem } = ports.visits.recall(profile, baseUrl, orgId);
      if (problem !== null) dispatch({ kind: 'preferencesFailed', says: problem });
      return { kind: 'visitRecalled', orgId, visit };
    },
    keepVisit({ profile, baseUrl, visit }, { ports }) {
      ports.visits.keep(profile, baseUrl, visit);
      return null;
    },
  },
  after: (state, before) => andThen(left(state, before), offered),
  reacts: {
    marksCleared: (state) => [nothingSought(state)],
    pageArrived(state, { scan, page }, before) {
      if (currentScan(before.list.listing)?.id !== scan) return [state];
      const isReadOnceMore = currentScan(state.list.listing)?.id !== scan;
      const found = foundInPage(state, page.next.kind !== 'page' && !isReadOnceMore);
      // The reason why the list ends too soon matters more than the marks found until then.
      return [page.next.kind === 'untrusted' ? { ...found, notice: state.notice } : found];
    },
  },
  screens: { restore: { back: (state) => [restoreDeclined(state)] } },
};
