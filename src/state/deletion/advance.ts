/** How a run goes on: it takes systems, settles them, and checks itself after the last one. */
import type { Step } from '../kernel/step.ts';
import type { State } from '../state.ts';
import { accessAsked } from './access.ts';
import { checkBegun } from './checking.ts';
import type { Outcome } from './outcome.ts';
import { type Run, stopped, taking, withOutcome } from './run.ts';
import { outcomeRecord, recheck } from './run-effects.ts';

/** Takes further systems where there is room; after the last, the run checks itself. */
export function advanced(state: State, run: Run): Step {
  if (run.finishedAt !== null) return checkBegun({ ...state, deletion: run }, run);
  const [taken, systems] = taking(run);
  const [next, ...checks] = accessAsked(taken);
  return [{ ...state, deletion: next }, ...systems.map(({ systemId }) => recheck(run, systemId)), ...checks];
}

export interface Answered {
  readonly systemId: string;
  readonly now: number;
}

/** Its outcome is known: it is recorded, and the next system is taken. */
export function settleSystem(state: State, run: Run, { systemId, now }: Answered, outcome: Outcome): Step {
  if (!run.inFlight.has(systemId)) return [state];
  const isTokenRefused = 'problem' in outcome && outcome.problem?.kind === 'refused' && outcome.problem.status === 401;
  const after = withOutcome(isTokenRefused ? stopped(run, 'token', now) : run, systemId, outcome, now);
  const [next, ...effects] = advanced({ ...state, now }, after);
  return [next, outcomeRecord(run, systemId, outcome), ...effects];
}
