/** Reports changes that were interrupted in an earlier session, once, when no other message is in the way. */
import type { Tagged, PlainNotice } from '../kernel/declare.ts';
import type { RequestSummary } from './runs/files.ts';
import { groupDigits } from '../kernel/spelling.ts';
import type { State } from '../root/state.ts';
import { capitalise, runRows } from './run-kinds.ts';
import type { Feature } from '../root/feature.ts';
import { withNews, withoutNews } from '../session/news.ts';
import { isGoing } from './run.ts';

/** A run or a request without an end. */
export interface Interrupted {
  /** With an article, as in a sentence: `a deletion`, `disabling`, `a request`. */
  readonly what: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  /** Method and end of the path of a request; null for a run. */
  readonly name: string | null;
  /** Address at which the run can be settled, if it belongs to another service; else null. */
  readonly settledAt: string | null;
}

export interface InterruptedFeature {
  readonly state: {
    readonly untold: readonly Interrupted[];
    /** Changes in the present notice: those found while it is shown join the same sentence. */
    readonly told: { readonly notice: object; readonly all: readonly Interrupted[] } | null;
  };
  readonly action: Tagged<{ leftRequestsFound: { requests: readonly RequestSummary[] } }>;
}

declare module '../root/state.ts' {
  interface Features {
    readonly interrupted: InterruptedFeature;
  }
}

// The notice of interrupted changes: one sentence for every kind.

const dayMs = 24 * 60 * 60_000;

/** `16:02 UTC`, `yesterday 16:02 UTC`, `2026-11-20 16:02 UTC`. */
function momentOf(at: string, now: number): string {
  const time = new Date(at).toISOString();
  const day = time.slice(0, 10);
  const onDay = (ms: number): boolean => new Date(ms).toISOString().startsWith(day);
  const before = onDay(now) ? '' : onDay(now - dayMs) ? 'yesterday ' : `${day} `;
  return `${before}${time.slice(11, 16)} UTC`;
}

const maxEndLength = 24;

/** A request, with the end of its path: `PUT …/disable`. */
function interruptedRequest({ header: { method, template, at } }: RequestSummary): Interrupted {
  const end = template.slice(template.lastIndexOf('/'));
  const name = `${method} …${end.length > maxEndLength ? `…${end.slice(1 - maxEndLength)}` : end}`;
  return { what: 'a request', at, name, settledAt: null };
}

/** `next`: the key that shows the change; by default that of the history, which has all of them. */
export function interruptedNotice(
  [newest, ...others]: readonly [Interrupted, ...Interrupted[]],
  { now, columns }: State,
  next = others.length === 0 ? 'E shows it.' : 'E shows them.',
): PlainNotice {
  const { what, name, settledAt } = newest;
  const moment = momentOf(newest.at, now);
  const warn = (text: string, more: string = next): PlainNotice => ({ kind: 'warning', text, next: more });
  if (others.length > 0)
    return warn(`${groupDigits(1 + others.length)} changes were interrupted, the last of ${moment}.`);
  const whole = `${capitalise(what)} of ${moment} was interrupted${name === null ? '' : `: ${name}`}.`;
  // The next step is drawn on the same line.
  const isRoom = (more: string): boolean => whole.length + more.length + 4 <= columns;
  if (settledAt !== null) {
    const settle = `To settle it, start at ${settledAt}.`;
    return warn(isRoom(settle) ? whole : `${capitalise(what)} was interrupted.`, settle);
  }
  return warn(isRoom(next) || name === null ? whole : `Interrupted: ${name}, ${moment}.`);
}

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
