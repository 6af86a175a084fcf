import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { aHome, programPath } from '../../support/program.ts';
import { aSmallDisk, canMount } from '../../support/small-disk.ts';

const commands = [['runs'], ['--help'], ['--version'], ['doctor'], ['systems', '--demo', '--org=t3Xv9mRb']];

const fullDisk = { complaint: 'rollcall: The output could not be written (ENOSPC).\n', exitCode: 1 };

/** The complaint and the exit code where the shell has put this file in the place of standard output. */
async function runInto(path: string, command: readonly string[]) {
  const file = openSync(path, 'w');
  onTestFinished(() => {
    closeSync(file);
  });
  const program = spawn(process.execPath, [programPath, ...command], {
    env: aHome().env,
    stdio: ['ignore', file, 'pipe'],
  });
  const complaint = program.stderr === null ? '' : text(program.stderr);
  await once(program, 'close');
  return { complaint: await complaint, exitCode: program.exitCode };
}

test.runIf(existsSync('/dev/full')).each(commands)(
  'a full disk is reported in one sentence: %s',
  async (...command) => {
    expect(await runInto('/dev/full', command)).toEqual(fullDisk);
  },
);

test.runIf(canMount)('so is one on which only the beginning fits', async () => {
  const disk = join(aHome().path, 'disk');
  aSmallDisk(disk, 8);
  expect(await runInto(join(disk, 'systems.json'), ['systems', '--demo', '--org=t3Xv9mRb', '--json'])).toEqual(
    fullDisk,
  );
});

test.each(commands)('a pipe that is closed is no error: %s', async (...command) => {
  const program = spawn(process.execPath, [programPath, ...command], {
    env: aHome().env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  program.stdout.destroy();
  const [complaint] = await Promise.all([text(program.stderr), once(program, 'close')]);
  expect({ complaint, exitCode: program.exitCode }).toEqual({ complaint: '', exitCode: 0 });
});
