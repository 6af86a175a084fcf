/** Finds the systems that rollcall disabled, in the files of its runs. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readTimestamp } from '../../../api/timestamp.ts';
import { entryIn } from '../../change/journal/format.ts';
import { isUnread, lookAt, maxBytes } from '../../change/journal/records-file.ts';
import type { Outcome } from '../../change/outcome.ts';
import { type RunKind, runRows } from '../../change/run-kinds.ts';
import { openRegularFile } from '../../kernel/regular-file.ts';
import { isSameService } from '../../session/session.ts';
import type { Disabled, DisabledTimes } from '../../fleet/systems/disabled.ts';

/** How a file left a system. */
interface Left extends Disabled {
  readonly isDisabled: boolean;
  /** By the service's clock, else by this computer's, which may be wrong: in this order they are taken. */
  readonly order: number;
}

/** Lines of plans are longer than all others, and are not looked into. */
const beginnings = ['{"kind":"intent"', '{"kind":"result"'];

/** For this organisation and service. Unreadable files are passed over: the history tells of them. */
export async function findDisabled(folder: string, baseUrl: string, orgId: string): Promise<DisabledTimes> {
  const names = await readdir(folder).catch(() => []);
  const newest = new Map<string, Left>();
  // Without the service's time nobody can say which of two files is the later one.
  const unordered = new Set<string>();
  for (const name of names) {
    if (!name.endsWith('.jsonl')) continue;
    const path = join(folder, name);
    const run = await lookAt(path).catch(() => null);
    if (run === null || isUnread(run)) continue;
    const { mode, does, ...about } = run.header;
    if (
      mode !== 'run' ||
      runRows[does].enables === null ||
      about.orgId !== orgId ||
      !isSameService(about.baseUrl, baseUrl)
    )
      continue;
    for (const [systemId, left] of await leftBy(path, does).catch(() => [])) {
      const before = newest.get(systemId);
      if (left.at === null) unordered.add(systemId);
      if (before === undefined || before.order <= left.order) newest.set(systemId, left);
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
async function leftBy(path: string, does: RunKind): Promise<ReadonlyMap<string, Left>> {
  const all = new Map<string, Left>();
  const file = await openRegularFile(path, maxBytes);
  try {
    for await (const line of file.readLines({ encoding: 'utf8' })) {
      const entry = beginnings.some((beginning) => line.startsWith(beginning)) ? entryIn(line) : null;
      if (entry?.kind === 'intent') {
        const enrolledAtMs = enrolmentIn(entry.record);
        // Until a result says more: what is to be disabled is enabled, and what is to be enabled may be so soon.
        all.set(entry.systemId, { isDisabled: false, at: null, order: Date.parse(entry.at), enrolledAtMs });
      } else if (entry?.kind === 'result') {
        const before = all.get(entry.systemId);
        const isDisabled = leavesDisabled(does, entry.outcome) ?? before?.isDisabled;
        if (isDisabled === undefined) continue;
        const at = entry.serviceAt === undefined ? null : Date.parse(entry.serviceAt);
        const enrolledAtMs = before?.enrolledAtMs ?? null;
        all.set(entry.systemId, { isDisabled, at, order: at ?? Date.parse(entry.at), enrolledAtMs });
      }
    }
  } finally {
    await file.close().catch(() => undefined);
  }
  return all;
}

function enrolmentIn(record: unknown): number | null {
  const text = typeof record === 'object' && record !== null && 'enrolledAt' in record ? record.enrolledAt : null;
  return typeof text === 'string' ? readTimestamp(text) : null;
}
