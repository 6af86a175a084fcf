/** A request that was sent and refused for a while, and is to be sent once more. */
import type { Problem } from '../../api/problem.ts';
import type { Outcome } from './outcome.ts';

/** `refusedBy`: the answer to its first sending. */
export interface PutOff {
  readonly refusedBy?: Problem;
}

/** The outcome of a system whose request was sent before: "not attempted" would be wrong for it. */
export function outcomeOnceSent(
  { inFlight }: { readonly inFlight: ReadonlyMap<string, object> },
  systemId: string,
  outcome: Outcome,
): Outcome {
  const { refusedBy: problem } = (inFlight.get(systemId) ?? {}) as PutOff;
  if (problem === undefined) return outcome;
  if (outcome.kind === 'already' && outcome.isGone !== true) return { kind: 'done' };
  return outcome.kind === 'notAttempted' ? { kind: 'refused', problem } : outcome;
}
