/** Runs as their files have them: over, at work in another session, or cut off and to be settled. */
import type { RunRecord } from '../journal/read.ts';
import { editWritten } from '../journal/written-edit.ts';
import { isTokenRefused, type Outcome, uncertaintyLeftBy } from '../outcome.ts';
import { unlifted } from '../../fleet/protection/guards.ts';
import type { RunStage } from './files.ts';
import { type FieldsSet } from '../edit.ts';
import { newRun, type Run, type Settled, type Unsettled, usualConcurrency, withSettled, type Work } from '../run.ts';

/** An intent without a result. */
const cutOffUnknown: Outcome = { kind: 'unknown', problem: null, doubt: 'cutOff' };

const untouched: Outcome = { kind: 'notAttempted', problem: null };

/** So long after the last intent, what was lost on the way may still arrive: then one looks twice. */
const onItsWayMs = 60_000;

/**
 * A run of another session, as its file has it. What has no outcome there is unknown or was not reached; in a run that
 * goes on it is in flight, or still to go. For this session there is nothing to wait for.
 */
export function pastRun(id: number, record: RunRecord, path: string, stage: RunStage): Run {
  const { planned, outcomes, intents, end, ends, lastMs } = record;
  // As in the session itself: the last line is written after the check against a fresh list.
  const finishedAt = ends.size === 0 ? lastMs : [...ends.values()].reduce((last, ms) => Math.max(last, ms), 0);
  const settled: Settled[] = [];
  const inFlight = new Map<string, Work>();
  for (const system of planned) {
    const { systemId } = system;
    const outcome = outcomes.get(systemId);
    if (outcome !== undefined)
      settled.push({ system, outcome, ...setIn(record, systemId), ...endIn(record, systemId) });
    else if (stage !== 'going') settled.push({ system, outcome: intents.has(systemId) ? cutOffUnknown : untouched });
    else if (intents.has(systemId)) inFlight.set(systemId, { system, stage: 'sending' });
  }
  const run: Run = { ...withSettled(runOf(id, record, path), settled), isEarlier: true, finishedAt };
  if (stage === 'going') return { ...run, isElsewhere: true, taken: settled.length + inFlight.size, inFlight };
  return { ...run, taken: planned.length, stop: end === null ? 'cutOff' : end.stop, checked: end?.checked ?? null };
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
    // Outcomes left open are asked about again.
    const set = setIn(record, system.systemId);
    if (outcome !== undefined && outcome.kind !== 'unknown' && !isTokenRefused(outcome))
      settled.push({ system, outcome, ...set, ...endIn(record, system.systemId) });
    else if (outcome !== undefined || intents.has(system.systemId)) {
      const work = { system, ...set, stage: 'settling', uncertainty: uncertaintyLeftBy(outcome), attempts } as const;
      toSettle.push({ work, left: outcome ?? cutOffUnknown });
    } else rest.push(system);
  }
  // Done and doubtful systems come first: the rest of the plan was not taken.
  const taken = [...settled, ...toSettle.map(({ work }) => work)].map(({ system }) => system);
  return {
    ...withSettled(runOf(id, record, path), settled),
    planned: [...taken, ...rest],
    taken: taken.length,
    toSettle,
    stop: 'cutOff',
    concurrency: usualConcurrency,
  };
}

function endIn({ ends }: RunRecord, systemId: string): { readonly at?: number } {
  const at = ends.get(systemId);
  return at === undefined ? {} : { at };
}

function setIn({ fields }: RunRecord, systemId: string): { readonly set?: FieldsSet } {
  const set = fields.get(systemId);
  return set === undefined ? {} : { set };
}

function runOf(id: number, { header, planned, damaged, bodies, why }: RunRecord, path: string): Run {
  const { baseUrl, does, mode, orgId, orgName, reviewed, confirmed } = header;
  const people = reviewed !== undefined && confirmed !== undefined ? { people: { reviewed, confirmed } } : {};
  const edit = header.edit === undefined ? null : editWritten(header.edit, bodies);
  const organisation = { orgId, orgName, role: '' };
  return {
    ...newRun(id, {
      kind: does,
      edit,
      organisation,
      baseUrl,
      isPreview: mode === 'preview',
      planned,
      protection: unlifted,
      days: header.days,
      ...(why.size > 0 && { why }),
      ...(header.follows !== undefined && { follows: header.follows }),
      ...(header.person !== undefined && { person: header.person }),
      ...people,
    }),
    concurrency: 1,
    journalPath: path,
    damagedLines: damaged,
    startedAt: Date.parse(header.at),
  };
}
