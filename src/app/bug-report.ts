/** What is said when the program ends because of a mistake in it, and where is that written down? */
import process from 'node:process';
import { clean } from '../screens/text/clean.ts';
import { writeCrashNote } from './crash-note.ts';
import { notesFolder } from './folders.ts';
import { withoutSecrets } from './redact.ts';
import { version } from './version.ts';

/** The terminal is given back already. Rejects never: what cannot be written down is printed all the same. */
export async function endWithBug(error: unknown, token: string | null): Promise<never> {
  const report = withoutSecrets(bugReport(error), token);
  const folder = await notesFolder().catch(() => null);
  const path = folder === null ? null : writeCrashNote(folder, report);
  process.stderr.write(
    report + (path === null ? '' : `This is also in ${clean(path)}, for a report of the mistake.\n`),
  );
  process.exit(1);
}

/** The mistake's own words and the places in the program, made safe to print. No value of the session is among them. */
export function bugReport(error: unknown): string {
  const what = error instanceof Error ? error : new Error(typeof error === 'string' ? error : 'unknown');
  const places = (what.stack ?? '')
    .split('\n')
    .filter((line) => line.startsWith('    at '))
    .slice(0, 8);
  const lines = [
    `rollcall ${version} ended because of a mistake in it: ${clean(what.message)}`,
    ...places.map((line) => clean(line)),
    'A deletion that was under way may have been carried out; its file of records says what was begun.',
  ];
  return `${lines.join('\n')}\n`;
}
