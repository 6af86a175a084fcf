/** The outcomes of a run in groups, and the rows of its list. */
import { memoize } from '../kernel/store.ts';
import type { Outcome, OutcomeGroup } from './outcome.ts';
import { isGoing, type Run, type Settled } from './run.ts';

const groupOf: Readonly<Record<Outcome['kind'], Exclude<OutcomeGroup, 'all'>>> = {
  ...{ refused: 'attention', failed: 'attention', unknown: 'attention', notAttempted: 'attention' },
  ...{ kept: 'kept', already: 'already', done: 'done', would: 'done' },
};

/** The systems of each group, in the order in which they ended; all of them: what needs attention first. */
export function groupsIn({ settled }: Pick<Run, 'settled'>): Readonly<Record<OutcomeGroup, readonly Settled[]>> {
  return groupsOf(settled);
}

const groupsOf = memoize((settled: readonly Settled[]) => {
  const groups: Record<Exclude<OutcomeGroup, 'all'>, Settled[]> = { attention: [], kept: [], already: [], done: [] };
  for (const one of settled) groups[groupOf[one.outcome.kind]].push(one);
  const { attention, kept, already, done } = groups;
  return { ...groups, all: [...attention, ...kept, ...already, ...done] };
});

/** Outcomes that need attention, and may be retried, the first one first: a row stays in place while others join it. */
export function troublesIn({ settled }: Pick<Run, 'settled'>): readonly Settled[] {
  return troublesOf(settled);
}

const troublesOf = memoize((settled: readonly Settled[]) =>
  settled.filter(({ outcome }) => groupOf[outcome.kind] === 'attention'),
);

/** The group on the screen: the one that was chosen, else what needs attention, else all. */
export function groupShown(run: Run): OutcomeGroup {
  return run.group ?? (groupsIn(run).attention.length > 0 ? 'attention' : 'all');
}

/** The rows of its list: what needs attention while it goes on, a group of its outcomes after that. */
export function rowsShown(run: Run): readonly Settled[] {
  return isGoing(run) ? troublesIn(run) : groupsIn(run)[groupShown(run)];
}
