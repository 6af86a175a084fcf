/** What does `rollcall runs` print? One run a line, the newest first; nothing is asked of a service. */
import { countsWords } from '../screens/deletion/outcome-wording.ts';
import { clean } from '../screens/text/clean.ts';
import { decodeRecord } from '../state/deletion-effects.ts';
import { listRuns, type RunStage } from '../state/run-files.ts';
import { isHeld } from './run-lock.ts';

const stageWords: Record<RunStage, string> = { ended: 'ended', going: 'going on', cutOff: 'not ended' };

export async function runsText(folder: string): Promise<string> {
  const runs = await listRuns(folder, decodeRecord, (baseUrl, orgId) => isHeld(folder, baseUrl, orgId));
  if (runs.length === 0) return `No runs yet. Their records will be kept in ${clean(folder)}\n`;
  return runs
    .map(({ path, header, counts, stage }) => {
      const what = header.mode === 'preview' ? 'preview' : stageWords[stage];
      const words = countsWords(counts, header.mode === 'preview');
      return `${clean(header.at.slice(0, 16).replace('T', ' '))} UTC  ${clean(header.orgName)}  ${what}  ${words}\n  ${clean(path)}\n`;
    })
    .join('');
}
