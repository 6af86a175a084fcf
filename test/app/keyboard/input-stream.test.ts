/** How do coalesced bytes become one key at a time? */
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { ReadStream } from 'node:tty';
import { expect, test, vi } from 'vitest';
import { PacedInput } from '../../../src/app/keyboard/input-stream.ts';
import { reports } from '../../support/reports.ts';

/** A terminal that is typed on, and everything that was read of it so far. */
function aTerminal() {
  const terminal = new PassThrough();
  const clock = { nowMs: 0 };
  const input = new PacedInput(terminal as unknown as ReadStream, () => clock.nowMs);
  return { terminal, clock, input, pieces: piecesOf(input) };
}

/** Until what comes next is no longer taken for a part of the paste. */
async function pause(): Promise<void> {
  await setTimeout(50);
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
  terminal.write('two\u001B[201~');
  await pause();
  terminal.write('c');
  terminal.end();
  await once(input, 'end');
  expect(pieces).toEqual(['ab', '\r', '\u001B[200~one\rtwo\u001B[201~', 'c']);
});

test('K3 what follows the end of a paste without a pause belongs to it, in whatever reads', async () => {
  const { terminal, pieces } = aTerminal();
  for (const read of ['\u001B[200~x\u001B[201~del', 'ete 3', '\r', '\u001B[201~']) terminal.write(read);
  await pause();
  terminal.write('\u0003');
  await vi.waitFor(() => {
    expect(pieces).toContain('\u0003');
  });
  const isPaste = (piece: string): boolean => piece.startsWith('\u001B[200~') && piece.endsWith('\u001B[201~');
  expect(pieces.filter((piece) => !isPaste(piece))).toEqual(['\u0003']);
});

test('K3 text that no hand types, and an enter that came with text, are told from typing', async () => {
  const { terminal, clock, input } = aTerminal();
  const paces: string[] = [];
  input.on('readable', () => {
    paces.push(input.pace());
  });
  for (const [atMs, read] of [
    [1000, 'del'],
    [1400, 'e\r'],
    [2000, '\r'],
    [3000, 'delete 3\r'],
    [3020, '\r'],
  ] as const) {
    clock.nowMs = atMs;
    terminal.write(read);
    await setTimeout(10);
  }
  expect(paces).toEqual(['hand', 'hand', 'hasty', 'hand', 'burst', 'burst', 'burst']);
});

test('N3 the tail of a sequence whose Esc was taken for the key types nothing', async () => {
  const { terminal, pieces } = aTerminal();
  for (const tail of ['[<0;10;5M', '[97;5:3u', '[I', '[27;3;97~']) {
    terminal.write('\u001B');
    await setTimeout(60);
    terminal.write(tail);
  }
  await vi.waitFor(() => {
    expect(pieces).toEqual(Array.from('\u001B\u001B\u001B\u001B'));
  });
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

test.each(reports)('%s is no key, however it is cut', async (_, report) => {
  for (let cut = 1; cut < report.length; cut++) {
    const { terminal, input, pieces } = aTerminal();
    terminal.write(`a${report.slice(0, cut)}`);
    terminal.write(`${report.slice(cut)}b`);
    terminal.end();
    await once(input, 'end');
    expect(pieces.join('')).toBe('ab');
  }
});

test('a key whose sequence comes in two pieces is one key, and so is Esc by itself', async () => {
  const { terminal, pieces } = aTerminal();
  terminal.write('\u001B');
  terminal.write('[A');
  terminal.write('\u001B[20');
  terminal.write('0~text\u001B[201~');
  await pause();
  terminal.write('\u001B');
  await vi.waitFor(() => {
    expect(pieces).toEqual(['\u001B[A', '\u001B[200~text\u001B[201~', '\u001B']);
  });
});

test('the beginning of a report that never ends is forgotten, and the keys after it are keys', async () => {
  const { terminal, pieces } = aTerminal();
  terminal.write('a\u001B[24;8');
  await vi.waitFor(() => {
    terminal.write('\r');
    expect(pieces).toContain('\r');
  });
  expect(pieces.filter((piece) => piece !== '\r')).toEqual(['a']);
});

test('K3 a paste that stalls goes on as one: none of it becomes a key, up to its end', async () => {
  const { terminal, pieces } = aTerminal();
  terminal.write('a\u001B[200~half a\r');
  terminal.write('paste');
  await vi.waitFor(
    () => {
      expect(pieces).toEqual(['a', '\u001B[200~half a\rpaste\u001B[201~']);
    },
    { timeout: 20_000 },
  );
  terminal.write('nlaptops\r');
  terminal.write('s\u001B[20');
  terminal.write('1~');
  await pause();
  terminal.write('j\r');
  await vi.waitFor(() => {
    expect(pieces.slice(2)).toEqual(['\u001B[200~nlaptops\rs\u001B[201~', 'j', '\r']);
  });
});

test('a paste whose end never comes is over with Esc, and the keys after it are keys', async () => {
  const { terminal, pieces } = aTerminal();
  terminal.write('\u001B[200~half');
  await vi.waitFor(
    () => {
      expect(pieces).toEqual(['\u001B[200~half\u001B[201~']);
    },
    { timeout: 20_000 },
  );
  terminal.write('\u001B');
  await vi.waitFor(() => {
    expect(pieces.slice(1)).toEqual(['\u001B']);
  });
  terminal.write('j\r');
  await vi.waitFor(() => {
    expect(pieces.slice(2)).toEqual(['j', '\r']);
  });
});

test('ctrl-c by itself ends a paste whose end never comes', async () => {
  const { terminal, pieces } = aTerminal();
  terminal.write('\u001B[200~half');
  terminal.write('\u0003');
  await vi.waitFor(() => {
    expect(pieces).toEqual(['\u001B[200~half\u001B[201~', '\u0003']);
  });
});

test('a paste of megabytes comes in whole, in whatever pieces', { timeout: 9_000 }, async () => {
  const { terminal, input, pieces } = aTerminal();
  const pasted = `\u001B[200~${'x'.repeat(4_000_000)}\u001B[201~`;
  for (let at = 0; at < pasted.length; at += 1000) terminal.write(pasted.slice(at, at + 1000));
  await pause();
  terminal.write('j');
  terminal.end();
  await once(input, 'end');
  expect(pieces.at(-1)).toBe('j');
  expect(pieces.slice(0, -1).join('') === pasted).toBe(true);
});
