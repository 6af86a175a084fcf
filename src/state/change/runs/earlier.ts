/** Finds how earlier runs left the systems of an organisation that they kept, or to which it was not done. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openRegularFile } from '../../kernel/regular-file.ts';
import { isSameService } from '../../session/session.ts';
import { entryIn } from '../journal/format.ts';
import { inTodaysWords } from '../journal/read.ts';
import { isUnread, lookAt, maxBytes } from '../journal/records-file.ts';
import type { RunKind } from '../run-kinds.ts';
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

/** Lines of plans and of records are longer than all others, and are not looked into. */
const beginning = '{"kind":"result"';

/** Unreadable files are passed over: the history tells of them. */
export async function findEarlier(folder: string, baseUrl: string, orgId: string): Promise<EarlierOutcomes> {
  const names = await readdir(folder).catch(() => []);
  const found = new Map<string, EarlierOutcome[]>();
  let files = 0;
  for (const name of names
    .filter((one) => one.endsWith('.jsonl'))
    .sort()
    .reverse()) {
    if (files === mostFiles) break;
    const path = join(folder, name);
    const run = await lookAt(path).catch(() => null);
    if (run === null || isUnread(run)) continue;
    const { mode, does, ...of } = run.header;
    if (mode !== 'run' || of.orgId !== orgId || !isSameService(of.baseUrl, baseUrl)) continue;
    files++;
    for (const [systemId, one] of await outcomesIn(path, does).catch(() => [])) {
      const before = found.get(systemId);
      if (before === undefined) found.set(systemId, [one]);
      else before.push(one);
    }
  }
  for (const outcomes of found.values()) outcomes.sort((a, b) => b.at - a.at);
  return found;
}

/** The last outcome of each system, where it was not done as meant: systems never taken are left out, too. */
async function outcomesIn(path: string, does: RunKind): Promise<ReadonlyMap<string, EarlierOutcome>> {
  const outcomes = new Map<string, EarlierOutcome>();
  const file = await openRegularFile(path, maxBytes);
  try {
    for await (const line of file.readLines({ encoding: 'utf8' })) {
      const entry = line.startsWith(beginning) ? entryIn(line) : null;
      if (entry?.kind !== 'result') continue;
      const outcome = inTodaysWords(entry.outcome);
      const isLeft = !isAchieved(outcome) && outcome.kind !== 'notAttempted' && outcome.kind !== 'would';
      if (isLeft) outcomes.set(entry.systemId, { at: Date.parse(entry.at), does, outcome });
      else outcomes.delete(entry.systemId);
    }
  } finally {
    await file.close().catch(() => undefined);
  }
  return outcomes;
}
