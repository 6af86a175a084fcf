/** Finds the systems that rollcall disabled, in the files of its runs. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { entryIn } from '../deletion/journal/format.ts';
import { isUnread, lookAt, maxBytes } from '../deletion/journal/records-file.ts';
import type { Outcome } from '../deletion/outcome.ts';
import { openRegularFile } from '../kernel/regular-file.ts';
import { isSameService } from '../sign-in/session.ts';

/** When each system was disabled, by its id, in milliseconds since 1970; without those that rollcall enabled since. */
export type DisabledTimes = ReadonlyMap<string, number>;

interface Ended {
  readonly at: number;
  readonly outcome: Outcome;
}

/** Lines of plans and of records are longer than all others, and are not looked into. */
const beginning = '{"kind":"result"';

/** Of this organisation and service. What cannot be read is passed over: the history tells of it. */
export async function findDisabled(folder: string, baseUrl: string, orgId: string): Promise<DisabledTimes> {
  const names = await readdir(folder).catch(() => []);
  const newest = new Map<string, Ended>();
  for (const name of names) {
    if (!name.endsWith('.jsonl')) continue;
    const path = join(folder, name);
    const run = await lookAt(path).catch(() => null);
    if (run === null || isUnread(run)) continue;
    const { mode, does, ...about } = run.header;
    if (mode !== 'run' || does === 'delete' || about.orgId !== orgId || !isSameService(about.baseUrl, baseUrl))
      continue;
    for (const [systemId, ended] of await endsIn(path).catch(() => [])) {
      const before = newest.get(systemId);
      if (before === undefined || before.at <= ended.at) newest.set(systemId, ended);
    }
  }
  return new Map([...newest].flatMap(([systemId, { at, outcome }]) => (isDisabled(outcome) ? [[systemId, at]] : [])));
}

function isDisabled({ kind }: Outcome): boolean {
  return kind === 'disabled';
}

/** Does it say what rollcall has made of the system? One that was so already is as it was left. */
export function isSwitched({ kind }: Outcome): boolean {
  return kind === 'disabled' || kind === 'enabled' || kind === 'alreadyEnabled';
}

/** Of each system what was said last in the file, where that says what became of it. */
async function endsIn(path: string): Promise<ReadonlyMap<string, Ended>> {
  const ends = new Map<string, Ended>();
  const file = await openRegularFile(path, maxBytes);
  try {
    for await (const line of file.readLines({ encoding: 'utf8' })) {
      const entry = line.startsWith(beginning) ? entryIn(line) : null;
      if (entry?.kind !== 'result') continue;
      const { systemId, outcome } = entry;
      if (isSwitched(outcome)) ends.set(systemId, { at: Date.parse(entry.at), outcome });
      else ends.delete(systemId);
    }
  } finally {
    await file.close().catch(() => undefined);
  }
  return ends;
}
