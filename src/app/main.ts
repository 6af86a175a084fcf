/** How does the program start and end? Flags, settings, the store, then the terminal; at the end the last words. */
import process from 'node:process';
import { setImmediate } from 'node:timers/promises';
import { isatty, type ReadStream } from 'node:tty';
import { createCredentials } from '../state/credentials.ts';
import { reduce } from '../state/reduce.ts';
import { createRunEffect } from '../state/run-effect.ts';
import { createSessionClock } from '../state/session-clock.ts';
import { newSession } from '../state/session.ts';
import { initialState } from '../state/state.ts';
import { createStore } from '../state/store.ts';
import { heedMistakes } from './bug-report.ts';
import { isAsciiOnly } from './ascii-output.ts';
import { readClocks } from './clock-reading.ts';
import { type Environment, takeEnvironment } from './environment.ts';
import { notesFolder, runsFolder } from './folders.ts';
import { findService } from './find-service.ts';
import { type Flags, readFlags } from './flags.ts';
import { closeWindows } from './hardening.ts';
import { keepHeapSmallForMany } from './heap.ts';
import { lastWords } from './last-words.ts';
import { editInEditor, endBorrower, showInPager, suspend } from './lending.ts';
import { memoryOf } from './memory.ts';
import { runsText } from './runs-command.ts';
import { endByHangUp, heedSignals } from './signals.ts';
import { openTerminalInput, readStandardInput } from './standard-input.ts';
import { noteOf } from '../state/noting.ts';
import { saveSession, sessionFilePath, takeSession } from './session-file.ts';
import { settleNodeWarnings } from './node-warnings.ts';
import { placesOn } from './tokens/places.ts';
import { PacedInput } from './paced-input.ts';
import { plainSize } from './plain-output.ts';
import { importPreferencesWriter, portsOf, tokenStoresOf } from './ports.ts';
import { defaultProfile, openPreferences, type Preferences, sessionPreferences } from './preferences/preferences.ts';
import { print } from './print.ts';
import { routeTo } from './proxy.ts';
import { countSeconds } from './seconds.ts';
import { type Settings, settingsFrom } from './settings.ts';
import { terminalRefusal } from './terminal-check.ts';
import type { TerminalUi } from './terminal-ui.tsx';
import { usage } from './usage.ts';
import { version, versionLine } from './version.ts';

/** Exit codes: 0 left by the person, 1 it could not go on, 2 it was called in a way that cannot work. */
export async function main(): Promise<void> {
  const environment = takeEnvironment(process.env);
  await closeWindows(process.env);
  const read = readFlags(process.argv.slice(2));
  if (!read.ok) {
    refuse(read.sentence);
  } else if (read.flags.tokenStdin && isatty(0)) {
    refuse(typedAtTerminal);
  } else if (read.flags.help) {
    await print(`${usage()}\n`);
  } else if (read.flags.version) {
    await print(`${versionLine()}\n`);
  } else if (read.flags.command === 'runs') {
    await print(await runsText(await runsFolder(read.flags.demo)));
  } else if (read.flags.command === 'systems') {
    const { systemsCommand } = await import('./systems-command.ts');
    process.exit(await systemsCommand(read.flags, environment));
  } else if (read.flags.command === 'doctor') {
    const { doctor } = await import('./doctor/doctor.ts');
    process.exitCode = await doctor(read.flags, environment);
  } else {
    await start({ ...read.flags, plain: read.flags.plain || environment.isScreenReader }, environment);
  }
}

/** The terminal would show what is typed, and keep it among the lines of before. */
const typedAtTerminal =
  '--token-stdin: the token comes from a pipe or a file; without this flag it is asked for, unseen.';

function refuse(sentence: string): void {
  process.stderr.write(`rollcall: ${sentence}\n`);
  process.exitCode = 2;
}

async function start(flags: Flags, environment: Environment): Promise<void> {
  const typed = flags.tokenStdin ? await readStandardInput() : null;
  const input = flags.tokenStdin ? openTerminalInput() : process.stdin;
  const report: { problem?: (says: string) => void } = {};
  const preferences = flags.demo
    ? sessionPreferences()
    : await openPreferences(flags.profile ?? defaultProfile, importPreferencesWriter, (says) => report.problem?.(says));
  const memory = memoryOf(preferences);
  const from = settingsFrom(flags, environment, { ...memory.settings(), baseUrl: memory.baseUrl() }, typed);
  const refusal = terminalRefusal(input ?? {}, process.stdout, process.stderr, process.env, flags.plain);
  const route = routeTo(from.ok ? (from.settings.baseUrl ?? 'https://example') : 'https://example');
  if (!from.ok) refuse(from.sentence);
  else if (!route.ok) refuse(route.sentence);
  else if (refusal !== undefined) refuse(refusal);
  else await run(from.settings, flags, preferences, input ?? process.stdin, report);
}

async function run(
  settings: Settings,
  flags: Flags,
  preferences: Preferences,
  terminalInput: ReadStream,
  report: { problem?: (says: string) => void },
): Promise<void> {
  await settleNodeWarnings(process.env);
  const terminal: { ui?: TerminalUi } = {};
  const credentials = createCredentials();
  const mistakes = heedMistakes({
    notesFolder: await notesFolder().catch(() => null),
    token: () => credentials.secret(),
    giveBack() {
      terminal.ui?.close();
      input.setRawMode(false);
    },
  });
  // At once: until then the terminal itself echoes what is typed, and that may be a token.
  const input = new PacedInput(terminalInput).setRawMode(true);
  const tokens = await tokenStoresOf(preferences, flags.insecureStorage);
  const ports = portsOf(settings, preferences, tokens, {
    repaint: () => terminal.ui?.repaint(),
    leave: () => terminal.ui?.close(),
    suspend() {
      if (terminal.ui !== undefined) suspend(terminal.ui.lend);
    },
    showFile(path) {
      if (terminal.ui !== undefined) showInPager(terminal.ui.lend, path, process.env);
    },
    async editText(name, text) {
      return terminal.ui === undefined ? text : editInEditor(terminal.ui.lend, name, text, process.env);
    },
  });
  const { organisation, search, forced, flaggedDays, profileSettings, isDemo, pageSize } = settings;
  const { isTlsUnchecked, address } = settings;
  const clock = createSessionClock(readClocks);
  const isAscii = flags.ascii || isAsciiOnly(process.env);
  const { plain: isPlain } = flags;
  const { columns, rows } = isPlain ? plainSize : sizeOf(process.stdout);
  const session = newSession({
    ...{ forced, flaggedDays, profileSettings, isDemo, isPlain, version, organisation, search },
    ...{ isTlsUnchecked, address },
    places: placesOn(process.platform),
    profile: preferences.profileName,
    preferencesProblem: preferences.problem,
  });
  const store = createStore(
    initialState({ session, days: settings.days, pageSize, now: clock.now(), columns, rows }),
    reduce,
    createRunEffect(ports, credentials, clock),
  );
  report.problem = (says) => {
    store.dispatch({ kind: 'preferencesFailed', says });
  };
  countSeconds(store);
  keepHeapSmallForMany(store);
  const sessionPath = isDemo ? null : await sessionPathFor(preferences);
  const before = sessionPath === null ? null : takeSession(sessionPath, Date.now());
  if (before !== null) store.dispatch({ kind: 'sessionFound', note: before });
  const failure: { sentence?: string } = {};
  const finding = findService(settings, credentials).then((found) => {
    if (found.ok) store.dispatch(found.action);
    else failure.sentence = found.sentence;
  });
  // React and Ink take about as long to load as the service to answer: the request leaves first.
  await setImmediate();
  const { openTerminalUi } = await import('./terminal-ui.tsx');
  // What has come meanwhile is in the first frame: to draw one without it takes longer than to read it.
  for (let turn = 0; turn < turnsToRead; turn++) await setImmediate();
  // Before the first frame: whoever sees it may send a signal at once. SIGTSTP is as ctrl-z, whoever sends it.
  process.on('SIGTSTP', () => {
    if (terminal.ui !== undefined) suspend(terminal.ui.lend);
  });
  const ending = heedSignals((isAgain) => {
    store.dispatch({ kind: 'endingAsked', isAgain });
  });
  // A keychain may take seconds to answer: the screen is there meanwhile, and can be left.
  const ui = openTerminalUi(store, credentials, input, { isAscii, isPlain }, mistakes.end);
  terminal.ui = ui;
  void finding.then(() => {
    if (failure.sentence !== undefined) ui.close();
  });
  process.stdout.on('resize', () => {
    store.dispatch({ kind: 'resized', ...(isPlain ? plainSize : sizeOf(process.stdout)) });
  });
  setInterval(() => {
    store.dispatch({ kind: 'minutePassed', now: clock.now() });
  }, 60_000);
  try {
    await ui.closed;
  } catch (error) {
    mistakes.end(error);
  }
  if (failure.sentence !== undefined) {
    process.stderr.write(`rollcall: ${failure.sentence}\n`);
    process.exit(1);
  }
  const note = ending.isHungUp || ending.exitCode !== 0 ? noteOf(store.state()) : null;
  if (sessionPath !== null && note !== null) saveSession(sessionPath, note);
  if (ending.isHungUp) {
    endBorrower();
    endByHangUp();
    return;
  }
  process.stdout.write(lastWords(store.state()));
  // Reads that are still on their way keep nothing waiting.
  process.exit(ending.exitCode);
}

/** Enough for a page in several pieces; where nothing has come, they take no time. */
const turnsToRead = 5;

function sizeOf({ columns, rows }: NodeJS.WriteStream): { readonly columns: number; readonly rows: number } {
  return { columns, rows };
}

async function sessionPathFor({ profileName }: Preferences): Promise<string | null> {
  return notesFolder().then(
    (folder) => sessionFilePath(folder, profileName),
    () => null,
  );
}
