/** How fresh what is shown of a system is: from the list, or checked since. */
import type { State } from '../../../state/root/state.ts';
import { isSystemNotFound } from '../../../api/certainty.ts';
import { type Clean, clean } from '../../text/clean.ts';
import { briefProblem } from '../../text/problem-wording.ts';
import { age } from '../../text/quantities.ts';

const minuteMs = 60_000;

/** One sentence. It changes with answers, and with each minute: nothing is drawn while nothing happens. */
export function freshnessOf({ details, list, now }: State, systemId: string): Clean {
  const { checking, checked } = details;
  if (checking === systemId) return clean('Checking with the service…');
  if (checked?.systemId !== systemId) {
    const { since = null } = list.listing.scan ?? {};
    return clean(since === null ? 'As listed.' : `As listed ${ago(now - since)}.`);
  }
  const { problem, at } = checked;
  if (problem === null || isSystemNotFound(problem)) return clean(`Checked with the service ${ago(now - at)}.`);
  return clean(`Not checked: ${briefProblem(problem)}.`);
}

function ago(ms: number): string {
  return ms < minuteMs ? 'just now' : `${age(ms)} ago`;
}
