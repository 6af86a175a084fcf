/** Runs the program on a terminal: the store, then the screen, and at the end the exit summary. */
import { homedir } from 'node:os';
import process from 'node:process';
import { setImmediate } from 'node:timers/promises';
import type { ReadStream } from 'node:tty';
import { createCredentials, type Credentials } from '../../state/session/credentials.ts';
import { marksToSave } from '../../state/fleet/marks/feature.ts';
import { pendingName } from '../../state/root/pending.ts';
import { reduce } from '../../state/root/reduce.ts';
import { createRunEffect } from '../../state/root/run-effect.ts';
import { createSessionClock, type SessionClock } from '../../state/session/clock.ts';
import { newSession } from '../../state/session/session.ts';
import { faultNotice } from '../../state/session/profile-settings.ts';
import { initialState } from '../../state/root/features.ts';
import { type Action, type State } from '../../state/root/state.ts';
import { createStore, type Store } from '../../state/kernel/store.ts';
import { createAnnouncer, plainSize, terminalAbilities } from './screen-reader.ts';
import { askBackground, backgroundOf, colourlessBy, isAskable } from './background.ts';
import { inAscii, isAsciiOnly, sizeOf, type TerminalSize } from './output.ts';
import { installCrashHandler } from '../process/crash-report.ts';
import { memoryOf } from '../storage/preferences/port.ts';
import { resolveService } from '../cli/startup.ts';
import { type Flags, version } from '../cli/flags.ts';
import { folderName, userName, keepHeapSmallForMany, silenceNodeWarnings } from '../process/node.ts';
import { placeFault } from '../storage/atomic-write.ts';
import { isLeft, requestsIn } from '../../state/change/runs/files.ts';
import { changesFolder, notesFolder, ownChangesFolder, stateOfFolder } from '../storage/own-file.ts';
import { exitSummary, leftRunSummary, marksSummary } from './exit-summary.ts';
import * as subprocess from './subprocess.ts';
import { removeLeftTexts, removeLentTexts } from './subprocess.ts';
import { type FreshCode, keepCompiled } from '../process/compile-cache.ts';
import { InputStream } from '../keyboard/input-stream.ts';
import type { ReviewFile } from '../../state/removal/review-file/format.ts';
import type { SessionLog } from '../session-log.ts';
import { portsOf, readClocks, tokenStorageNames, tokenStoreOf } from '../ports.ts';
import type { OnProblem, Preferences } from '../storage/preferences/preferences.ts';
import { openSavedMarks } from '../storage/export-files.ts';
import type { Settings, SettingsRead } from '../cli/settings.ts';
import { endBySighup, type Ending, installEarlySignalHandlers, installSignalHandlers } from './signals.ts';
import type { TerminalUi } from './render.tsx';

export interface StartOptions {
  readonly settings: Settings;
  readonly flags: Flags;
  readonly preferences: Preferences;
  readonly terminalInput: ReadStream;
  readonly log: SessionLog | null;
  /** `found` is called if preferences cannot be saved, or become unreadable. */
  readonly problems: { found?: OnProblem };
  readonly settle: () => SettingsRead;
  readonly fresh: FreshCode | null;
  /** A second person's review, which opens after its organisation. */
  readonly review: ReviewFile | null;
}

type SavedMarks = ReturnType<typeof openSavedMarks>;

/** `ui` is undefined before the first frame: until then, nothing needs releasing. */
interface OpenTerminal {
  ui?: TerminalUi;
  /** Resolves once no reply of the terminal can arrive: another program would read a reply as typed text. */
  waitUntilQuiet: () => Promise<void>;
  readonly release: subprocess.ReleaseTerminal;
  readonly leave: () => Promise<void>;
}

/** Resolves only if the terminal hung up; otherwise the process exits here, after its exit summary. */
export async function runOnTerminal(options: StartOptions): Promise<void> {
  const { settings, flags } = options;
  await silenceNodeWarnings(process.env);
  const terminal: OpenTerminal = {
    waitUntilQuiet: () => Promise.resolve(),
    async release(use) {
      await terminal.waitUntilQuiet();
      await terminal.ui?.release(use);
    },
    async leave() {
      await terminal.waitUntilQuiet();
      terminal.ui?.close();
    },
  };
  const credentials = createCredentials();
  const isAscii = flags.ascii || isAsciiOnly(process.env);
  const announcer = createAnnouncer(
    (text) => process.stdout.write(isAscii ? inAscii(text) : text),
    terminalAbilities(process.env, flags.plain),
  );
  // Raw mode starts first: until then the terminal echoes the keys, which may be a token.
  const input = new InputStream(options.terminalInput).setRawMode(true);
  const restoreTerminal = (): void => {
    announcer.end();
    terminal.ui?.close();
    input.setRawMode(false);
  };
  const marks = { save: () => '' };
  const crash = await installCrashHandler(
    () => credentials.secret(),
    restoreTerminal,
    () => marks.save(),
  );
  const removeEarlySignalHandlers = installEarlySignalHandlers(() => terminal.waitUntilQuiet(), restoreTerminal);
  const clock = createSessionClock(readClocks);
  // The demo's service and its systems end with this session.
  const savedMarks = openSavedMarks(settings.isDemo ? null : await notesFolder().catch(() => null));
  const store = await createProgramStore(options, credentials, clock, savedMarks, terminal);
  marks.save = () => saveMarks(store.state(), savedMarks);
  let earlierRunsSummary = '';
  store.subscribe((_, before) => {
    announcer.changed(store.state(), before);
    earlierRunsSummary += leftRunSummary(before, store.state());
  });
  const isThemeOpen = settings.profileSettings.theme === 'auto';
  const background =
    isThemeOpen && isAskable(process.env, flags.plain)
      ? askBackground(input, process.stdout.write.bind(process.stdout), (found) => {
          store.dispatch({ kind: 'backgroundFound', background: found });
        })
      : null;
  if (background !== null) terminal.waitUntilQuiet = background.over;
  const failure: { sentence?: string } = {};
  const resolving = resolveOnceDecided(options, store, credentials).then((found) => {
    if (found.ok) store.dispatch(found.action);
    else failure.sentence = found.sentence;
  });
  // React and Ink take about as long to load as the service takes to answer, so requests start before they load.
  await setImmediate();
  await import('ink');
  await setImmediate();
  const { openTerminalUi } = await import('./render.tsx');
  await Promise.all([waitForFirstPage(store), background?.known]);
  // Installed before the first frame, because a signal may arrive as soon as it is drawn.
  removeEarlySignalHandlers();
  const ending = installSignalHandlers((isAgain) => {
    store.dispatch({ kind: 'endingAsked', isAgain });
  });
  // Another program may send SIGTSTP; ctrl-z is a key here.
  process.on('SIGTSTP', () => {
    subprocess.suspend(terminal.release);
  });
  const mode = { isAscii, isPlain: flags.plain };
  // The screen opens first, because a keychain may take seconds to answer and you may quit meanwhile.
  const ui = openTerminalUi(store, credentials, input, mode, crash);
  terminal.ui = ui;
  reportInterruptedRequests(store, settings.isDemo);
  void removeLeftTexts();
  if (options.fresh !== null) keepWhenQuiet(store, options.fresh);
  void resolving.then(() => {
    if (failure.sentence !== undefined) void terminal.leave();
  });
  process.stdout.on('resize', () => {
    store.dispatch({ kind: 'resized', ...sizeNow(flags) });
    // Redraws unchanged lines, too, because some terminals move the lines of the screen.
    if (!flags.plain) ui.repaint();
  });
  setInterval(() => {
    store.dispatch({ kind: 'minutePassed', now: clock.now() });
  }, 60_000);
  await ui.closed.catch(crash);
  announcer.end();
  if (failure.sentence !== undefined) {
    process.stderr.write(`rollcall: ${failure.sentence}\n`);
    process.exit(1);
  }
  exitProcess(store.state(), ending, savedMarks, { log: options.log, earlierRunsSummary });
}

/** Resolves the service once you have decided about unreadable settings. */
async function resolveOnceDecided(
  { settings, preferences, settle, review }: StartOptions,
  store: Store<State, Action>,
  to: Credentials,
) {
  const memory = memoryOf(preferences);
  if (preferences.fault === null) return resolveService(settings, to, memory, review);
  await new Promise<void>((resolve) => {
    const unsubscribe = store.subscribe(() => {
      if (store.state().overlay?.kind === 'settingsFault') return;
      unsubscribe();
      resolve();
    });
  });
  const read = settle();
  return read.ok ? resolveService(read.settings, to, memory, review) : read;
}

async function createProgramStore(
  { settings, flags, preferences, problems, log, review }: StartOptions,
  credentials: Credentials,
  clock: SessionClock,
  savedMarks: SavedMarks,
  terminal: OpenTerminal,
): Promise<Store<State, Action>> {
  const { organisation, search, filter, view, forced, flaggedDays, profileSettings, isDemo } = settings;
  const tokens = await tokenStoreOf(preferences, flags['insecure-storage']);
  const session = newSession({
    ...{ forced, flaggedDays, profileSettings, isDemo, version },
    ...{ isTlsUnchecked: settings.isTlsUnchecked, address: settings.address },
    flaggedBaseUrl: settings.baseUrl === memoryOf(preferences).baseUrl() ? null : settings.baseUrl,
    wantedOrganisation: review?.orgId ?? organisation,
    ...{ wantedSearch: search, wantedFilter: filter, wantedView: view },
    log: log?.path ?? null,
    isPlain: flags.plain,
    isColourless: colourlessBy(process.env) !== null,
    hasLinks: terminalAbilities(process.env, flags.plain).hasLinks,
    background: backgroundOf(process.env),
    canSuspend: subprocess.canSuspend(),
    ...{ home: homedir(), folder: folderName() },
    tokenStorageNames: await tokenStorageNames(),
    user: userName(),
    profile: preferences.profileName,
    isNewProfile: preferences.isNewProfile,
    preferencesProblem: await findStartProblem(preferences, isDemo),
    settingsFault: preferences.fault,
  });
  const { release } = terminal;
  const ports = portsOf(settings, preferences, tokens, savedMarks, {
    repaint: () => terminal.ui?.repaint(),
    leave: () => void terminal.leave(),
    suspend: () => {
      subprocess.suspend(release);
    },
    showFile: subprocess.showInPager.bind(null, release),
    showText: subprocess.showTextInPager.bind(null, release),
    editText: subprocess.editInEditor.bind(null, release),
    editFile: subprocess.editFileInEditor.bind(null, release),
    runCommand: subprocess.runOwnCommand.bind(null, release),
    requestEnded: log?.requestEnded,
  });
  const store = createStore(
    initialState({ session, now: clock.now(), ...sizeNow(flags) }),
    log?.observed(reduce) ?? reduce,
    createRunEffect({ ports, credentials, clock }),
  );
  log?.begin(store.state(), credentials, (message) => {
    store.dispatch({ kind: 'logEnded', message });
  });
  problems.found = (message, fault) => {
    store.dispatch(fault === null ? { kind: 'preferencesFailed', message } : { kind: 'settingsFaultFound', fault });
  };
  if (preferences.fault !== null) store.dispatch({ kind: 'settingsFaultShown' });
  if (review !== null) store.dispatch({ kind: 'reviewFileRead', file: review });
  const { commands } = preferences;
  if (commands.length > 0) store.dispatch({ kind: 'ownCommandsKnown', commands });
  countSeconds(store);
  keepHeapSmallForMany(store);
  return store;
}

function sizeNow({ plain }: Flags): TerminalSize {
  return plain ? plainSize : sizeOf(process.stdout, process.env);
}

/** Runs after the first frame, which does not wait for it. */
function reportInterruptedRequests(store: Store<State, Action>, isDemo: boolean): void {
  void ownChangesFolder(isDemo)
    .then((folder) => requestsIn(folder, Date.now()))
    .then((all) => {
      const requests = all.filter(isLeft);
      if (requests.length > 0) store.dispatch({ kind: 'leftRequestsFound', requests });
    })
    // Without a folder of this user there are no requests.
    .catch(() => undefined);
}

const maxFirstPageMs = 8;

/**
 * Waits half a frame (at 60 Hz) for a page that is being read: drawing a frame without the page would take longer.
 */
function waitForFirstPage(store: Store<State, Action>): Promise<void> {
  const isComing = (): boolean => store.state().list.listing.pending !== null;
  return new Promise((resolve) => {
    const settle = (): void => {
      clearTimeout(timer);
      unsubscribe();
      resolve();
    };
    const timer = setTimeout(settle, maxFirstPageMs);
    const unsubscribe = store.subscribe(() => {
      if (!isComing()) settle();
    });
    if (!isComing()) settle();
  });
}

/** Stores the compiled code once, after the first table, so that it includes the code of the table. */
function keepWhenQuiet(store: Store<State, Action>, fresh: FreshCode): void {
  // A moment without typing and requests.
  const timer = setTimeout(() => {
    if (store.state().list.listing.scan?.since == null) return;
    unsubscribe();
    keepCompiled(fresh);
  }, 500).unref();
  const unsubscribe = store.subscribe(() => timer.refresh());
}

/** The first reason why preferences or deletions cannot be saved, told before you mark anything; null if there is none. */
async function findStartProblem({ problem, fault, unknown }: Preferences, isDemo: boolean): Promise<string | null> {
  if (fault !== null) return faultNotice;
  const folder = await changesFolder(isDemo).catch(() => null);
  if (folder === null) return 'Nothing can be saved: there is no home folder. Deletions are blocked.';
  if (problem !== null) return problem;
  if (stateOfFolder(folder).kind === 'refused')
    return 'Deletions blocked: the records folder is unsafe (rollcall doctor).';
  const code = placeFault(folder);
  if (code !== null) return `Deletions blocked: no record can be saved (${code}: rollcall doctor).`;
  return unknown[0] ?? null;
}

/** Counts the seconds that the screens show for a pending answer, from 0 for each new request. */
function countSeconds(store: Store<State, Action>): void {
  let what: string | null = null;
  let timer: NodeJS.Timeout | undefined;
  store.subscribe(() => {
    const next = pendingName(store.state());
    if (next === what) return;
    what = next;
    clearInterval(timer);
    if (next === null) return;
    let seconds = 0;
    timer = setInterval(() => {
      seconds += 1;
      store.dispatch({ kind: 'secondPassed', name: next, seconds });
    }, 1000);
  });
}

/** Saves the marks; returns the line of the exit summary, or an empty text. */
function saveMarks(state: State, savedMarks: SavedMarks): string {
  const { organisation, session } = state;
  if (organisation === null || session.baseUrl === null) return '';
  const systems = marksToSave(state);
  const saved = savedMarks.save(session.baseUrl, organisation.orgId, systems);
  return systems.length === 0 ? '' : marksSummary(organisation.orgName, systems.length, saved);
}

/** Called after the screen has closed. */
function exitProcess(
  state: State,
  ending: Ending,
  savedMarks: SavedMarks,
  { log, earlierRunsSummary }: { readonly log: SessionLog | null; readonly earlierRunsSummary: string },
): void {
  const marks = saveMarks(state, savedMarks);
  if (ending.isHungUp) {
    log?.close();
    subprocess.endForegroundProcess();
    removeLentTexts();
    endBySighup();
    return;
  }
  process.stdout.write(exitSummary(state, earlierRunsSummary) + marks);
  // Does not wait for pending reads.
  process.exit(ending.exitCode);
}
