/** Actions and effects for stories of a run. */
import type { Problem } from '../../../../src/api/problem.ts';
import type { System } from '../../../../src/api/system.ts';
import { noMarks, withMarked } from '../../../../src/state/fleet/marks/marks.ts';
import { noCounts, type Outcome, type OutcomeCounts } from '../../../../src/state/change/outcome.ts';
import type { StopReason } from '../../../../src/state/change/run.ts';
import type { CheckedRun } from '../../../../src/state/change/run.ts';
import type { RunKind } from '../../../../src/state/change/run-kinds.ts';
import type { Effect, Action, State } from '../../../../src/state/root/state.ts';
import {
  aPage,
  aStateOf,
  aSystem,
  baseUrl,
  daysAgo,
  noGuards,
  now,
  type StateParts,
  systemsOf,
} from '../../../support/make.ts';
import { editOf } from '../../../support/edits.ts';
import { play, type Played } from '../../root/play.ts';

export const old = { lastSeen: daysAgo(200) };

/** Northwind has 100 systems, and the first few are marked. */
export function aReview(count: number, about: StateParts = {}, does: RunKind = 'delete'): State {
  const systems = systemsOf(100, () => ({ ...old, isEnabled: does !== 'enable' }));
  const opened = openedReview(systems.slice(0, count), about, does, systems).state;
  const again = (opened.review?.items ?? []).map(({ system }) => reread(system));
  return play(opened, ...again, { kind: 'timerEnded', timer: 'arm' }).state;
}

/** A review that is just opened: of these systems, marked in a list of them, or of a larger fleet. */
export function openedReview(
  systems: readonly System[],
  about: StateParts = {},
  does: RunKind = 'delete',
  fleet = systems,
): Played {
  const marks = withMarked(noMarks, systems, { by: 'hand' });
  return play(aStateOf(fleet, { marks, guards: noGuards, ...about }), { kind: 'reviewOpened', does, ...editOf(does) });
}

/** The service describes a system of the review once more. */
export function reread(system = aSystem(old), review = 1): Action {
  return { kind: 'systemReread', review, systemId: system.systemId, system, askedAt: 0, now };
}

/** A phrase, from the first key to enter. */
export function typed(text: string): Action[] {
  return [{ kind: 'phraseStarted', typed: '' }, { kind: 'textEdited', text }, { kind: 'phraseEntered' }];
}

export const journalOpened: Action = { kind: 'journalOpened', run: 2, path: '/runs/1.jsonl', now };

/** The run of the first systems, once its journal is open. */
export function aRun(count: number, about: StateParts = {}, does: RunKind = 'delete'): State {
  return play(aReview(count, about, does), ...typed(`${does} ${count}`), journalOpened).state;
}

export function rechecked(systemId: string, about: Partial<System> = {}): Action {
  const system = aSystem({ systemId, ...old, ...about });
  return { kind: 'systemRechecked', run: 2, systemId, system, record: { systemId }, askedAt: 0, now };
}

export function recheckFailed(systemId: string, problem: Problem): Action {
  return { kind: 'recheckFailed', run: 2, systemId, problem, now };
}

export function recorded(systemId: string): Action {
  return { kind: 'intentRecorded', run: 2, systemId };
}

/** Everything up to the deletion of a system, which is under way. */
export function deleting(systemId: string): Action[] {
  return [rechecked(systemId), recorded(systemId)];
}

export function deleted(systemId: string): Action {
  return { kind: 'systemChanged', run: 2, systemId, accepted: false, now };
}

export function failed(systemId: string, problem: Problem): Action {
  return { kind: 'changeFailed', run: 2, systemId, problem, now };
}

/** Request to delete, disable or enable a system. */
export function isChange(effect: Effect): effect is Extract<Effect, { kind: 'changeSystem' }> {
  return effect.kind === 'changeSystem';
}

export function rechecks(systemId: string): Effect {
  return { kind: 'recheckSystem', run: 2, orgId: 'N1', systemId };
}

export function records(systemId: string, outcome: Outcome, does: RunKind = 'delete'): Effect {
  return { kind: 'recordOutcome', run: 2, does, orgId: 'N1', systemId, outcome };
}

/** The service is asked whether the account still sees the organisation. */
export const checksAccess = { kind: 'checkAccess', run: 2, orgId: 'N1', by: 'organisations' } as const satisfies Effect;

export function accessChecked(hasAccess: boolean): Action {
  return { kind: 'accessChecked', run: 2, hasAccess, now };
}

/** It does, by the list of organisations and by that of its systems. */
export const accessSeen: readonly Action[] = [accessChecked(true), accessChecked(true)];

export function accessCheckFailed(problem: Problem): Action {
  return { kind: 'accessCheckFailed', run: 2, problem, now };
}

/** The fresh list of the organisation, against which the run checks itself, has these systems. */
export function listed(...systemIds: readonly string[]): Action {
  const systems = systemIds.map((systemId) => aSystem({ systemId, ...old }));
  return { kind: 'checkPageArrived', run: 2, page: aPage(systems), now };
}

/** That list is asked for. */
export function checksList(afterMs = 0): Effect {
  const query = { orgId: 'N1', search: '', includeDisabled: true, perPage: 200 };
  return { kind: 'readCheckPage', run: 2, query, from: { kind: 'first' }, afterMs };
}

/** How that ended where the list was read. */
export const checked: CheckedRun = { at: new Date(now).toISOString() };

/** The run ended so. */
export function closes(
  counts: Partial<OutcomeCounts>,
  stop: StopReason | null = null,
  how: CheckedRun | null = checked,
): Effect {
  return { kind: 'closeJournal', run: 2, end: { stop, counts: { ...noCounts, ...counts }, checked: how } };
}

/** The next look does not tell that these are gone. */
export function leavesOutOfLastVisit(...gone: readonly string[]): Effect {
  return { kind: 'leaveOutOfLastVisit', baseUrl, orgId: 'N1', gone: new Set(gone) };
}

/** Outcomes by system, so far. */
export function outcomes({ deletion: run }: State): string[] {
  return (run?.settled ?? []).map(
    ({ system, outcome }) =>
      `${system.systemId} ${outcome.kind}${outcome.kind === 'already' && outcome.isGone === true ? ' gone' : ''}`,
  );
}
