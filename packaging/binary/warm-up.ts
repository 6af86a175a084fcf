/** Compiles the program's code as a start needs it: in a terminal, up to the first table, with all that runs until then. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { createRequire } from 'node:module';
import { spawn } from '@lydell/node-pty';
import type { Program } from '../../src/app/one-file.ts';
import { runScript } from '../../src/app/process/parts.ts';

/** The place for the compiled code, where this file runs as the program. */
const compiledPathVariable = 'ROLLCALL_WARM_UP';

/** Enough for a busy computer. */
const patienceMs = 60_000;

/** Writes the compiled code of `dist/main.js` into `place`, and answers where. Rejects where the program does not start. */
export async function compiledProgram(place: string): Promise<string> {
  const home = join(place, 'home');
  mkdirSync(home, { mode: 0o700 });
  const path = join(place, 'main.js.compiled');
  const env = {
    ...{ HOME: home, PATH: process.env['PATH'] ?? '', TERM: 'xterm-256color', LANG: 'C.UTF-8' },
    [compiledPathVariable]: path,
  };
  const flags = ['--demo', '--org', 'Northwind Traders'];
  const program = spawn(process.execPath, [import.meta.filename, ...flags], { cols: 80, rows: 24, env });
  let drawn = '';
  program.onData((text) => {
    const wasThere = isTable(drawn);
    drawn += text;
    if (!wasThere && isTable(drawn)) program.write('q');
  });
  const ended = new Promise<number>((resolveWith) => {
    program.onExit(({ exitCode }) => {
      resolveWith(exitCode);
    });
  });
  const late = setTimeout(() => {
    program.kill('SIGKILL');
  }, patienceMs);
  const exitCode = await ended;
  clearTimeout(late);
  if (exitCode !== 0) throw new Error(`The program did not start:\n${drawn}`);
  return path;
}

function isTable(drawn: string): boolean {
  return drawn.includes('LAST SEEN');
}

/** Runs the program as the one file does, and writes its compiled code at its end. */
function warmUp(path: string): void {
  const folder = resolve('dist');
  const file = { path: 'main.js', folder, source: readFileSync(join(folder, 'main.js'), 'latin1') };
  const { script, exports } = runScript(file, undefined, createRequire(join(folder, 'main.js')));
  process.once('exit', () => {
    writeFileSync(path, script.createCachedData());
  });
  void (exports as Program).main(null);
}

if (import.meta.main) warmUp(process.env[compiledPathVariable] ?? '');
