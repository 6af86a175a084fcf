/**
 * Prints the history, newest first (`rollcall runs`): runs, requests, and files that cannot be read. Sends no request.
 */
import process from 'node:process';
import { standingWithStatus } from '../../screens/change/report.ts';
import { peopleWords, resultsOfRun } from '../../screens/change/outcome-wording.ts';
import { clean } from '../../screens/text/clean.ts';
import { decodeRecord } from '../../state/change/runs/effects.ts';
import { groupDigits, safeJson } from '../../state/kernel/spelling.ts';
import { historyList, isRequest, newestFirst, pathOf, standingOf } from '../../state/change/history/feature.ts';
import { matching } from '../../state/fleet/lists.ts';
import { readRequest } from '../../state/change/journal/requests.ts';
import { basename } from 'node:path';
import { pastRun } from '../../state/change/runs/open-journals.ts';
import {
  type ChangeRow,
  listChanges,
  readRunNow,
  type RequestSummary,
  type RunStage,
  type RunSummary,
} from '../../state/change/runs/files.ts';
import { defaultProfile } from '../../state/session/profile-settings.ts';
import { isUnread, type UnreadRecords, unreadWords } from '../../state/change/journal/records-file.ts';
import type { Flags, RecordFormat } from '../cli/flags.ts';
import { reportText } from './reports.ts';
import { print, unusedSettings } from '../cli/startup.ts';
import { isOrganisationLocked } from '../storage/lock.ts';
import { openPreferences } from '../storage/preferences/preferences.ts';
import { ownChangesFolder } from '../storage/own-file.ts';

/** Returns the exit code. */
export async function runsCommand(
  flags: Pick<Flags, 'demo' | 'json' | 'filter' | 'recordFormat' | 'words'>,
): Promise<number> {
  const { demo: isDemo, json, filter = '', recordFormat, words } = flags;
  const { fault } = isDemo ? { fault: null } : await openPreferences(defaultProfile);
  if (fault !== null) {
    process.stderr.write(`rollcall: ${clean(unusedSettings(fault))}\n`);
    return 2;
  }
  const folder = await ownChangesFolder(isDemo).catch((error: unknown) => error);
  if (typeof folder === 'string') {
    const all = await historyIn(folder, isDemo);
    if (recordFormat !== null) return printRecord(all, words[0] ?? '', recordFormat, isDemo);
    const rows = matching(all, historyList, filter);
    await print(json ? `${safeJson(rows.map(rowAsJson))}\n` : rowsText(rows, all.length, folder));
    return 0;
  }
  process.stderr.write(`rollcall: ${clean(folder instanceof Error ? folder.message : '')}\n`);
  return 1;
}

/** Prints the record whose file name or request id starts with this text. Returns the exit code. */
async function printRecord(
  all: readonly ChangeRow[],
  id: string,
  format: RecordFormat,
  isDemo: boolean,
): Promise<number> {
  const named = all.filter((row) => namesOf(row).includes(id));
  const found = named.length > 0 ? named : all.filter((row) => namesOf(row).some((name) => name.startsWith(id)));
  const [row, ...others] = found;
  if (row === undefined || others.length > 0) {
    const which = row === undefined ? 'No record has this id' : `${groupDigits(found.length)} records begin so`;
    return fail(`${which}. rollcall runs lists them with their files.`);
  }
  if (isUnread(row)) return fail(`This record cannot be read: ${unreadWords(row)}.`);
  const isLocked = (baseUrl: string, orgId: string): Promise<boolean> => isOrganisationLocked(isDemo, baseUrl, orgId);
  const read = isRequest(row) ? await readRequest(row.path) : await readRunNow(row.path, decodeRecord, isLocked);
  if (read === null) return fail('This record cannot be read any more.');
  await print(reportText('stage' in read ? pastRun(0, read.record, row.path, read.stage) : read, format));
  return 0;
}

function namesOf(row: ChangeRow): readonly string[] {
  const file = basename(row.path);
  return [row.path, file, file.replace(/\.jsonl$/, '')];
}

function fail(sentence: string): number {
  process.stderr.write(`rollcall: ${clean(sentence)}\n`);
  return 1;
}

async function historyIn(folder: string, isDemo: boolean): Promise<readonly ChangeRow[]> {
  const isLocked = (baseUrl: string, orgId: string): Promise<boolean> => isOrganisationLocked(isDemo, baseUrl, orgId);
  return newestFirst(await listChanges(folder, decodeRecord, isLocked, Date.now()));
}

function rowAsJson(row: ChangeRow): object {
  if (isRequest(row)) {
    const { path, header, result } = row;
    const { at: startedAt, does, baseUrl, orgId, orgName, mode, profile, method, address } = header;
    const about = { path, startedAt, does, baseUrl, orgId, orgName, isPreview: mode === 'preview' };
    const { status = null, traceId = null } = result ?? {};
    return { ...about, state: requestStates[standingOf(row)], profile, method, address, status, traceId };
  }
  if (isUnread(row)) {
    const { path, orgId, orgName, bytes, why, changedMs } = row;
    const inDoubt = why.kind === 'inDoubt' ? why.count : 0;
    const changedAt = changedMs === null ? null : new Date(changedMs).toISOString();
    return { path, orgId, orgName, state: 'unreadable', reason: unreadWords(row), changedAt, bytes, inDoubt };
  }
  const { path, header, counts, stage } = row;
  const {
    at: startedAt,
    does,
    follows,
    baseUrl,
    orgId,
    orgName,
    mode,
    version,
    person,
    days,
    reviewed,
    confirmed,
  } = header;
  const state = stageNames[stage];
  const about = { path, startedAt, does, follows, baseUrl, orgId, orgName, isPreview: mode === 'preview' };
  return { ...about, state, counts, version, person, thresholdDays: days, reviewed, confirmed };
}

const stageNames: Record<RunStage, string> = { ended: 'finished', going: 'in progress', cutOff: 'interrupted' };

const requestStates: Record<ReturnType<typeof standingOf>, string> = {
  ...{ done: 'done', partly: 'partly', failed: 'failed', refused: 'refused', unknown: 'unknown', withheld: 'not sent' },
  ...{ noOutcome: 'interrupted', underWay: 'in progress', preview: 'not sent' },
};

function rowsText(rows: readonly ChangeRow[], all: number, folder: string): string {
  if (all === 0) return `Nothing was changed yet. rollcall saves the records in ${clean(folder)}\n`;
  return rows
    .map((row) => (isRequest(row) ? requestText(row) : isUnread(row) ? unreadText(row) : runText(row)))
    .join('');
}

function requestText(row: RequestSummary): string {
  const { orgName, orgId, at, method } = row.header;
  const whose = orgName ?? orgId;
  const parts = [
    ...[timeIn(at), ...(whose === null ? [] : [clean(whose)])],
    ...[standingWithStatus(row), clean(`${method} ${pathOf(row)}`)],
  ];
  return `${parts.join('  ')}\n  ${clean(row.path)}\n`;
}

function runText(run: RunSummary): string {
  const { path, header, stage } = run;
  const { mode } = header;
  const what = mode === 'preview' ? 'preview' : stageNames[stage];
  const words = resultsOfRun(run);
  const people = peopleWords(header);
  const whose = people === null ? '' : `  ${people}`;
  return `${timeIn(header.at)}  ${clean(header.orgName)}  ${what}  ${words}${whose}\n  ${clean(path)}\n`;
}

function unreadText(file: UnreadRecords): string {
  const { path, orgName, orgId, changedMs, bytes } = file;
  const time = changedMs === null ? '' : `${timeIn(new Date(changedMs).toISOString())}  `;
  const size = bytes === null ? '' : ` · ${groupDigits(bytes)} bytes`;
  const whose = clean(orgName ?? orgId ?? 'unknown organisation');
  return `${time}${whose}  not read  ${clean(unreadWords(file))}${size}\n  ${clean(path)}\n`;
}

function timeIn(at: string): string {
  return `${clean(at.slice(0, 16).replace('T', ' '))} UTC`;
}
