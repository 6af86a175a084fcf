/** Decides whether the service can disable systems, by its definition, and says why not. */
import type { Problem } from '../../../api/problem.ts';
import { systemAtHand } from '../../fleet/list/feature.ts';
import { systemById } from '../../fleet/list/scan.ts';
import type { DefinitionFailure } from '../../../api/openapi/definition.ts';
import { isGoing } from '../../change/run.ts';
import { type RunKind, runRows } from '../../change/run-kinds.ts';
import { asksForPatience } from '../../session/backoff/feature.ts';
import type { State } from '../../root/state.ts';
import { readTimestamp } from '../../../api/timestamp.ts';
import type { IntentLine, ResultLine } from '../../change/journal/format.ts';
import { readEach } from '../../change/runs/files.ts';
import type { Outcome } from '../../change/outcome.ts';
import type { Disabled, DisabledTimes } from '../../fleet/systems/status.ts';

/** Unless every service has the operation, the definition must be known to name it. */
export function isOffered({ definition, disabling }: State, kind: RunKind): boolean {
  const { request, isEverywhere } = runRows[kind];
  const found: ReadonlySet<string> | null = definition.offers;
  return isEverywhere || (request !== null && found?.has(request) === true && !disabling.withdrawn.has(kind));
}

/** Null: there is no alternative, or the service is not known to support it. */
export function alternativeOffered(state: State): RunKind | null {
  // Another person has reviewed this kind, and no other.
  const alternative =
    state.review === null || state.review.reviewer !== null ? null : runRows[state.review.kind].alternative;
  return alternative !== null && isOffered(state, alternative) ? alternative : null;
}

/** A part of a sentence; null: offered, or the service can still be asked. Temporary failures are retried. */
export function offerRefusal(state: State, kind: RunKind): string | null {
  const { verb } = runRows[kind].words;
  const { disabling, definition } = state;
  const withdrawal = disabling.withdrawn.get(kind);
  if (withdrawal !== undefined) {
    const status = withdrawal.status === null ? '' : ` (${withdrawal.status})`;
    return `the service does not know how to ${verb} systems${status}`;
  }
  if (definition.offers !== null) {
    return isOffered(state, kind) ? null : `the service's definition names no way to ${verb} a system`;
  }
  const { failure, reading } = definition;
  return failure === null || reading !== null || isPassing(failure) ? null : failureWords(failure);
}

/** The reason as a part of a sentence. */
export function failureWords(failure: DefinitionFailure): string {
  if (failure.kind === 'fault') return "the service's definition cannot be used; A says why";
  const { problem } = failure;
  if (problem.kind === 'refused') {
    return problem.status === 404
      ? 'the service has no definition (404)'
      : `the service's definition cannot be read (${problem.status})`;
  }
  return withoutAnswer.includes(problem.kind)
    ? 'the service did not answer; D asks again'
    : "the service's definition cannot be read; A says why";
}

const withoutAnswer: readonly Problem['kind'][] = ['unreachable', 'lost', 'timedOut'];

/** Is the failure temporary, so that a retry may help? */
function isPassing(failure: DefinitionFailure): boolean {
  if (failure.kind === 'fault') return false;
  const { problem } = failure;
  if (problem.kind === 'refused') return problem.status >= 500 || problem.status === 401 || asksForPatience(problem);
  return problem.kind === 'aborted' || withoutAnswer.includes(problem.kind);
}

/** The kind that the key stands for: the undo, if all systems concerned have reached the goal. */
export function switchingOf(state: State, wanted: RunKind): RunKind {
  const { undo, observe } = runRows[wanted];
  const { scan } = state.list.listing;
  const { marked } = state.marks;
  const cursor = systemAtHand(state);
  const systems =
    marked.size > 0 && state.screen.kind !== 'details'
      ? Array.from(marked.values(), ({ system }) => system)
      : cursor === undefined
        ? []
        : [cursor];
  // Uses the record of the list: that of the mark may be older.
  const isDone = systems.every(
    (system) => observe((scan && systemById(scan, system.systemId)) ?? system, null) === 'done',
  );
  return undo !== null && systems.length > 0 && isDone ? undo : wanted;
}

export function areOffersOfUse({ screen, review, deletion: run }: State): boolean {
  if (screen.kind === 'review') return review !== null && runRows[review.kind].alternative !== null;
  // Retrying an operation of an earlier session needs the definition too.
  const isWanted = run !== null && (runRows[run.kind].undo !== null || run.edit !== null);
  return screen.kind === 'deletion' && isWanted && !isGoing(run);
}

// Finds the systems that rollcall disabled, from the files of its runs.

/** Last known state of a system in one file. */
interface Left extends Disabled {
  readonly isDisabled: boolean;
  /** Sort key: milliseconds by the service's clock, else by this computer's, which may be wrong. */
  readonly order: number;
}

export async function findDisabled(folder: string, baseUrl: string, orgId: string): Promise<DisabledTimes> {
  const newest = new Map<string, Left>();
  // Without the service's time, the order of two files is unknown.
  const unordered = new Set<string>();
  for await (const all of readEach(folder, { baseUrl, orgId, kinds: ['intent', 'result'], read: readLeft })) {
    for (const [systemId, left] of all) {
      const before = newest.get(systemId);
      if (left.at === null) unordered.add(systemId);
      if (before === undefined || before.order < left.order) newest.set(systemId, left);
    }
  }
  return new Map(
    [...newest].flatMap(([systemId, { isDisabled, at, enrolledAtMs }]) =>
      isDisabled ? [[systemId, { at: unordered.has(systemId) ? null : at, enrolledAtMs }]] : [],
    ),
  );
}

/**
 * True: disabled; false: enabled, or possibly enabled; null: unchanged or unknown. A system that was disabled before
 * keeps its earlier time.
 */
export function leavesDisabled(run: RunKind, outcome: Outcome): boolean | null {
  const { enables } = runRows[run];
  if (enables === null) return null;
  switch (outcome.kind) {
    case 'done':
      return !enables;
    case 'already':
      return enables && outcome.isGone !== true ? false : null;
    case 'refused':
    case 'failed':
    case 'unknown':
      return false;
    case 'kept':
    case 'notAttempted':
    case 'would':
      return null;
  }
}

async function readLeft(
  entries: AsyncIterable<IntentLine | ResultLine>,
  does: RunKind,
): Promise<ReadonlyMap<string, Left>> {
  const all = new Map<string, Left>();
  if (runRows[does].enables === null) return all;
  for await (const entry of entries) {
    const { id } = entry;
    if (entry.kind === 'intent') {
      const enrolledAtMs = enrolmentIn(entry.was);
      // Until there is a result: a system to be disabled is still enabled, and one to be enabled may be enabled soon.
      all.set(id, { isDisabled: false, at: null, order: Date.parse(entry.at), enrolledAtMs });
      continue;
    }
    const before = all.get(id);
    const isDisabled = leavesDisabled(does, entry.outcome) ?? before?.isDisabled;
    if (isDisabled === undefined) continue;
    const at = entry.serviceAt === undefined ? null : Date.parse(entry.serviceAt);
    all.set(id, {
      isDisabled,
      at,
      order: at ?? Date.parse(entry.at),
      enrolledAtMs: before?.enrolledAtMs ?? null,
    });
  }
  return all;
}

function enrolmentIn(record: unknown): number | null {
  const text = typeof record === 'object' && record !== null && 'enrolledAt' in record ? record.enrolledAt : null;
  return typeof text === 'string' ? readTimestamp(text) : null;
}
