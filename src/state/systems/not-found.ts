/** Tells that a system is not found from other failures of its request. */
import type { Problem } from '../../api/problem.ts';

/** The documented 404: deleted by another person, or no longer visible (specification, "Errors", 3). */
export function isSystemNotFound(problem: Problem): boolean {
  return problem.kind === 'refused' && problem.status === 404 && problem.slug === 'system-not-found';
}
