import { spawnSync } from 'node:child_process';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { engineRefusal, terminalRefusal, tokenRefusal, versionRefusal } from '../../../src/app/cli/start-refusals.ts';
import { holds } from '../../support/property.ts';

test.each(['22.1.0', '23.0.0', '24.21.0', '100.0.0'])('Node %s is new enough', (version) => {
  expect(versionRefusal(version)).toBeUndefined();
});

test.each(['22.0.0', '21.7.3', '20.1.0', '9.11.2'])(
  'Node %s is too old, and the sentence says how to get on',
  (version) => {
    expect(versionRefusal(version)).toBe(
      `rollcall needs Node.js 22.1 or newer, and this is ${version}: ` +
        'install a newer one, or take the one file, which has its own (docs/install.md). In a checkout, `npm ci && npm start` brings it.',
    );
  },
);

test('a Node without WebAssembly cannot draw the screen, and the sentence says which flag takes it away', () => {
  expect(engineRefusal(globalThis)).toBeUndefined();
  expect(engineRefusal({})).toMatch(/WebAssembly.*--jitless.*NODE_OPTIONS/);
});

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

const token = 'aB3'.repeat(21);

test.each([
  [token],
  ['--token', token],
  [`--token=${token}`],
  [`-t${token}`],
  ['--org', token],
  ['--', token],
  ['Bearer', token],
  [`Bearer ${token}`],
  [`https://api.example/?token=${token}#x`],
  [`https://${token}@api.example`],
  [`https://api.example/?auth=Bearer%20${token}%0A`],
  [`${token.slice(0, 30)}\n  ${token.slice(30)}`],
  [`"${token.slice(0, 30)}\u200b${token.slice(30)}"`],
])('a token among the arguments is refused, and not repeated: %j', (...argv) => {
  const sentence = tokenRefusal(['systems', '--frobnicate', ...argv, '--json']);
  expect(sentence).toMatch(/^Do not pass tokens as arguments; revoke that token in the portal/);
  expect(sentence).not.toContain('aB3');
});

test('whatever stands around it', () => {
  const around = fc.string({ unit: 'binary' }).filter((text) => !/[a-z0-9%"'`\s\p{Cf}]/iu.test(text));
  holds([around, around], (before, after) => tokenRefusal([`${before}${token}${after}`]) !== undefined);
});

test.each([
  [],
  ['--search', 'a'.repeat(62)],
  ['--search', 'a'.repeat(64)],
  ['--filter', 'every till in the eastern halls that nobody has seen for half a year'],
  ['--base-url', 'https://api.example/%zz'],
])('other arguments are not: %j', (...argv) => {
  expect(tokenRefusal(argv)).toBeUndefined();
});

const terminal = { isTTY: true };
const pipe = {};

test('a terminal on both sides is enough', () => {
  expect(terminalRefusal(terminal, terminal, terminal, { TERM: 'xterm-256color' })).toBeUndefined();
  expect(terminalRefusal(terminal, terminal, terminal, {})).toBeUndefined();
});

test('the sentence names what is missing, and what to do', () => {
  expect(terminalRefusal(pipe, terminal, terminal, { TERM: 'xterm' })).toMatch(
    /standard input is not one: .*`ssh -t`\. For a pipe there is rollcall systems\.$/,
  );
  expect(terminalRefusal(terminal, pipe, terminal, { TERM: 'xterm' })).toMatch(
    /standard output is not one: .*`ssh -t`\. For a pipe there is rollcall systems\.$/,
  );
  expect(terminalRefusal(terminal, terminal, terminal, { TERM: 'dumb' })).toMatch(
    /TERM=dumb .* set TERM to its real name.* or add --plain/,
  );
  expect(terminalRefusal(terminal, terminal, terminal, { TERM: 'dumb' }, true)).toBeUndefined();
});

test('output of NODE_DEBUG must go elsewhere', () => {
  const env = { TERM: 'xterm', NODE_DEBUG: 'net' };
  expect(terminalRefusal(terminal, terminal, terminal, env)).toContain('2>debug.log');
  expect(terminalRefusal(terminal, terminal, pipe, env)).toBeUndefined();
});
