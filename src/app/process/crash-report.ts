/** Reports a crash or a stall on standard error, and a crash also in a file without secrets; the exit code is 1. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { clean } from '../../screens/text/clean.ts';
import { version } from '../cli/flags.ts';
import { notesFolder, requireOwnFolder } from '../storage/own-file.ts';
import { assetText, isOneFile } from './parts.ts';
import { redactSecrets } from '../../api/access.ts';

/**
 * Replaces Node's report of an uncaught error, which would appear on the alternate screen. `saveWork` saves unsaved
 * work, and returns a sentence about it.
 */
export async function installCrashHandler(
  token: () => string | null,
  restoreTerminal: () => void,
  saveWork = (): string => '',
): Promise<(error: unknown) => never> {
  const folder = await notesFolder().catch(() => null);
  const crash = (error: unknown): never => {
    try {
      restoreTerminal();
      const report = redactSecrets(crashReport(error), token());
      const path = folder === null ? null : writeCrashNote(folder, report);
      const where = path === null ? '' : `Details are in ${clean(path)}; please attach it to a report.\n`;
      process.stderr.write(report + where);
      // The work is saved last: a fault in saving must not hide the report.
      process.stderr.write(saveWork());
    } catch {
      // The bug may affect the report itself.
      process.stderr.write('rollcall crashed (a bug).\n');
    }
    process.exit(1);
  };
  process.once('uncaughtException', crash).once('unhandledRejection', crash);
  return crash;
}

export async function withCrashHandler(command: () => Promise<number>): Promise<number> {
  // Without a known token, every report still redacts texts that look like one.
  const crash = await installCrashHandler(
    () => null,
    () => undefined,
  );
  return command().catch(crash);
}

/** The error's message and its places in the program, sanitised. It contains no other value of the session. */
export function crashReport(error: unknown): string {
  const what = error instanceof Error ? error : new Error(typeof error === 'string' ? error : 'unknown');
  const places = (what.stack ?? '')
    .split('\n')
    .filter((line) => line.startsWith('    at '))
    .slice(0, 8);
  const lines = [
    `rollcall ${version} crashed (a bug): ${clean(what.message)}`,
    ...inSource(places).map((line) => clean(line)),
    'A deletion or disabling under way may have been carried out; its records say what was started.',
  ];
  return `${lines.join('\n')}\n`;
}

/** Maps lines of a stack trace to the source; a line that is not in the source map stays unchanged. */
function inSource(stackLines: readonly string[]): readonly string[] {
  // `    at b (/…/main.js:3:1415)`: the bundle is this one file, with minified names.
  const file = `${import.meta.filename}:`;
  if (!stackLines.some((stackLine) => stackLine.includes(file))) return stackLines;
  try {
    const { SourceMap } = process.getBuiltinModule('node:module');
    const text = isOneFile() ? assetText('main.js.map') : readFileSync(`${import.meta.filename}.map`, 'utf8');
    const map = new SourceMap(JSON.parse(text) as ConstructorParameters<typeof SourceMap>[0]);
    return stackLines.map((stackLine) => {
      const [line, column] = stackLine.slice(stackLine.indexOf(file) + file.length).split(/[:)]/, 2);
      const origin = map.findOrigin(Number(line), Number(column));
      if (!stackLine.includes(file) || !('fileName' in origin)) return stackLine;
      return `    at ${origin.fileName.replace(/^(\.\.\/)+/, '')}:${origin.lineNumber}:${origin.columnNumber}`;
    });
  } catch {
    return stackLines;
  }
}

function writeCrashNote(folder: string, report: string): string | null {
  try {
    requireOwnFolder(folder);
    const path = join(folder, `crash-${new Date().toISOString().replaceAll(':', '-')}-${process.pid}.txt`);
    writeFileSync(path, report, { flag: 'wx', mode: 0o600 });
    return path;
  } catch {
    return null;
  }
}

/** If nothing is left that `work` could wait for, Node would exit with code 13 and its own warning. */
export function withStallReport<Value>(work: () => Promise<Value>): Promise<Value> {
  const reportStall = (): void => {
    process.stderr.write('rollcall: It stopped: no answer can arrive any more. Start it again.\n');
    process.exit(1);
  };
  process.once('beforeExit', reportStall);
  return work().finally(() => process.off('beforeExit', reportStall));
}
