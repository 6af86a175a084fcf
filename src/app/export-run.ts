/** Where are the files of an exported run? In the folder the person works in, else beside the records. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import type { Run } from '../state/run.ts';
import { csvOf, jsonOf } from './run-report.ts';

/** Answers the paths. Mode 0600; a file that is there is never written over. Rejects as `fs` does where neither folder takes them. */
export async function exportRun(run: Run, fallback: () => Promise<string>): Promise<readonly string[]> {
  try {
    return await savedIn(process.cwd(), run);
  } catch {
    const folder = await fallback();
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return savedIn(folder, run);
  }
}

async function savedIn(folder: string, run: Run): Promise<readonly string[]> {
  const time = new Date(run.startedAt ?? run.finishedAt ?? 0).toISOString().slice(0, 19).replaceAll(':', '-');
  for (let attempt = 1; ; attempt++) {
    const name = `rollcall-run-${time}${attempt === 1 ? '' : `-${attempt}`}`;
    const csv = join(folder, `${name}.csv`);
    const json = join(folder, `${name}.json`);
    try {
      await writeFile(csv, csvOf(run), { flag: 'wx', mode: 0o600 });
      await writeFile(json, jsonOf(run), { flag: 'wx', mode: 0o600 });
      return [csv, json];
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}
