/** On a slow line a key costs few bytes, and each frame arrives whole. */
import { expect, test } from 'vitest';
import { eachInItsOwnProcess } from '../support/program.ts';
import { systemsCalled } from '../support/service.ts';
import { aUserOf, row, type User } from '../support/user.ts';

eachInItsOwnProcess();

async function aReaderOfMany(): Promise<User> {
  const { user } = await aUserOf({ systems: systemsCalled('web', 400) });
  await user.presses('to the last row, all pages').sees('400 systems', row('▌', 'web-400'));
  await user.presses('to the first row').sees(row('▌', 'web-1 '));
  return user;
}

/** The bytes that were written until this was seen. */
async function bytesOf(user: User, act: () => void, seen: RegExp): Promise<number> {
  const before = user.terminal.bytes();
  act();
  await user.sees(seen);
  return user.terminal.bytes() - before;
}

test('a move of the cursor costs at most 300 bytes, a held key at most 450 a line, and nothing costs nothing', async () => {
  const user = await aReaderOfMany();
  const move = await bytesOf(
    user,
    () => {
      user.presses('move down');
    },
    row('▌', 'web-2 '),
  );
  expect(move).toBeLessThanOrEqual(300);

  let held = 0;
  for (let line = 3; line <= 103; line++) {
    held += await bytesOf(
      user,
      () => {
        user.presses('move down');
      },
      row('▌', `web-${line} `),
    );
  }
  expect(held / 101).toBeLessThanOrEqual(450);

  const before = user.terminal.bytes();
  await user.terminal.passes(1000);
  expect(user.terminal.bytes()).toBe(before);
});

test('every frame is whole: what is drawn stands between the two sequences of synchronised output', async () => {
  const user = await aReaderOfMany();
  const before = user.terminal.raw().length;
  await user.presses('move down', 3).sees(row('▌', 'web-4 '));
  await user.presses('help for this screen').sees('› Help');
  await user.pressesKey('esc').sees(row('▌', 'web-4 '));
  // A part of the first and the last may be missing here.
  const frames = user.terminal.raw().slice(before).split('\u001B[?2026h').slice(1, -1);
  expect(frames.length).toBeGreaterThan(1);
  for (const frame of frames) expect(frame.split('\u001B[?2026l')).toEqual([expect.any(String), '']);
});

test('after the first frame the screen is never cleared whole, nor what the terminal has scrolled', async () => {
  const user = await aReaderOfMany();
  const before = user.terminal.raw().length;
  await user.presses('help for this screen').sees('› Help');
  await user.pressesKey('esc').sees(row('▌', 'web-1 '));
  user.presses('stale systems: threshold and ages');
  // While it loads, esc only stops that.
  await user.sees('Not connected, seen over', '91–180 d');
  await user.pressesKey('esc').sees(row('▌', 'web-1 '));
  user.terminal.resize(100, 30);
  await user.sees(/NAME.*ENROLLED/);
  const sequences = user.terminal.raw().slice(before).split('\u001B');
  expect(sequences.filter((sequence) => /^\[[23]J/.test(sequence))).toEqual([]);
});

test('on a line that stalls no key is lost', async () => {
  const user = await aReaderOfMany();
  user.terminal.stall();
  // More than the line holds back by itself: it is the program that has to wait.
  for (let round = 0; round < 20; round++) {
    user.presses('down a screen', 10).presses('to the first row');
    await user.terminal.passes(20);
  }
  user.presses('move down', 99);
  user.terminal.flow();
  await user.sees(row('▌', 'web-100 '));
});
