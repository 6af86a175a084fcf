import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { aHome, programPath } from '../support/program.ts';

const commands = [['runs'], ['--help'], ['--version'], ['doctor'], ['systems', '--demo', '--org=t3Xv9mRb']];

test.runIf(existsSync('/dev/full')).each(commands)('a full disk is said in one sentence: %s', async (...command) => {
  const full = openSync('/dev/full', 'w');
  onTestFinished(() => {
    closeSync(full);
  });
  const program = spawn(process.execPath, [programPath, ...command], {
    env: aHome().env,
    stdio: ['ignore', full, 'pipe'],
  });
  const complaint = program.stderr === null ? '' : text(program.stderr);
  await once(program, 'close');
  expect(await complaint).toBe('rollcall: The output could not be written (ENOSPC).\n');
  expect(program.exitCode).toBe(1);
});

test.each(commands)('whoever closes the pipe hears nothing: %s', async (...command) => {
  const program = spawn(process.execPath, [programPath, ...command], {
    env: aHome().env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  program.stdout.destroy();
  const [complaint] = await Promise.all([text(program.stderr), once(program, 'close')]);
  expect({ complaint, exitCode: program.exitCode }).toEqual({ complaint: '', exitCode: 0 });
});
