/** How does a shell find the program, and what of it still runs? */
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { type Home, programPath } from '../support/program.ts';

const node = realpathSync(process.execPath);

/** A PATH on which `rollcall` is installed, with the Node of these tests before any other. */
export function pathWithRollcall(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rollcall-bin-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  symlinkSync(programPath, join(folder, 'rollcall'));
  symlinkSync(node, join(folder, 'node'));
  return `${folder}:/usr/bin:/bin`;
}

/** The program and its children that run with this home, by the names of their scripts. */
export function runningIn(home: Home): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => scriptOf(pid, home))
    .sort();
}

/** Resolves when nothing of the program runs with this home any more. */
export async function nothingRunsIn(home: Home): Promise<void> {
  await expect.poll(() => runningIn(home), { timeout: 5000 }).toEqual([]);
}

/** None where the process is not Node's, belongs to another home, or ends while it is looked at. */
function scriptOf(pid: string, home: Home): string[] {
  try {
    const listIn = (file: string): string[] => readFileSync(`/proc/${pid}/${file}`, 'utf8').split('\0');
    if (readlinkSync(`/proc/${pid}/exe`) !== node || !listIn('environ').includes(`HOME=${home.path}`)) return [];
    const [, script = ''] = listIn('cmdline');
    return [basename(script)];
  } catch {
    return [];
  }
}
