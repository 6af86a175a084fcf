/** Screens of runs of each kind by name: in progress, paused, over, interrupted, in the history. */
import type { System } from '../../src/api/system.ts';
import { noCounts, type Outcome, type OutcomeCounts } from '../../src/state/change/outcome.ts';
import { finishIfDone, type Run, taking, withOutcome } from '../../src/state/change/run.ts';
import type { RunSummary } from '../../src/state/change/runs/files.ts';
import { type RunKind, runRows } from '../../src/state/change/run-kinds.ts';
import { reportText } from '../../src/app/commands/reports.ts';
import type { RecordPage } from '../../src/state/change/history/feature.ts';
import type { KeptRequest } from '../../src/state/change/journal/requests.ts';
import type { State } from '../../src/state/root/state.ts';
import { aReview, rechecked, recorded, typed } from '../state/removal/deletion/story.ts';
import { play } from '../state/root/play.ts';
import { aRunHeader, now, refused } from '../support/make.ts';

const names = ['pos', 'lab-bench', 'kiosk', 'print-utrecht', 'srv'];
const keys = ['retail', 'lab', 'build agents'];

/** How each in turn ends. */
const outcomes: readonly Outcome[] = [
  { kind: 'done' },
  { kind: 'done' },
  { kind: 'kept', why: 'connected' },
  { kind: 'done' },
  { kind: 'failed', problem: refused(503, { title: 'Service Unavailable', traceId: '4bf92f3577b34da6' }) },
  { kind: 'done' },
  { kind: 'done' },
  { kind: 'already', isGone: true },
  { kind: 'done' },
  { kind: 'refused', problem: refused(409, { title: 'Conflict', detail: 'The system is a gateway of a policy.' }) },
];

/** The same of a run that does this. */
function outcomeOf(kind: RunKind, at: number): Outcome {
  const outcome = outcomes[at % outcomes.length] ?? { kind: 'done' };
  // One of those that are not to be changed any more is gone all the same.
  const isThere = outcome.kind === 'already' && at > outcomes.length && !runRows[kind].removes;
  return isThere ? { kind: 'already' } : outcome;
}

function aDeletion(ended: number, change?: (run: Run) => Run): State {
  return aRunThat('delete', ended, change);
}

/** A run over 60 systems, the first ones of which have ended. */
function aRunThat(does: RunKind, ended: number, change: (run: Run) => Run = (run) => run): State {
  const path = '/home/sam/.local/state/rollcall/changes/2026-11-22T12-46-58.jsonl';
  const begun = play(aReview(60), ...typed('delete 60 from Northwind'), { kind: 'journalOpened', run: 2, path, now });
  const planned = (begun.state.deletion?.planned ?? []).map((system, at): System => ({
    ...system,
    hostname: `${names[at % names.length]}-${100 + at}.example.net`,
    enrolmentKeyDescription: keys[at % keys.length] ?? null,
  }));
  let run: Run | null = begun.state.deletion && {
    ...begun.state.deletion,
    kind: does,
    planned,
    taken: 0,
    inFlight: new Map(),
  };
  for (let at = 0; run !== null && at < ended; at++) {
    const [taken] = taking(run);
    const systemId = planned[at]?.systemId ?? '';
    run = withOutcome(taken, systemId, outcomeOf(does, at), now + at * 2000);
  }
  if (run !== null && ended < planned.length) [run] = taking(run);
  return { ...begun.state, now: now + ended * 2000, deletion: run && change(run), screen: { kind: 'deletion' } };
}

function paused(state: State): State {
  return play(state, { kind: 'wentBack' }).state;
}

function inFlight(state: State): State {
  const [first, second] = [...(state.deletion?.inFlight.values() ?? [])].map(({ system }) => system);
  if (first === undefined || second === undefined) return state;
  const [one, other] = [rechecked(first.systemId, first), rechecked(second.systemId, second)];
  return play(state, one, recorded(first.systemId), other).state;
}

const over = (run: Run): Run =>
  finishIfDone({ ...run, finishedAt: now + 120_000, checked: { at: new Date(now).toISOString() } }, now);

function anEntry(does: RunKind, hour: number, counts: Partial<OutcomeCounts>, about: Partial<RunSummary> = {}) {
  const at = `2026-11-20T${String(hour).padStart(2, '0')}:02:11Z`;
  const header = aRunHeader({ does, at, orgName: 'Northwind Traders', items: 64 });
  const row = { path: `${at}.jsonl`, header, counts: { ...noCounts, ...counts }, result: null, isSeen: false };
  return { ...row, stage: 'ended', ...about } as const;
}

/** Runs of each kind, and of each stage. */
export const earlierRuns: readonly RunSummary[] = [
  anEntry('disable', 18, { done: 12 }, { stage: 'going' }),
  anEntry('delete', 17, { done: 64, already: 3, gone: 3 }),
  anEntry('enable', 16, { done: 2, failed: 1 }),
  anEntry('disable', 15, { done: 227, already: 4, kept: 1 }),
  anEntry('disable', 14, { notAttempted: 40 }, { stage: 'cutOff' }),
];

/** Two people of a run. */
export const people = {
  reviewed: { by: 'anna', at: '2026-04-06T10:00:00.000Z' },
  confirmed: { by: 'ben\u202e', at: '2026-04-06T11:00:00.000Z' },
};

/** The page of a record, as the program makes it. */
export function pageOf(of: KeptRequest | Run): RecordPage {
  return { of, lines: reportText(of, 'md').replace(/\n$/, '').split('\n') };
}

function recordOf(state: State): State {
  const { deletion } = state;
  return deletion === null ? state : play(state, { kind: 'recordRead', page: pageOf(deletion) }).state;
}

export const deletions: Readonly<Record<string, () => State>> = {
  'deletion, starting': () => aDeletion(0),
  'deletion, going': () => inFlight(aDeletion(25, (run) => ({ ...run, slowed: { times: 2, status: 429 } }))),
  'deletion, paused': () => paused(inFlight(aDeletion(25))),
  'deletion, stopping': () => play(paused(inFlight(aDeletion(25))), { kind: 'deletionStopped' }).state,
  'deletion, checked': () => play(aDeletion(60), { kind: 'resized', columns: 80, rows: 24 }).state,
  'deletion, finished': () => aDeletion(60, over),
  'record of a deletion': () => recordOf(aDeletion(60, over)),
  'deletion, finished, the kept ones': () =>
    play(aDeletion(60, over), { kind: 'outcomeGroupChosen', group: 'kept' }).state,
  'deletion, finished, all': () => play(aDeletion(60, over), { kind: 'outcomeGroupChosen', group: 'all' }).state,
  'deletion, finished by two people': () => aDeletion(60, (run) => over({ ...run, people })),
  'deletion, stopped': () => aDeletion(60, (run) => over({ ...run, stop: 'forbidden' })),
  'deletion, interrupted': () => aDeletion(25, (run) => ({ ...run, stop: 'cutOff', isEarlier: false })),
  'deletion, in another session': () =>
    aDeletion(25, (run) => ({ ...run, isElsewhere: true, isEarlier: true, finishedAt: now })),
  'deletion, one result': () => play(aDeletion(60, over), { kind: 'outcomeOpened' }).state,
  'disabling, going': () => inFlight(aRunThat('disable', 25)),
  'disabling, paused': () => paused(inFlight(aRunThat('disable', 25))),
  'disabling, checked': () => play(aRunThat('disable', 60), { kind: 'resized', columns: 80, rows: 24 }).state,
  'disabling, finished': () => aRunThat('disable', 60, over),
  'disabling, finished, all': () =>
    play(aRunThat('disable', 60, over), { kind: 'outcomeGroupChosen', group: 'all' }).state,
  'disabling, finished, those that were disabled already': () =>
    play(aRunThat('disable', 60, over), { kind: 'outcomeGroupChosen', group: 'already' }).state,
  'disabling, not known to the service': () => aRunThat('disable', 60, (run) => over({ ...run, stop: 'unsupported' })),
  'disabling, interrupted': () => aRunThat('disable', 25, (run) => ({ ...run, stop: 'cutOff', isEarlier: false })),
  'disabling, in another session': () =>
    aRunThat('disable', 25, (run) => ({ ...run, isElsewhere: true, isEarlier: true, finishedAt: now })),
  'disabling, one result': () => play(aRunThat('disable', 60, over), { kind: 'outcomeOpened' }).state,
  'disabling, seen from the list': () => ({ ...inFlight(aRunThat('disable', 25)), screen: { kind: 'systems' } }),
  'enabling, going': () => inFlight(aRunThat('enable', 25)),
  'enabling, finished': () => aRunThat('enable', 60, over),
  quit: () => ({ ...inFlight(aDeletion(25)), overlay: { kind: 'quit' } }),
  'quit, while disabling': () => ({ ...inFlight(aRunThat('disable', 25)), overlay: { kind: 'quit' } }),
};
