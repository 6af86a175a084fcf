/** What is printed once the terminal is given back? What a run did, what did not end well, and where its records are. */
import { countsLine } from '../screens/deletion/outcome-wording.ts';
import { clean } from '../screens/text/clean.ts';
import { failedIn, type Run } from '../state/run.ts';
import type { State } from '../state/state.ts';
import { linesOf } from './run-report.ts';

/** More than a screen of them is read in the records. */
const mostFailures = 20;

/** Nothing where nothing was deleted in this session. */
export function lastWords({ run }: State): string {
  if (run === null || run.isEarlier) return '';
  const what = run.isPreview ? 'Preview, nothing was deleted' : 'Deletion';
  const counts = `${what}, ${clean(run.organisation.orgName)}: ${countsLine(run)}\n`;
  const records = run.journalPath === null ? '' : `Records: ${clean(run.journalPath)}\n`;
  const open = run.finishedAt === null ? 'The next start asks the service what became of those in flight.\n' : '';
  return counts + open + failures(run) + records + unrecorded(run);
}

function failures(run: Run): string {
  // What was never tried has no reason of its own.
  const failed = failedIn(run).filter(({ outcome }) => outcome.kind !== 'notAttempted');
  const rest = failed.length - mostFailures;
  return linesOf(failed.slice(0, mostFailures)) + (rest > 0 ? `… and ${rest} more in the records\n` : '');
}

/** This is the last place where they can be kept. */
function unrecorded({ settled, unrecorded, journalFault }: Run): string {
  if (unrecorded.size === 0) return '';
  const lines = linesOf(settled.filter(({ system }) => unrecorded.has(system.systemId)));
  return `These outcomes could not be written to the records (${journalFault ?? 'unknown'}). Keep them:\n${lines}`;
}
