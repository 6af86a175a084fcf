/** The man page renders with formatters other than groff. */
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { manPage } from '../../src/app/commands/man-page.ts';

test('mandoc finds nothing to better in the man page', () => {
  const { error, stdout, stderr } = spawnSync('mandoc', ['-T', 'lint'], { input: manPage('0.0.0'), encoding: 'utf8' });
  expect({ error, stdout, stderr }).toEqual({ error: undefined, stdout: '', stderr: '' });
});
