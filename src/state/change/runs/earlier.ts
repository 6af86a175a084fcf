/** Finds how earlier runs left the systems of an organisation that they kept, or to which it was not done. */
import type { JournalEntry } from '../journal/format.ts';
import type { RunKind } from '../run-kinds.ts';
import { readEach } from './files.ts';
import { isAchieved, type Outcome } from '../outcome.ts';

/** `at`: milliseconds since 1970. */
export interface EarlierOutcome {
  readonly at: number;
  readonly does: RunKind;
  readonly outcome: Outcome;
}

/** By the id of the system, the newest first. */
export type EarlierOutcomes = ReadonlyMap<string, readonly EarlierOutcome[]>;

/** Limit of files, the newest: nobody asks here about older runs, and the history has them all. */
const mostFiles = 50;

export async function findEarlier(folder: string, baseUrl: string, orgId: string): Promise<EarlierOutcomes> {
  const found = new Map<string, EarlierOutcome[]>();
  let files = 0;
  for await (const outcomes of readEach(folder, { baseUrl, orgId, kinds: ['result'], read: outcomesIn })) {
    for (const [systemId, one] of outcomes) {
      const before = found.get(systemId);
      if (before === undefined) found.set(systemId, [one]);
      else before.push(one);
    }
    files++;
    if (files === mostFiles) break;
  }
  for (const outcomes of found.values()) outcomes.sort((a, b) => b.at - a.at);
  return found;
}

/** The last outcome of each system, where it was not done as meant: systems never taken are left out, too. */
async function outcomesIn(
  results: AsyncIterable<Extract<JournalEntry, { readonly kind: 'result' }>>,
  does: RunKind,
): Promise<ReadonlyMap<string, EarlierOutcome>> {
  const outcomes = new Map<string, EarlierOutcome>();
  for await (const { systemId, at, outcome } of results) {
    const isLeft = !isAchieved(outcome) && outcome.kind !== 'notAttempted' && outcome.kind !== 'would';
    if (isLeft) outcomes.set(systemId, { at: Date.parse(at), does, outcome });
    else outcomes.delete(systemId);
  }
  return outcomes;
}
