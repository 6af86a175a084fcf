/** How does the program start and end? Flags, the store, the service, then the terminal; at the end the last words. */
import process from 'node:process';
import { setImmediate } from 'node:timers/promises';
import { createCredentials } from '../state/credentials.ts';
import { reduce } from '../state/reduce.ts';
import { createRunEffect } from '../state/run-effect.ts';
import { createSessionClock } from '../state/session-clock.ts';
import { newSession } from '../state/session.ts';
import { initialState } from '../state/state.ts';
import { createStore } from '../state/store.ts';
import { bugReport } from './bug-report.ts';
import { takeEnvironment } from './environment.ts';
import { runsFolder } from './folders.ts';
import { findService } from './find-service.ts';
import { readFlags } from './flags.ts';
import { keepHeapSmall } from './heap.ts';
import { lastWords } from './last-words.ts';
import { runsText } from './runs-command.ts';
import { endByHangUp, heedSignals } from './signals.ts';
import { settleNodeWarnings } from './node-warnings.ts';
import { PacedInput } from './paced-input.ts';
import { portsOf, preferencesOnce } from './ports.ts';
import { routeTo } from './proxy.ts';
import { countSeconds } from './seconds.ts';
import { type Settings, settingsFrom } from './settings.ts';
import { terminalRefusal } from './terminal-check.ts';
import type { TerminalUi } from './terminal-ui.tsx';
import { usage } from './usage.ts';
import { version } from './version.ts';

/** Exit codes: 0 left by the person, 1 it could not go on, 2 it was called in a way that cannot work. */
export async function main(): Promise<void> {
  keepHeapSmall();
  const environment = takeEnvironment(process.env);
  const read = readFlags(process.argv.slice(2));
  if (!read.ok) {
    refuse(read.sentence);
  } else if (read.flags.help) {
    process.stdout.write(`${usage()}\n`);
  } else if (read.flags.version) {
    process.stdout.write(`rollcall ${version}\n`);
  } else if (read.flags.runs) {
    process.stdout.write(await runsText(await runsFolder(read.flags.demo)));
  } else {
    const from = settingsFrom(read.flags, environment);
    const refusal = terminalRefusal(process.stdin, process.stdout, process.env['TERM']);
    const route = routeTo(from.ok ? (from.settings.baseUrl ?? 'https://example') : 'https://example');
    if (!from.ok) refuse(from.sentence);
    else if (!route.ok) refuse(route.sentence);
    else if (refusal !== undefined) refuse(refusal);
    else await run(from.settings);
  }
}

function endWithBug(error: unknown): never {
  process.stderr.write(bugReport(error));
  process.exit(1);
}

function refuse(sentence: string): void {
  process.stderr.write(`rollcall: ${sentence}\n`);
  process.exitCode = 2;
}

async function run(settings: Settings): Promise<void> {
  await settleNodeWarnings(process.env);
  const terminal: { ui?: TerminalUi } = {};
  // At once: until then the terminal itself echoes what is typed, and that may be a token.
  const input = new PacedInput(process.stdin).setRawMode(true);
  const preferences = preferencesOnce();
  const credentials = createCredentials();
  const ports = portsOf(settings, preferences, {
    repaint: () => terminal.ui?.repaint(),
    leave: () => terminal.ui?.close(),
  });
  const { organisation, search, mode, isDemo, days, isTlsUnchecked, address } = settings;
  const clock = createSessionClock(() => ({ wall: Date.now(), steady: performance.now() }));
  const { columns, rows } = process.stdout;
  const session = newSession({ mode, isDemo, version, organisation, search, isTlsUnchecked, address });
  const store = createStore(
    initialState({ session, days, now: clock.now(), columns, rows }),
    reduce,
    createRunEffect(ports, credentials, clock),
  );
  countSeconds(store);
  const failure: { sentence?: string } = {};
  const finding = findService(settings, credentials, ports.tokens, preferences).then((found) => {
    if (found.ok) store.dispatch(found.action);
    else failure.sentence = found.sentence;
  });
  // React and Ink take about as long to load as the service to answer: the request leaves first.
  await setImmediate();
  const { openTerminalUi } = await import('./terminal-ui.tsx');
  // A keychain may take seconds to answer: the screen is there meanwhile, and can be left.
  const ui = openTerminalUi(store, credentials, input);
  terminal.ui = ui;
  void finding.then(() => {
    if (failure.sentence !== undefined) ui.close();
  });
  const ending = heedSignals(() => {
    store.dispatch({ kind: 'endingAsked' });
  });
  // Node would write its report onto the alternate screen, where it is gone a moment later.
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.once(event, (error: unknown) => {
      ui.close();
      endWithBug(error);
    });
  }
  process.stdout.on('resize', () => {
    store.dispatch({ kind: 'resized', columns: process.stdout.columns, rows: process.stdout.rows });
  });
  setInterval(() => {
    store.dispatch({ kind: 'minutePassed', now: clock.now() });
  }, 60_000);
  try {
    await ui.closed;
  } catch (error) {
    endWithBug(error);
  }
  if (failure.sentence !== undefined) {
    process.stderr.write(`rollcall: ${failure.sentence}\n`);
    process.exit(1);
  }
  if (ending.isHungUp) {
    endByHangUp();
    return;
  }
  process.stdout.write(lastWords(store.state()));
  // Reads that are still on their way keep nothing waiting.
  process.exit(ending.exitCode);
}
