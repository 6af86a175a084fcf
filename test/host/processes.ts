/** Finds the processes of a home folder by their environment, which children inherit. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';
import { expect } from 'vitest';

interface RunningProcess {
  readonly pid: number;
  /** The name of the file that is run. */
  readonly program: string;
  readonly args: readonly string[];
}

export function processesIn(home: string): RunningProcess[] {
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return ids.flatMap((id) => processOf(Number(id), home));
}

/** Rollcall and its children, by the names of their scripts. */
export function rollcallsIn(home: string): string[] {
  return processesIn(home)
    .filter(({ program }) => program === 'node')
    .map(({ args: [script = ''] }) => basename(script))
    .sort();
}

/** Resolves when nothing of rollcall runs any more. */
export async function noRollcallRunsIn(home: string): Promise<void> {
  await expect.poll(() => rollcallsIn(home)).toEqual([]);
}

/** None where the home is another one, where this user may not know, or where the process has just ended. */
function processOf(pid: number, home: string): RunningProcess[] {
  try {
    const listIn = (file: string): string[] => readFileSync(`/proc/${pid}/${file}`, 'utf8').split('\0');
    if (!listIn('environ').includes(`HOME=${home}`)) return [];
    const [, ...args] = listIn('cmdline');
    return [{ pid, program: basename(readlinkSync(`/proc/${pid}/exe`)), args }];
  } catch {
    return [];
  }
}
