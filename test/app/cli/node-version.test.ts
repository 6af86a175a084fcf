import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { versionRefusal } from '../../../src/app/cli/node-version.ts';

test.each(['22.1.0', '23.0.0', '24.21.0', '100.0.0'])('Node %s is new enough', (version) => {
  expect(versionRefusal(version)).toBeUndefined();
});

test.each(['22.0.0', '21.7.3', '20.1.0', '9.11.2'])(
  'Node %s is too old, and the sentence says how to get on',
  (version) => {
    expect(versionRefusal(version)).toBe(
      `rollcall needs Node.js 22.1 or newer, and this is ${version}: ` +
        'install a newer one, or in a checkout run `npm ci && npm start`, which brings its own.',
    );
  },
);

test('the built program says so on an old Node, and nothing else', () => {
  const pretend = `for (const [of, name, value] of [[process.versions, 'node', '20.1.0'], [process, 'version', 'v20.1.0']])
    Object.defineProperty(of, name, { value });`;
  const args = ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`, 'dist/rollcall.js', '--version'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect({ status, stdout, stderr }).toEqual({
    status: 1,
    stdout: '',
    stderr: `${versionRefusal('20.1.0') ?? ''}\n`,
  });
});
