/** What does `rollcall runs` print? One run a line, the newest first; nothing is asked of a service. */
import { countsWords } from '../screens/deletion/outcome-wording.ts';
import { clean } from '../screens/text/clean.ts';
import { decodeRecord } from '../state/deletion-effects.ts';
import { listRuns } from '../state/run-files.ts';

export async function runsText(folder: string): Promise<string> {
  const runs = await listRuns(folder, decodeRecord);
  if (runs.length === 0) return `No runs yet. Their records will be kept in ${clean(folder)}\n`;
  return runs
    .map(({ path, header, counts, isOpen }) => {
      const what = header.mode === 'preview' ? 'preview' : isOpen ? 'not ended' : 'ended';
      const words = countsWords(counts, header.mode === 'preview');
      return `${clean(header.at.slice(0, 16).replace('T', ' '))} UTC  ${clean(header.orgName)}  ${what}  ${words}\n  ${clean(path)}\n`;
    })
    .join('');
}
