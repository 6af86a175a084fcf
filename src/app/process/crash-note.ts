/** Where is a mistake of the program written down, so that it can be reported? In a file that holds no secret. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { requireOwnFolder } from '../storage/private-folder.ts';

/** The path of the note; null where nothing can be written. `report` is scrubbed already. */
export function writeCrashNote(folder: string, report: string): string | null {
  try {
    requireOwnFolder(folder);
    const path = join(folder, `crash-${new Date().toISOString().replaceAll(':', '-')}-${process.pid}.txt`);
    writeFileSync(path, report, { flag: 'wx', mode: 0o600 });
    return path;
  } catch {
    return null;
  }
}
