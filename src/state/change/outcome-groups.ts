/** Groups the outcomes of a run, and lists the rows to show. */
import { memoize } from '../kernel/store.ts';
import type { Outcome, OutcomeGroup } from './outcome.ts';
import { isGoing, type Run, type Settled } from './run.ts';

const groupOf: Readonly<Record<Outcome['kind'], Exclude<OutcomeGroup, 'all'>>> = {
  ...{ refused: 'attention', failed: 'attention', unknown: 'attention', notAttempted: 'attention' },
  ...{ kept: 'kept', already: 'already', done: 'done', would: 'done' },
};

/** Left out by a stop: there is nothing to look into, and only `all` has them. */
function isLeftOut(outcome: Outcome): boolean {
  return outcome.kind === 'notAttempted' && outcome.problem === null && outcome.why === undefined;
}

/** In the order in which the systems ended; `all` starts with those that need attention, and those left out. */
export function groupsIn({ settled }: Pick<Run, 'settled'>): Readonly<Record<OutcomeGroup, readonly Settled[]>> {
  return groupsOf(settled);
}

const groupsOf = memoize((settled: readonly Settled[]) => {
  const groups: Record<Exclude<OutcomeGroup, 'all'>, Settled[]> = { attention: [], kept: [], already: [], done: [] };
  const leftOut: Settled[] = [];
  for (const one of settled) (isLeftOut(one.outcome) ? leftOut : groups[groupOf[one.outcome.kind]]).push(one);
  const { attention, kept, already, done } = groups;
  return { ...groups, all: [...attention, ...leftOut, ...kept, ...already, ...done] };
});

/** Outcomes that may be retried: they need attention, or were left out. Oldest first, so that no row moves when others are added. */
export function troublesIn({ settled }: Pick<Run, 'settled'>): readonly Settled[] {
  return troublesOf(settled);
}

const troublesOf = memoize((settled: readonly Settled[]) =>
  settled.filter(({ outcome }) => groupOf[outcome.kind] === 'attention'),
);

/** The chosen group; by default `attention`, or `all` if nothing needs attention. */
export function groupShown(run: Run): OutcomeGroup {
  return run.group ?? (groupsIn(run).attention.length > 0 ? 'attention' : 'all');
}

/** While the run is in progress, only outcomes that need attention; afterwards the chosen group. */
export function rowsShown(run: Run): readonly Settled[] {
  return groupsIn(run)[isGoing(run) ? 'attention' : groupShown(run)];
}
