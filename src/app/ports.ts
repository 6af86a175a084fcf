/** Implements the ports of the state on this computer: token stores, preferences, clipboard, folders, clocks. */
import { homedir, uptime } from 'node:os';
import process from 'node:process';
import { visible } from '../screens/text/clean.ts';
import type { ClockReading } from '../state/session/clock.ts';
import type { AnswerFile } from '../state/explorer/answer/answer-lines.ts';
import type { Ports } from '../state/root/services.ts';
import type { Session } from '../state/session/session.ts';
import type { TokenStore } from '../state/account/token-storage/feature.ts';
import type { Settings } from './cli/settings.ts';
import { compareWithLastVisit, lastVisitSeen, leaveOutOfLastVisit } from './storage/remembered.ts';
import { openRequests } from '../state/change/journal/requests.ts';
import { readTypedFile } from './storage/typed-file.ts';
import { changesFolder, notesFolder, ownChangesFolder, tokenFilePath } from './storage/own-file.ts';
import { openDefinitions } from './storage/definitions.ts';
import { openExport, readReviewFile, timeInName, writeExport } from './storage/export-files.ts';
import { findLock, isOrganisationLocked, lockOrganisation } from './storage/lock.ts';
import { outcomeLines } from './terminal/exit-summary.ts';
import { memoryOf } from './storage/preferences/port.ts';
import type { Preferences } from './storage/preferences/preferences.ts';
import { networkTo } from './network/proxy.ts';
import { fromHome } from '../state/kernel/spelling.ts';
import { cacheFolder } from './process/compile-cache.ts';
import { childEnvironment, runChild } from './process/child.ts';
import { partArgument } from './process/parts.ts';
import { type Keychain, openKeychain } from './tokens/keychain.ts';
import { openTokenStore } from './tokens/token-store.ts';
import { version } from './cli/flags.ts';

export function keychainHere(): Keychain {
  return openKeychain({ helperPath: partArgument('keychain-helper'), env: process.env });
}

/** Storages that can hold the token on this computer, by their usual names. */
export async function tokenStorageNames(): Promise<Session['tokenStorageNames']> {
  const file = await tokenFilePath().catch(() => null);
  const keychainName = process.platform === 'darwin' ? 'the macOS Keychain' : 'the Windows Credential Manager';
  return {
    keychain: ['darwin', 'win32'].includes(process.platform) ? keychainName : 'GNOME Keyring or KWallet',
    file: file === null ? null : fromHome(file, homedir()),
  };
}

export async function tokenStoreOf(preferences: Preferences, isInsecure: boolean): Promise<TokenStore> {
  return openTokenStore({
    preferences,
    keychain: keychainHere(),
    tokenFilePath: await tokenFilePath().catch(() => null),
    isInsecure,
    env: process.env,
  });
}

export function readClocks(): ClockReading {
  return { wall: Date.now(), steady: performance.now() };
}

const ownClocks = {
  wall: () => Date.now(),
  /** Monotonic; stops while the computer sleeps. */
  steady: () => performance.now(),
  sinceBoot: () => uptime() * 1000,
};

/** Accurate to less than a second. macOS returns whole seconds, so the system is asked only after a sleep. */
export function createBootClock({ wall, steady, sinceBoot }: typeof ownClocks = ownClocks): () => number {
  let gap = NaN;
  let offset = 0;
  return () => {
    const now = steady();
    const gapNow = wall() - now;
    // After a sleep, the wall clock and the steady clock differ by more than this, in milliseconds.
    if (!(Math.abs(gapNow - gap) < 500)) {
      gap = gapNow;
      offset = sinceBoot() - now;
    }
    return now + offset;
  };
}

/** Loaded on demand: most sessions export nothing. */
const reports = () => import('./commands/reports.ts');

async function fileOf(file: AnswerFile): Promise<readonly [string, string | Uint8Array]> {
  if (file.kind === 'csv') return ['csv', (await reports()).csvText(file.columns, file.rows)];
  return file.kind === 'json' ? ['json', file.text] : [file.extension, file.body];
}

/** `terminal`: actions that only the owner of the terminal and of the session's log can do. */
export function portsOf(
  { isDemo, forced }: Settings,
  preferences: Preferences,
  tokens: TokenStore,
  savedMarks: Ports['savedMarks'],
  terminal: Pick<
    Ports,
    'repaint' | 'leave' | 'suspend' | 'showFile' | 'showText' | 'editText' | 'editFile' | 'runCommand' | 'requestEnded'
  >,
): Ports {
  // Each demo has a new service, so nothing about it is stored.
  const seenFolder = (): Promise<string | null> => (isDemo ? Promise.resolve(null) : notesFolder().catch(() => null));
  const writeFiles = (name: string, ms: number, files: Readonly<Record<string, string | Uint8Array>>) =>
    writeExport({ name: `${name}-${timeInName(ms)}`, files }, () => changesFolder(isDemo));
  return {
    version,
    isPreview: forced === 'preview',
    isReadOnly: forced === 'read-only',
    tokens,
    memory: memoryOf(preferences),
    savedMarks,
    definitions: openDefinitions(isDemo ? null : cacheFolder(process.env, 'definitions')),
    networkTo,
    changesFolder: () => ownChangesFolder(isDemo),
    requests: openRequests(() => ownChangesFolder(isDemo), version),
    compareWithLastVisit: async (baseUrl, orgId, snapshot) => {
      const folder = await seenFolder();
      if (folder === null) return { changes: null, problem: null };
      return compareWithLastVisit(folder, baseUrl, orgId, snapshot);
    },
    leaveOutOfLastVisit: async (baseUrl, orgId, gone) => {
      const folder = await seenFolder();
      if (folder !== null) leaveOutOfLastVisit(folder, baseUrl, orgId, gone);
    },
    lastVisitSeen: async (baseUrl, orgId) => {
      const folder = await seenFolder();
      if (folder !== null) lastVisitSeen(folder, baseUrl, orgId);
    },
    now: () => Date.now(),
    sinceBoot: createBootClock(),
    random: () => Math.random(),
    // Loaded on demand: most sessions never need it.
    randomId: () => process.getBuiltinModule('node:crypto').randomUUID(),
    lockOrganisation: (baseUrl, orgId) => lockOrganisation(isDemo, baseUrl, orgId),
    findLock: (baseUrl, orgId) => findLock(isDemo, baseUrl, orgId),
    isOrganisationLocked: (baseUrl, orgId) => isOrganisationLocked(isDemo, baseUrl, orgId),
    recordText: async (of) => (await import('./commands/reports.ts')).reportText(of, 'md'),
    exportRecord: async (of, isPage) => {
      const { reportText, reportTexts } = await import('./commands/reports.ts');
      const at = 'header' in of ? Date.parse(of.header.at) : (of.startedAt ?? of.finishedAt ?? 0);
      const texts = isPage ? { md: reportText(of, 'md') } : reportTexts(of);
      return writeFiles('header' in of ? 'request' : 'run', at, texts);
    },
    exportSystems: async (systems, by) => {
      const { systemsCsv, systemsJson } = await reports();
      return writeFiles('systems', Date.now(), { csv: systemsCsv(systems, by), json: systemsJson(systems, by) });
    },
    exportReview: (text) => writeFiles('review', Date.now(), { json: text }),
    readFile: readTypedFile,
    readReview: (path) => Promise.resolve(readReviewFile(path)),
    exportAnswer: async ({ name, files }) =>
      writeFiles(name, Date.now(), Object.fromEntries(await Promise.all(files.map(fileOf)))),
    openExport: ({ name, extension }) =>
      openExport({ name: `${name}-${timeInName(Date.now())}`, extension }, () => changesFolder(isDemo)),
    copyText,
    copyLines: (lines) => {
      const texts = lines.map(visible);
      copyText(texts.length === 1 ? texts.join('') : texts.map((text) => `${text}\n`).join(''));
    },
    copyOutcomes: (run) => {
      copyText(outcomeLines(run.settled, run.kind));
    },
    ...terminal,
  };
}

/** Uses the terminal's clipboard (OSC 52), also over SSH; the terminal sends no confirmation. */
function copyText(text: string): void {
  const { TMUX = '' } = process.env;
  if (TMUX === '') copyWithOsc52(text);
  else void copyWithTmux(TMUX, text);
}

function copyWithOsc52(text: string): void {
  process.stdout.write(`\u{1B}]52;c;${Buffer.from(text).toString('base64')}\u{7}`);
}

/** tmux drops OSC 52 unless it is configured to pass it on; its own command does it since 3.2. */
async function copyWithTmux(TMUX: string, text: string): Promise<void> {
  const env = { ...childEnvironment(process.env), TMUX };
  // A stopped tmux server never answers.
  const limits = { env, input: text, limitMs: 3000, maxCharacters: 0 };
  const end = await runChild(['tmux', 'load-buffer', '-w', '-'], limits);
  if (end.kind !== 'ended' || end.code !== 0) copyWithOsc52(text);
}
