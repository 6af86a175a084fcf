import { expect, test } from 'vitest';
import { terminalRefusal } from '../../../src/app/terminal/check.ts';

const terminal = { isTTY: true };
const pipe = {};

test('a terminal on both sides is enough', () => {
  expect(terminalRefusal(terminal, terminal, terminal, { TERM: 'xterm-256color' })).toBeUndefined();
  expect(terminalRefusal(terminal, terminal, terminal, {})).toBeUndefined();
});

test('the sentence names what is missing, and what to do', () => {
  expect(terminalRefusal(pipe, terminal, terminal, { TERM: 'xterm' })).toMatch(
    /standard input is none: .*`ssh -t`\. For a pipe there is rollcall systems\.$/,
  );
  expect(terminalRefusal(terminal, pipe, terminal, { TERM: 'xterm' })).toMatch(
    /standard output is none: .*`ssh -t`\. For a pipe there is rollcall systems\.$/,
  );
  expect(terminalRefusal(terminal, terminal, terminal, { TERM: 'dumb' })).toMatch(
    /TERM=dumb .* set TERM to its real name.* or add --plain/,
  );
  expect(terminalRefusal(terminal, terminal, terminal, { TERM: 'dumb' }, true)).toBeUndefined();
});

test('what Node writes for NODE_DEBUG must go elsewhere', () => {
  const env = { TERM: 'xterm', NODE_DEBUG: 'net' };
  expect(terminalRefusal(terminal, terminal, terminal, env)).toContain('2>debug.log');
  expect(terminalRefusal(terminal, terminal, pipe, env)).toBeUndefined();
});
