/** Whether the service offers to disable systems, as far as its definition is known, and why not. */
import type { Problem } from '../../../api/problem.ts';
import { systemUnderCursor } from '../../fleet/list/public.ts';
import { systemById } from '../../fleet/list/scan.ts';
import type { DefinitionFailure } from '../../explorer/definition/feature.ts';
import { isGoing } from '../../change/run.ts';
import { asksForPatience } from '../../session/backoff/retry.ts';
import type { State } from '../../root/state.ts';
import type { Switching } from './feature.ts';

/** Can systems be disabled? Only where the definition is known to name the operation. */
export function isDisablingOffered(state: State): boolean {
  return isOffered(state, 'disable');
}

/** The same of either: disabling, or enabling again. */
export function isOffered({ offers, disabling }: State, does: Switching): boolean {
  return offers.found?.has(`${does} system`) === true && !disabling.withdrawn.has(does);
}

/**
 * Why it is not offered, as part of a sentence; null where it is, or where the service can still be asked. What passes by
 * itself is asked again.
 */
export function offerRefusal(state: State, does: Switching): string | null {
  const { offers, disabling, definition } = state;
  const withdrawal = disabling.withdrawn.get(does);
  if (withdrawal !== undefined) {
    const status = withdrawal.status === null ? '' : ` (${withdrawal.status})`;
    return `the service does not know how to ${does} systems${status}`;
  }
  if (offers.found !== null) {
    return isOffered(state, does) ? null : `the service's definition names no way to ${does} a system`;
  }
  const { failure, reading } = definition;
  return failure === null || reading !== null || isPassing(failure) ? null : failureWords(failure);
}

/** Why the definition is not known, as part of a sentence. */
export function failureWords(failure: DefinitionFailure): string {
  if (failure.kind === 'fault') return "the service's definition cannot be used; A says why";
  const { problem } = failure;
  switch (problem.kind) {
    case 'refused':
      return problem.status === 404
        ? 'the service has no definition (404)'
        : `the service's definition cannot be read (${problem.status})`;
    case 'unreachable':
    case 'lost':
    case 'timedOut':
      return 'the service did not answer; D asks again';
    case 'redirected':
    case 'notTheApi':
    case 'cached':
    case 'wrongShape':
    case 'untrustedLink':
    case 'oddId':
    case 'withheld':
    case 'notReviewed':
    case 'misleading':
    case 'aborted':
      return "the service's definition cannot be read; A says why";
  }
}

/** May it be another one at the next time of asking? */
function isPassing(failure: DefinitionFailure): boolean {
  return failure.kind === 'problem' && isPassingProblem(failure.problem);
}

function isPassingProblem(problem: Problem): boolean {
  switch (problem.kind) {
    case 'refused':
      return problem.status >= 500 || problem.status === 401 || asksForPatience(problem);
    case 'unreachable':
    case 'lost':
    case 'timedOut':
    case 'aborted':
      return true;
    case 'redirected':
    case 'notTheApi':
    case 'cached':
    case 'wrongShape':
    case 'untrustedLink':
    case 'oddId':
    case 'withheld':
    case 'notReviewed':
    case 'misleading':
      return false;
  }
}

/** Disabled systems alone are enabled again; all others are disabled. */
export function switchingOf(state: State): Switching {
  const { scan } = state.list.listing;
  const { marked } = state.marks;
  const cursor = systemUnderCursor(state);
  const systems =
    marked.size > 0 ? Array.from(marked.values(), ({ system }) => system) : cursor === undefined ? [] : [cursor];
  // As the list has it now: a mark has the record of its time.
  const isDisabled = systems.every(
    (system) => ((scan && systemById(scan, system.systemId)) ?? system).isEnabled === false,
  );
  return systems.length > 0 && isDisabled ? 'enable' : 'disable';
}

/** Can the screen name what is offered? */
export function areOffersOfUse({ screen, review, deletion: run }: State): boolean {
  if (screen.kind === 'review') return review?.does === 'delete';
  return screen.kind === 'deletion' && run !== null && run.does !== 'delete' && !isGoing(run);
}
