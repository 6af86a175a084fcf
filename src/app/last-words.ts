/** What is printed once the terminal is given back? What a run did, and where its records are. */
import type { State } from '../state/state.ts';
import { countsLine } from '../screens/deletion/outcome-wording.ts';
import { clean } from '../screens/text/clean.ts';

/** One or two lines, or none where nothing was deleted. */
export function lastWords({ run }: State): string {
  if (run === null) return '';
  const what = run.isPreview ? 'Preview, nothing was deleted' : 'Deletion';
  const counts = `${what}, ${clean(run.organisation.orgName)}: ${countsLine(run)}`;
  return run.journalPath === null ? `${counts}\n` : `${counts}\nRecords: ${clean(run.journalPath)}\n`;
}
