/** Prints the history, the newest first: runs, requests, and each file that cannot be read (`rollcall runs`); asks no service. */
import type { HistoryRow } from '../../state/change/history/feature.ts';
import process from 'node:process';
import { standingWithStatus } from '../../screens/change/history/standing-words.ts';
import { countsWords, peopleWords } from '../../screens/change/outcome-wording.ts';
import { clean } from '../../screens/text/clean.ts';
import { decodeRecord } from '../../state/change/runs/effects.ts';
import { safeJson } from '../../state/kernel/hidden-characters.ts';
import { grouped } from '../../state/kernel/spelling.ts';
import { historyOf, isRequest, matching, pathOf, standingOf } from '../../state/change/history/rows.ts';
import type { RequestSummary } from '../../state/change/journal/request-record.ts';
import { basename } from 'node:path';
import { pastRun } from '../../state/change/runs/recover.ts';
import { listRuns, readRunNow, type RunStage, type RunSummary } from '../../state/change/runs/files.ts';
import { defaultProfile } from '../../state/session/profile-settings.ts';
import { isUnread, reasonWords, type UnreadRecords, unusedFolder } from '../../state/change/journal/records-file.ts';
import type { Flags, RecordFormat } from '../cli/flags.ts';
import { reportText } from './record-report.ts';
import { print } from '../cli/print.ts';
import { unusedSettings } from '../cli/startup.ts';
import { isOrganisationLocked } from '../storage/lock.ts';
import { openPreferences } from '../storage/preferences/preferences.ts';
import { ownRunsFolder } from '../storage/folders.ts';
import { requestRecordsHere } from '../storage/request-records.ts';

/** Answers the exit code. */
export async function runsCommand(
  flags: Pick<Flags, 'demo' | 'json' | 'filter' | 'recordFormat' | 'words'>,
): Promise<number> {
  const { demo: isDemo, json, filter = '', recordFormat, words } = flags;
  const { fault } = isDemo ? { fault: null } : await openPreferences(defaultProfile);
  if (fault !== null) {
    process.stderr.write(`rollcall: ${clean(unusedSettings(fault))}\n`);
    return 2;
  }
  const folder = await ownRunsFolder(isDemo).catch((error: unknown) => error);
  if (typeof folder === 'string') {
    const all = await historyIn(folder, isDemo);
    if (recordFormat !== null) return printRecord(all, words[0] ?? '', recordFormat, isDemo);
    const rows = matching(all, filter);
    await print(json ? `${safeJson(rows.map(rowAsJson))}\n` : rowsText(rows, all.length, folder));
    return 0;
  }
  process.stderr.write(`rollcall: ${clean(folder instanceof Error ? folder.message : '')}\n`);
  return 1;
}

/** The record whose file, or whose request, has this name or this beginning of it. Answers the exit code. */
async function printRecord(
  all: readonly HistoryRow[],
  id: string,
  format: RecordFormat,
  isDemo: boolean,
): Promise<number> {
  const named = all.filter((row) => namesOf(row).includes(id));
  const found = named.length > 0 ? named : all.filter((row) => namesOf(row).some((name) => name.startsWith(id)));
  const [row, ...others] = found;
  if (row === undefined || others.length > 0) {
    const which = row === undefined ? 'No record has this id' : `${grouped(found.length)} records begin so`;
    return failed(`${which}. rollcall runs lists them with their files.`);
  }
  if (!isRequest(row) && isUnread(row)) return failed(`This record cannot be read: ${reasonWords(row.why)}.`);
  const isLocked = (baseUrl: string, orgId: string): Promise<boolean> => isOrganisationLocked(isDemo, baseUrl, orgId);
  const read = isRequest(row)
    ? await requestRecordsHere(isDemo).read(row)
    : await readRunNow(row.path, decodeRecord, isLocked);
  if (read === null) return failed('This record cannot be read any more.');
  await print(reportText('stage' in read ? pastRun(0, read.record, row.path, read.stage) : read, format));
  return 0;
}

function namesOf(row: HistoryRow): readonly string[] {
  const file = basename(row.path);
  // As the name of a file has it: `2026-11-21T16-02-11`.
  if (isRequest(row)) return [row.id, row.at.slice(0, 19).replaceAll(':', '-')];
  return [row.path, file, file.replace(/\.jsonl$/, '')];
}

function failed(sentence: string): number {
  process.stderr.write(`rollcall: ${clean(sentence)}\n`);
  return 1;
}

async function historyIn(folder: string, isDemo: boolean): Promise<readonly HistoryRow[]> {
  const isLocked = (baseUrl: string, orgId: string): Promise<boolean> => isOrganisationLocked(isDemo, baseUrl, orgId);
  const requests = requestRecordsHere(isDemo).list();
  const kept = requests.catch((error: unknown) => ({ requests: [], damaged: 0, unread: [unusedFolder(error)] }));
  return historyOf(await listRuns(folder, decodeRecord, isLocked), await kept).rows;
}

/** A run with its counts, a request with its outcome, or a file with the reason why it cannot be read. */
function rowAsJson(row: HistoryRow): object {
  if (isRequest(row)) {
    const { path, id, at: startedAt, baseUrl, orgId, orgName, mode, profile, method, address, end } = row;
    const about = { path, id, startedAt, does: 'request', baseUrl, orgId, orgName, isPreview: mode === 'preview' };
    const { status = null, traceId = null } = end ?? {};
    return { ...about, state: requestStates[standingOf(row)], profile, method, address, status, traceId };
  }
  if (isUnread(row)) {
    const { path, orgId, orgName, bytes, inDoubt, changedMs } = row;
    const changedAt = changedMs === null ? null : new Date(changedMs).toISOString();
    return { path, orgId, orgName, state: 'unreadable', reason: reasonWords(row.why), changedAt, bytes, inDoubt };
  }
  const { path, header, counts, stage } = row;
  const { at: startedAt, does, baseUrl, orgId, orgName, mode, version, reviewed, confirmed } = header;
  const state = stageNames[stage];
  const about = { path, startedAt, does, baseUrl, orgId, orgName, isPreview: mode === 'preview' };
  return { ...about, state, counts, version, reviewed, confirmed };
}

const stageNames: Record<RunStage, string> = { ended: 'finished', going: 'in progress', cutOff: 'interrupted' };

const requestStates: Record<ReturnType<typeof standingOf>, string> = {
  ...{ done: 'done', refused: 'refused', unknown: 'unknown', withheld: 'not sent' },
  ...{ noOutcome: 'interrupted', underWay: 'in progress', preview: 'not sent' },
};

function rowsText(rows: readonly HistoryRow[], all: number, folder: string): string {
  if (all === 0) return `Nothing was changed yet. rollcall saves the records in ${clean(folder)}\n`;
  return rows
    .map((row) => (isRequest(row) ? requestText(row) : isUnread(row) ? unreadText(row) : runText(row)))
    .join('');
}

function requestText(row: RequestSummary): string {
  const whose = row.orgName ?? row.orgId;
  const parts = [
    ...[timeIn(row.at), ...(whose === null ? [] : [clean(whose)])],
    ...[standingWithStatus(standingOf(row), row.end), clean(`${row.method} ${pathOf(row)}`)],
  ];
  return `${parts.join('  ')}\n  ${clean(row.path)}\n`;
}

function runText({ path, header, counts, stage }: RunSummary): string {
  const { does, mode } = header;
  const what = mode === 'preview' ? 'preview' : stageNames[stage];
  const words = countsWords(counts, { kind: does, isPreview: mode === 'preview' });
  const people = peopleWords(header);
  const whose = people === null ? '' : `  ${people}`;
  return `${timeIn(header.at)}  ${clean(header.orgName)}  ${what}  ${words}${whose}\n  ${clean(path)}\n`;
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
