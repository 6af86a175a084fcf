/** Starts a command that prints, or the screen, and refuses a start that cannot work. */
import process from 'node:process';
// Must precede imports that read the working directory on load.
import { disableInspectors } from './process/node.ts';
import { isatty, ReadStream } from 'node:tty';
import { type Flags, flagTable, readFlags, usage, versionLine } from './cli/flags.ts';
import { type Environment, reviewAtStart, takeEnvironment } from './cli/settings.ts';
import { loadStartup, print } from './cli/startup.ts';
import { routeTo } from './network/proxy.ts';
import { runsCommand } from './commands/runs.ts';
import { engineRefusal, terminalRefusal } from './cli/start-refusals.ts';
import { runOnTerminal, type StartOptions } from './terminal/session.ts';
import { openTerminal } from './terminal/subprocess.ts';
import { type FreshCode, keepCompiledAtExit } from './process/compile-cache.ts';
import { clean } from '../screens/text/clean.ts';
import { withCrashHandler, withStallReport } from './process/crash-report.ts';

/** Exit codes: 0 quit, 1 it could not continue, 2 arguments that cannot work. */
export const main = (fresh: FreshCode | null = null): Promise<void> => withStallReport(() => begin(fresh));

async function begin(fresh: FreshCode | null): Promise<void> {
  const environment = takeEnvironment(process.env);
  await disableInspectors(process.env);
  const read = readFlags(process.argv.slice(2));
  if (!read.ok) {
    refuse(read.sentence);
    return;
  }
  const { flags } = read;
  // A start stores its compiled code for starts of the same kind; starts with a screen do that themselves.
  const isWhole = (flags.help || flags.version) === (fresh?.kind === 'help');
  if (fresh !== null && fresh.kind !== 'screen' && isWhole) keepCompiledAtExit(fresh);
  if (flags['token-stdin'] && isatty(0)) {
    // The terminal would echo the typed token and keep it in the scrollback.
    refuse('--token-stdin reads the token from a pipe or a file. Without this flag rollcall asks for it, unseen.');
  } else if (flags.help) await print(`${usage(flags.command)}\n`);
  else if (flags.version) await print(`${versionLine()}\n`);
  else if (flags.command === 'runs') process.exitCode = await withCrashHandler(() => runsCommand(flags));
  else if (flags.command !== null) await runCommand(flags, environment);
  else await start(flags, environment, fresh);
}

async function runCommand(flags: Flags, environment: Environment): Promise<void> {
  const { apiCommand, systemsCommand, keptPaths, docsCommand, sharedFileCommand, doctor } =
    await import('./commands/commands.ts');
  const { command, shell } = flags;
  if (command === 'systems' || command === 'api') {
    const run = command === 'api' ? apiCommand : systemsCommand;
    process.exit(await withCrashHandler(() => run(flags, environment)));
  }
  if (shell === 'paths') await print(await keptPaths(flags, environment));
  else if (shell !== null || command === 'man')
    process.exitCode = await withCrashHandler(() => sharedFileCommand(shell));
  else if (command === 'docs') process.exitCode = await withCrashHandler(() => docsCommand(flags.words));
  else process.exitCode = await withCrashHandler(() => doctor(flags, environment));
}

function refuse(sentence: string): void {
  process.stderr.write(`rollcall: ${sentence}\n`);
  process.exitCode = 2;
}

async function start(given: Flags, environment: Environment, fresh: FreshCode | null): Promise<void> {
  const flags = { ...given, plain: given.plain || environment.isScreenReader };
  const problems: StartOptions['problems'] = {};
  const onProblem: StartOptions['problems']['found'] = (message, fault) => problems.found?.(message, fault);
  const { preferences, settings: from, settle } = await loadStartup(flags, environment, onProblem);
  const file = flags['token-stdin'] ? openTerminal() : 0;
  const input = file === 0 ? process.stdin : file === null ? null : new ReadStream(file);
  const refusal =
    engineRefusal(globalThis) ?? terminalRefusal(input ?? {}, process.stdout, standardError, process.env, flags.plain);
  const route = routeTo(from.ok ? (from.settings.baseUrl ?? 'https://example') : 'https://example');
  const review = await reviewAtStart(flags, preferences, from);
  if (!from.ok) refuse(from.sentence);
  else if (!review.ok) refuse(clean(review.sentence));
  else if (!route.ok) refuse(route.sentence);
  else if (refusal !== undefined) refuse(refusal);
  else {
    const opened = await logFor(flags);
    if (opened?.ok === false) {
      refuse(opened.sentence);
      return;
    }
    const { settings } = from;
    const [log, terminalInput] = [opened?.log ?? null, input ?? process.stdin];
    await runOnTerminal({
      settings,
      flags,
      preferences,
      settle,
      terminalInput,
      problems,
      log,
      fresh,
      review: review.file,
    });
  }
}

/** Node opens standard error on first use, and a successful start does not need it. */
const standardError = {
  get isTTY(): boolean {
    return process.stderr.isTTY;
  },
};

/** Called after all other checks of the start, so that a refusal leaves no empty file. */
async function logFor(flags: Flags) {
  if (flags.log === undefined) return null;
  const { openSessionLog } = await import('./session-log.ts');
  const given = flagTable.map(({ name }) => name).filter((name) => (flags[name as keyof Flags] ?? false) !== false);
  return openSessionLog(flags.log, given);
}
