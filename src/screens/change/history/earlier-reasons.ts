/** How earlier runs left a system, for the verdict on it. */
import type { System } from '../../../api/system.ts';
import { runRows } from '../../../state/change/run-kinds.ts';
import type { EarlierOutcome } from '../../../state/change/runs/earlier.ts';
import type { State } from '../../../state/root/state.ts';
import type { Reason } from '../../screen-definition.ts';
import { clean } from '../../text/clean.ts';
import { exact } from '../../text/quantities.ts';
import { reasonFor } from '../outcome-wording.ts';

/** Older ones are in the history. */
const mostEarlier = 3;

export function earlierReasons({ runs: { earlier } }: State, { systemId }: System): readonly Reason[] {
  return typeof earlier === 'string' ? [] : reasonsOf(earlier.get(systemId) ?? []);
}

/** The newest first. */
export function reasonsOf(earlier: readonly EarlierOutcome[]): readonly Reason[] {
  const shown = earlier.slice(0, mostEarlier).map((one, index) => {
    return reason(index === 0 ? 'EARLIER' : '', `${exact(one.at).slice(0, 10)} ${earlierWords(one)}`);
  });
  const more = earlier.length - shown.length;
  return more === 0 ? shown : [...shown, reason('', `${more} more in the history (E)`)];
}

function reason(name: string, value: string): Reason {
  return { name: clean(name), value: clean(value), tone: 'plain' };
}

function earlierWords({ does, outcome }: EarlierOutcome): string {
  if (outcome.kind === 'kept') return reasonFor(outcome, does);
  return `${runRows[does].words.failed}: ${reasonFor(outcome, does)}`;
}
