/** Tells once of requests that an earlier session left without an outcome, when there is room for it. */
import { isGoing } from '../run.ts';
import { grouped } from '../../kernel/format-number.ts';
import type { Feature } from '../../root/feature.ts';
import { withNews } from '../../session/news/public.ts';
import type { State } from '../../root/state.ts';
import type { RequestSummary } from '../request-records/record.ts';

const dayMs = 24 * 60 * 60_000;

/** `16:02 UTC`, `yesterday 16:02 UTC`, `2026-11-20 16:02 UTC`. */
function momentOf(at: string, now: number): string {
  const time = new Date(at).toISOString();
  const day = time.slice(0, 10);
  const onDay = (ms: number): boolean => new Date(ms).toISOString().startsWith(day);
  const before = onDay(now) ? '' : onDay(now - dayMs) ? 'yesterday ' : `${day} `;
  return `${before}${time.slice(11, 16)} UTC`;
}

const longestEnd = 24;

/** `PUT …/disable`: the end of its path. */
function nameOf({ method, template }: RequestSummary): string {
  const end = template.slice(template.lastIndexOf('/'));
  return `${method} …${end.length > longestEnd ? `…${end.slice(1 - longestEnd)}` : end}`;
}

function sentenceFor(requests: readonly RequestSummary[], newest: RequestSummary, state: State): string {
  const moment = momentOf(newest.at, state.now);
  if (requests.length > 1) return `${grouped(requests.length)} requests have no known outcome, the last of ${moment}.`;
  const whole = `A request of ${moment} has no known outcome: ${nameOf(newest)}.`;
  // Beside it stands the key.
  const isRoom = whole.length + 24 <= state.columns;
  return isRoom ? whole : `Unknown outcome: ${nameOf(newest)}, ${moment}.`;
}

/** The organisations or an organisation are shown, and nothing else is asked, nor said that has to stay. */
function isRoomFor({ screen, overlay, prompt, notice, deletion, list, organisations }: State): boolean {
  if (overlay !== null || prompt !== null || isGoing(deletion)) return false;
  if (notice !== null && notice.kind !== 'said') return false;
  if (screen.kind === 'organisations') return organisations.list.kind !== 'loading';
  return screen.kind === 'systems' && list.listing.scan !== null;
}

export const leftRequests: Feature<'leftRequests'> = {
  update: {
    leftRequestsFound: (state, { requests }) => [{ ...state, leftRequests: { untold: requests } }],
  },
  after(state) {
    const { untold } = state.leftRequests;
    const [newest] = untold;
    if (newest === undefined || !isRoomFor(state)) return [state];
    const next = untold.length === 1 ? ': requests shows it.' : ': requests shows them.';
    const notice = { kind: 'warning', text: sentenceFor(untold, newest, state), next } as const;
    return [withNews({ ...state, leftRequests: { untold: [] } }, notice, 'requestRecords')];
  },
};
