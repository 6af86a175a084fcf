/** Reports changes that were interrupted in an earlier session, once, when no other message is in the way. */
import type { Feature } from '../../root/feature.ts';
import type { State } from '../../root/state.ts';
import { withNews, withoutNews } from '../../session/news/public.ts';
import { isGoing } from '../run.ts';
import { runRows } from '../run-kinds.ts';
import { interruptedNotice, interruptedRequest } from './sentence.ts';
import type { Interrupted } from './feature.ts';

/** The first screen is loaded, with no question and no lasting notice on it. */
function isRoomFor({ screen, overlay, prompt, notice, deletion, list, organisations }: State): boolean {
  if (overlay !== null || prompt !== null || isGoing(deletion)) return false;
  if (notice !== null && notice.kind !== 'said') return false;
  if (screen.kind === 'organisations') return organisations.list.kind !== 'loading';
  return screen.kind === 'systems' && list.listing.scan !== null;
}

function withUntold(state: State, found: readonly Interrupted[]): State {
  const { interrupted } = state;
  return { ...state, interrupted: { ...interrupted, untold: [...interrupted.untold, ...found] } };
}

export const interrupted: Feature<'interrupted'> = {
  slice: {
    initial: { untold: [], told: null },
    lasts: 'program',
  },
  update: {
    leftRequestsFound: (state, { requests }) => [withUntold(state, requests.map(interruptedRequest))],
  },
  reacts: {
    cutOffElsewhere(state, { orgId, does, at, baseUrl }) {
      // Each demo starts its own service, so runs of an earlier demo can never be settled.
      if (state.session.isDemo || state.organisation?.orgId !== orgId) return [state];
      const settledAt = baseUrl ?? 'its own address';
      return [withUntold(state, [{ what: runRows[does].words.a, at, name: null, settledAt }])];
    },
  },
  after(state) {
    if (state.interrupted.untold.length === 0) return [state];
    const { told } = state.interrupted;
    const { state: next, wasSeen } = withoutNews(state, told?.notice ?? null);
    const all = [...(wasSeen ? [] : (told?.all ?? [])), ...state.interrupted.untold].sort(
      (a, b) => Date.parse(b.at) - Date.parse(a.at),
    );
    const [newest, ...others] = all;
    if (newest === undefined || !isRoomFor(next)) return [state];
    const notice = interruptedNotice([newest, ...others], state);
    return [withNews({ ...next, interrupted: { untold: [], told: { notice, all } } }, notice)];
  },
};
