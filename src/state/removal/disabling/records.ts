/** Finds the systems that rollcall disabled, in the files of its runs. */
import { readTimestamp } from '../../../api/timestamp.ts';
import type { IntentLine, ResultLine } from '../../change/journal/format.ts';
import { readEach } from '../../change/runs/files.ts';
import type { Outcome } from '../../change/outcome.ts';
import { type RunKind, runRows } from '../../change/run-kinds.ts';
import type { Disabled, DisabledTimes } from '../../fleet/systems/disabled.ts';

/** How a file left a system. */
interface Left extends Disabled {
  readonly isDisabled: boolean;
  /** By the service's clock, else by this computer's, which may be wrong: in this order they are taken. */
  readonly order: number;
}

/** For this organisation and service. */
export async function findDisabled(folder: string, baseUrl: string, orgId: string): Promise<DisabledTimes> {
  const newest = new Map<string, Left>();
  // Without the service's time nobody can say which of two files is the later one.
  const unordered = new Set<string>();
  for await (const all of readEach(folder, { baseUrl, orgId, kinds: ['intent', 'result'], read: leftBy })) {
    for (const [systemId, left] of all) {
      const before = newest.get(systemId);
      if (left.at === null) unordered.add(systemId);
      if (before === undefined || before.order < left.order) newest.set(systemId, left);
    }
  }
  return new Map(
    [...newest].flatMap(([systemId, { isDisabled, at, enrolledAtMs }]) =>
      isDisabled ? [[systemId, { at: unordered.has(systemId) ? null : at, enrolledAtMs }]] : [],
    ),
  );
}

/**
 * State that an outcome leaves. True: disabled; false: enabled then, or perhaps; null: not said. A system disabled
 * already is as it was left.
 */
export function leavesDisabled(run: RunKind, outcome: Outcome): boolean | null {
  const { enables } = runRows[run];
  if (enables === null) return null;
  switch (outcome.kind) {
    case 'done':
      return !enables;
    case 'already':
      return enables && outcome.isGone !== true ? false : null;
    case 'refused':
    case 'failed':
    case 'unknown':
      return false;
    case 'kept':
    case 'notAttempted':
    case 'would':
      return null;
  }
}

/** The file's last word on each system, where that says what became of it. */
async function leftBy(
  entries: AsyncIterable<IntentLine | ResultLine>,
  does: RunKind,
): Promise<ReadonlyMap<string, Left>> {
  const all = new Map<string, Left>();
  if (runRows[does].enables === null) return all;
  for await (const entry of entries) {
    const { id } = entry;
    if (entry.kind === 'intent') {
      const enrolledAtMs = enrolmentIn(entry.was);
      // Until a result says more: what is to be disabled is enabled, and what is to be enabled may be so soon.
      all.set(id, { isDisabled: false, at: null, order: Date.parse(entry.at), enrolledAtMs });
      continue;
    }
    const before = all.get(id);
    const isDisabled = leavesDisabled(does, entry.outcome) ?? before?.isDisabled;
    if (isDisabled === undefined) continue;
    const at = entry.serviceAt === undefined ? null : Date.parse(entry.serviceAt);
    all.set(id, {
      isDisabled,
      at,
      order: at ?? Date.parse(entry.at),
      enrolledAtMs: before?.enrolledAtMs ?? null,
    });
  }
  return all;
}

function enrolmentIn(record: unknown): number | null {
  const text = typeof record === 'object' && record !== null && 'enrolledAt' in record ? record.enrolledAt : null;
  return typeof text === 'string' ? readTimestamp(text) : null;
}
