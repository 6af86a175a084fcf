import { expect, test } from 'vitest';
import { terminalRefusal } from '../../src/app/terminal-check.ts';

const terminal = { isTTY: true };
const pipe = {};

test('a terminal on both sides is enough', () => {
  expect(terminalRefusal(terminal, terminal, 'xterm-256color')).toBeUndefined();
  expect(terminalRefusal(terminal, terminal, undefined)).toBeUndefined();
});

test('the sentence names what is missing, and what to do', () => {
  expect(terminalRefusal(pipe, terminal, 'xterm')).toMatch(/standard input is none: .*`ssh -t`\.$/);
  expect(terminalRefusal(terminal, pipe, 'xterm')).toMatch(/standard output is none: .*`ssh -t`\.$/);
  expect(terminalRefusal(terminal, terminal, 'dumb')).toMatch(/TERM=dumb .* set TERM to its real name/);
});
