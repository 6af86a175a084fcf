/** Runs as their files have them: over, at work in another session, or cut off and to be settled. */
import type { Organisation } from '../../../api/organisations.ts';
import { countsIn, countsSoFar, type RunRecord } from '../journal/read.ts';
import { type Outcome, uncertaintyLeftBy } from '../outcome.ts';
import { unlifted } from '../../review/kept-since.ts';
import type { RunStage } from './files.ts';
import { newRun, type Run, type Settled, type Unsettled, usualConcurrency, type Work } from '../run.ts';

/** An intent without a result. */
const cutOffUnknown: Outcome = { kind: 'unknown', problem: null, doubt: 'cutOff' };

/** So long after the last intent, what was lost on the way may still arrive: then one looks twice. */
const onItsWayMs = 60_000;

/** The organisation as the file of the run names it. */
export function organisationOf({ header }: RunRecord): Organisation {
  return { orgId: header.orgId, orgName: header.orgName, role: '' };
}

/** A run of another session, as its file has it: as it ended, or as far as it is. */
export function pastRun(id: number, record: RunRecord, path: string, stage: RunStage): Run {
  const run = { ...runOf(id, record, path), isEarlier: true, finishedAt: record.lastMs };
  return stage === 'going' ? runElsewhere(run, record) : runOver(run, record);
}

/** What has no outcome in the file is in flight, or still to go. For this session there is nothing to wait for. */
function runElsewhere(run: Run, record: RunRecord): Run {
  const settled: Settled[] = [];
  const inFlight = new Map<string, Work>();
  for (const system of record.planned) {
    const { systemId } = system;
    const outcome = record.outcomes.get(systemId);
    if (outcome !== undefined) settled.push({ system, outcome });
    else if (record.intents.has(systemId)) inFlight.set(systemId, { system, stage: 'deleting' });
  }
  return {
    ...run,
    isElsewhere: true,
    taken: settled.length + inFlight.size,
    inFlight,
    settled,
    counts: countsSoFar(record),
  };
}

/** What has no outcome in the file is unknown or was not attempted. */
function runOver(run: Run, record: RunRecord): Run {
  const { planned, outcomes, intents, end } = record;
  const untouched: Outcome = { kind: 'notAttempted', problem: null };
  const settled = planned.map((system): Settled => ({
    system,
    outcome: outcomes.get(system.systemId) ?? (intents.has(system.systemId) ? cutOffUnknown : untouched),
  }));
  const counts = countsIn(record);
  const stop = end === null ? 'cutOff' : end.stop;
  return { ...run, taken: planned.length, settled, counts, stop, checked: end?.checked ?? null };
}

/** A run that was cut off, at work again: the service is asked about what was being deleted, and nothing more is taken. */
export function cutOffRun(id: number, record: RunRecord, path: string, now: number): Run {
  const { planned, outcomes, intents } = record;
  const attempts = now - record.lastIntentMs < onItsWayMs ? 1 : 2;
  const settled: Settled[] = [];
  const toSettle: Unsettled[] = [];
  const rest = [];
  for (const system of planned) {
    const outcome = outcomes.get(system.systemId);
    // What was left open is asked about again.
    if (outcome !== undefined && outcome.kind !== 'unknown') settled.push({ system, outcome });
    else if (outcome !== undefined || intents.has(system.systemId)) {
      toSettle.push({ system, uncertainty: uncertaintyLeftBy(outcome), attempts, left: outcome ?? cutOffUnknown });
    } else rest.push(system);
  }
  // Those done and in doubt first: what was not taken is what is left of the plan.
  const taken = [...settled, ...toSettle].map(({ system }) => system);
  const counts = countsIn({ ...record, planned: settled.map(({ system }) => system) });
  return {
    ...runOf(id, record, path),
    planned: [...taken, ...rest],
    taken: taken.length,
    toSettle,
    settled,
    counts,
    stop: 'cutOff',
    concurrency: usualConcurrency,
  };
}

function runOf(id: number, record: RunRecord, path: string): Run {
  const { header, planned, damaged } = record;
  const { baseUrl, mode } = header;
  const organisation = organisationOf(record);
  return {
    ...newRun(id, { organisation, baseUrl, isPreview: mode === 'preview', planned, protection: unlifted }),
    concurrency: 1,
    journalPath: path,
    damagedLines: damaged,
    startedAt: Date.parse(header.at),
  };
}
