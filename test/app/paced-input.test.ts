/** How do coalesced bytes become one key at a time? */
import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { PassThrough } from 'node:stream';
import type { ReadStream } from 'node:tty';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PacedInput, splitKeys } from '../../src/app/paced-input.ts';

test.each([
  ['jjj', ['jjj']],
  ['abc\r', ['abc', '\r']],
  ['x\u007F\u007F', ['x', '\u007F', '\u007F']],
  ['\u001B[A\u001B[Bj', ['\u001B[A', '\u001B[B', 'j']],
  ['\u001B[1;2Dq', ['\u001B[1;2D', 'q']],
  ['\u001BOAx', ['\u001BOA', 'x']],
  ['\u001Bx', ['\u001B', 'x']],
  ['\u001B', ['\u001B']],
])('%j is read as %j', (typed, pieces) => {
  expect(splitKeys(typed)).toEqual(pieces);
});

test('nothing that is typed is lost', () => {
  const keys = fc.constantFrom(
    'j',
    'delete 2',
    '\r',
    '\t',
    '\u007F',
    '\u001B',
    '\u001B[A',
    '\u001B[',
    'ü',
    '東',
    '\u0003',
  );
  fc.assert(
    fc.property(fc.array(keys), (typed) => {
      expect(splitKeys(typed.join('')).join('')).toBe(typed.join(''));
    }),
  );
});

/** A terminal that is typed on, and everything that was read of it so far. */
function aTerminal() {
  const terminal = new PassThrough();
  const input = new PacedInput(terminal as unknown as ReadStream);
  return { terminal, input, pieces: piecesOf(input) };
}

function piecesOf(input: PacedInput): readonly string[] {
  const pieces: string[] = [];
  input.on('readable', () => {
    for (let piece: unknown; (piece = input.read()) !== null;) pieces.push(piece as string);
  });
  return pieces;
}

test('keys are handed on one by one, and a paste whole, however it is cut', async () => {
  const { terminal, input, pieces } = aTerminal();
  terminal.write('ab\r\u001B[200~one\r');
  terminal.write('two\u001B[201~c');
  terminal.end();
  await once(input, 'end');
  expect(pieces).toEqual(['ab', '\r', '\u001B[200~one\rtwo\u001B[201~', 'c']);
});

test('what is typed before anybody reads is handed on one by one, too', async () => {
  const terminal = new PassThrough();
  const input = new PacedInput(terminal as unknown as ReadStream);
  terminal.write('early\r');
  await setImmediate();
  const pieces = piecesOf(input);
  terminal.end();
  await once(input, 'end');
  expect(pieces).toEqual(['early', '\r']);
});

test('what was typed ahead can be forgotten', async () => {
  const { terminal, input, pieces } = aTerminal();
  input.once('readable', () => {
    input.forgetTypedAhead();
  });
  terminal.write('d\rdelete 2\r');
  terminal.end();
  await once(input, 'end');
  expect(pieces).toEqual(['d']);
});
