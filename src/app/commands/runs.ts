/** Prints the records of deletions, disabling and enabling, the newest first, and each file that cannot be read (`rollcall runs`); asks no service. */
import process from 'node:process';
import { writtenCounts } from '../../state/change/journal/written-outcomes.ts';
import { countsWords } from '../../screens/removal/deletion/outcome-wording.ts';
import { clean } from '../../screens/text/clean.ts';
import { decodeRecord } from '../../state/removal/deletion/effects.ts';
import { safeJson } from '../../state/kernel/hidden-characters.ts';
import { grouped } from '../../state/kernel/format-number.ts';
import { listRuns, type RunStage, type RunsRow, type RunSummary } from '../../state/change/runs/files.ts';
import { defaultProfile } from '../../state/account/profiles/names.ts';
import { isUnread, reasonWords, type UnreadRecords } from '../../state/change/journal/records-file.ts';
import type { Flags } from '../cli/flags.ts';
import { print } from '../cli/print.ts';
import { unusedSettings } from '../cli/startup.ts';
import { isOrganisationLocked } from '../storage/lock.ts';
import { openPreferences } from '../storage/preferences/preferences.ts';
import { ownRunsFolder } from '../storage/folders.ts';

/** Answers the exit code. */
export async function runsCommand({ demo: isDemo, json }: Pick<Flags, 'demo' | 'json'>): Promise<number> {
  const { fault } = isDemo ? { fault: null } : await openPreferences(defaultProfile);
  if (fault !== null) {
    process.stderr.write(`rollcall: ${clean(unusedSettings(fault))}\n`);
    return 2;
  }
  const folder = await ownRunsFolder(isDemo).catch((error: unknown) => error);
  if (typeof folder === 'string') {
    await print(json ? await runsAsJson(folder, isDemo) : await runsText(folder, isDemo));
    return 0;
  }
  process.stderr.write(`rollcall: ${clean(folder instanceof Error ? folder.message : '')}\n`);
  return 1;
}

function runsIn(folder: string, isDemo: boolean): Promise<readonly RunsRow[]> {
  return listRuns(folder, decodeRecord, (baseUrl, orgId) => isOrganisationLocked(isDemo, baseUrl, orgId));
}

/** An array, the newest first: each run with its counts, or the file with the reason why it cannot be read. */
async function runsAsJson(folder: string, isDemo: boolean): Promise<string> {
  const rows = (await runsIn(folder, isDemo)).map((row) => {
    if (isUnread(row)) {
      const { path, orgId, orgName, bytes, inDoubt, changedMs } = row;
      const changedAt = changedMs === null ? null : new Date(changedMs).toISOString();
      return { path, orgId, orgName, state: 'unreadable', reason: reasonWords(row.why), changedAt, bytes, inDoubt };
    }
    const { path, header, counts, stage } = row;
    const { at: startedAt, does, baseUrl, orgId, orgName, mode, version } = header;
    const state = stageNames[stage];
    return {
      path,
      startedAt,
      does,
      baseUrl,
      orgId,
      orgName,
      isPreview: mode === 'preview',
      state,
      counts: writtenCounts(counts, does),
      version,
    };
  });
  return `${safeJson(rows)}\n`;
}

const stageNames: Record<RunStage, string> = { ended: 'finished', going: 'in progress', cutOff: 'interrupted' };

async function runsText(folder: string, isDemo: boolean): Promise<string> {
  const runs = await runsIn(folder, isDemo);
  if (runs.length === 0)
    return `Nothing was deleted or disabled yet. rollcall saves their records in ${clean(folder)}\n`;
  return runs.map((row) => (isUnread(row) ? unreadText(row) : runText(row))).join('');
}

function runText({ path, header, counts, stage }: RunSummary): string {
  const { does, mode } = header;
  const what = mode === 'preview' ? 'preview' : stageNames[stage];
  const words = countsWords(counts, { kind: does, isPreview: mode === 'preview' });
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
