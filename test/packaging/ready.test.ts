/** Scripts of a checkout whose packages are not installed, or on a Node that cannot read the source. */
import { spawnSync } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { aHome } from '../support/program.ts';

test.each(Object.entries(manifest.scripts))('npm run %s looks first if it can run at all', (_, command) => {
  expect(command).toMatch(
    /^(?:npm run --silent build\b|node -r \.\/packaging\/ready\.cjs |node packaging\/ready\.cjs )/,
  );
});

test('without the packages, what looks first says what to run, in one sentence', () => {
  const home = aHome();
  const path = join(home.path, 'ready.cjs');
  copyFileSync('packaging/ready.cjs', path);
  const { status, stdout, stderr } = spawnSync(process.execPath, [path], { encoding: 'utf8', env: home.env });
  expect({ status, stdout, stderr }).toEqual({
    status: 1,
    stdout: '',
    stderr: 'Run `npm ci` first: it brings the packages of this checkout, and its Node.js 24.\n',
  });
});
