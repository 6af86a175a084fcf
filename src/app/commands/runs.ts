/** Prints the records of deletions, the newest first, and each file that cannot be read (`rollcall runs`); asks no service. */
import process from 'node:process';
import { countsWords } from '../../screens/deletion/outcome-wording.ts';
import { clean } from '../../screens/text/clean.ts';
import { decodeRecord } from '../../state/deletion/effects.ts';
import { grouped } from '../../state/kernel/format-number.ts';
import { listRuns, type RunStage, type RunSummary } from '../../state/deletion/runs/files.ts';
import { isUnread, reasonWords, type UnreadRecords } from '../../state/deletion/journal/records-file.ts';
import { print } from '../cli/print.ts';
import { isOrganisationLocked } from '../storage/lock.ts';
import { ownRunsFolder } from '../storage/folders.ts';

const stageWords: Record<RunStage, string> = { ended: 'ended', going: 'going on', cutOff: 'not ended' };

/** Answers the exit code. */
export async function runsCommand(isDemo: boolean): Promise<number> {
  const folder = await ownRunsFolder(isDemo).catch((error: unknown) => error);
  if (typeof folder === 'string') {
    await print(await runsText(folder, isDemo));
    return 0;
  }
  process.stderr.write(`rollcall: ${clean(folder instanceof Error ? folder.message : '')}\n`);
  return 1;
}

async function runsText(folder: string, isDemo: boolean): Promise<string> {
  const runs = await listRuns(folder, decodeRecord, (baseUrl, orgId) => isOrganisationLocked(isDemo, baseUrl, orgId));
  if (runs.length === 0) return `No runs yet. Their records will be kept in ${clean(folder)}\n`;
  return runs.map((row) => (isUnread(row) ? unreadText(row) : runText(row))).join('');
}

function runText({ path, header, counts, stage }: RunSummary): string {
  const what = header.mode === 'preview' ? 'preview' : stageWords[stage];
  const words = countsWords(counts, header.mode === 'preview');
  return `${timeIn(header.at)}  ${clean(header.orgName)}  ${what}  ${words}\n  ${clean(path)}\n`;
}

function unreadText(file: UnreadRecords): string {
  const { path, orgName, orgId, changedMs, bytes, inDoubt } = file;
  const time = changedMs === null ? '' : `${timeIn(new Date(changedMs).toISOString())}  `;
  const size = bytes === null ? '' : ` · ${grouped(bytes)} bytes`;
  const doubt = inDoubt === null ? '' : ` · ${grouped(inDoubt)} in doubt`;
  const whose = clean(orgName ?? orgId ?? 'unknown organisation');
  return `${time}${whose}  not read  ${clean(reasonWords(file.why))}${doubt}${size}\n  ${clean(path)}\n`;
}

function timeIn(at: string): string {
  return `${clean(at.slice(0, 16).replace('T', ' '))} UTC`;
}
