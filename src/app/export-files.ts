/** Where are exported files? In the folder the person works in, else beside the records. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { errorCode } from '../state/error-code.ts';

export interface Exported {
  /** What is in them, and when: `run-2026-11-21T16-02-11`. */
  readonly name: string;
  readonly csv: string;
  readonly json: string;
}

/** Answers the paths. Mode 0600; a file that is there is never written over. Rejects as `fs` does where neither folder takes them. */
export async function writeExport(exported: Exported, fallback: () => Promise<string>): Promise<readonly string[]> {
  try {
    return await savedIn(process.cwd(), exported);
  } catch {
    const folder = await fallback();
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return savedIn(folder, exported);
  }
}

/** A time as it stands in names of files. */
export function timeInName(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replaceAll(':', '-');
}

async function savedIn(folder: string, { name, csv, json }: Exported): Promise<readonly string[]> {
  for (let attempt = 1; ; attempt++) {
    const base = join(folder, `rollcall-${name}${attempt === 1 ? '' : `-${attempt}`}`);
    const paths = [`${base}.csv`, `${base}.json`] as const;
    try {
      await writeFile(paths[0], csv, { flag: 'wx', mode: 0o600 });
      await writeFile(paths[1], json, { flag: 'wx', mode: 0o600 });
      return paths;
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error;
    }
  }
}
