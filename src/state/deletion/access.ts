/** A system that is not found is gone only if the account still sees its organisation (specification, "Authentication", 5). */
import type { Problem } from '../../api/problem.ts';
import type { Outcome } from './outcome.ts';
import { asksForPatience } from '../requests/retry.ts';
import { isBusy, type Run, withOutcome, withWork, type Work } from './run.ts';
import { accessCheck } from './run-effects.ts';
import type { Effect } from '../state.ts';

/** So many systems that were not found wait for one check, once the first check of a run has answered. */
const mostUnseen = 25;

/** Its outcome, if the account still sees the organisation, waits for a check of that. */
export function unseen(run: Run, systemId: string, outcome: Outcome): Run {
  return withWork(run, systemId, ({ system }) => ({ system, stage: 'unseen', outcome, isAsked: false }));
}

/**
 * Asks for a check where one is due: at once for the first system of a run that is not found, later for many together,
 * and for the last ones.
 */
export function accessAsked(run: Run): readonly [Run, ...Effect[]] {
  const works = [...run.inFlight.values()];
  const pending = works.filter(({ stage }) => stage === 'unseen').length;
  if (pending === 0 || run.access.check === 'pending') return [run];
  if (run.access.check === 'seen' && pending < mostUnseen && works.some(isBusy)) return [run];
  const inFlight = new Map<string, Work>();
  for (const [id, work] of run.inFlight) inFlight.set(id, work.stage === 'unseen' ? { ...work, isAsked: true } : work);
  const access = { ...run.access, by: run.access.first, check: 'pending' } as const;
  const next: Run = { ...run, inFlight, access };
  return [next, accessCheck(next)];
}

/** Whether its systems can be seen, too, the organisation's own list of them tells; null where that was asked. */
export function checkedBySystems(run: Run): Run | null {
  return run.access.by === 'systems' ? null : { ...run, access: { ...run.access, by: 'systems' } };
}

/** Where the list of organisations cannot tell, the list of systems can, and is asked alone; null where that is no use. */
export function checkedOtherwise(run: Run, problem: Problem): Run | null {
  const isHopeless = (problem.kind === 'refused' && problem.status === 401) || asksForPatience(problem);
  if (run.access.by === 'systems' || isHopeless) return null;
  return { ...run, access: { ...run.access, first: 'systems', by: 'systems' } };
}

/** What the failure of a check means: no access, or nothing. */
export function isAccessLost(run: Run, problem: Problem): boolean {
  return run.access.by === 'systems' && problem.kind === 'refused' && [403, 404].includes(problem.status);
}

/**
 * Those settle that were not found before the check was asked for. `outcome`: in the place of their own, where the check
 * did not find the organisation; then all of them settle.
 */
export function unseenSettled(
  run: Run,
  now: number,
  outcome: Outcome | null,
): readonly [Run, readonly (readonly [string, Outcome])[]] {
  const ended = [...run.inFlight].flatMap(([id, work]): [string, Outcome][] =>
    work.stage === 'unseen' && (work.isAsked || outcome !== null) ? [[id, outcome ?? work.outcome]] : [],
  );
  const next = ended.reduce((after, [id, how]) => withOutcome(after, id, how, now), run);
  return [{ ...next, access: { ...next.access, check: 'seen' } }, ended];
}
