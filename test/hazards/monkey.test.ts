/** E2: may anybody, or anything, delete a system without having typed the phrase? */
import { expect, test } from 'vitest';
import { pasteOf } from '../support/keys.ts';
import { anOrganisation, aService, daysAgo, systemsCalled } from '../support/service.ts';
import { aUser } from '../support/user.ts';

const keys = 200_000;
const pastes = 2000;
const mostPastesAtOnce = 5;

/** So many keys are sent at once at most: a review that opens drops what was typed ahead of it. */
const mostAtOnce = 400;

/** Every key of the program but those that leave it, and the letters that the phrase is made of more often than others. */
const typed = [
  ...Array.from('abcefghijklmnoprstuvwxyzABCDEFGHIJKLMNOPRSTUVWXYZ0123456789 /:?@.-'),
  ...Array.from('ddddddelete   23'),
  ...['\r', '\r', '\r', '\u001b', '\t', '\u007f', '\u0004', '\u0015', '\u0017', '\u000c'],
  ...['\u001b[A', '\u001b[B', '\u001b[C', '\u001b[D', '\u001b[5~', '\u001b[6~', '\u001b[H', '\u001b[F'],
];

const pasted = ['delete 1', 'delete 2', 'delete 3\r', '\rdelete 3\r', 'd\rdelete 1\r', 'delete 3 from Northwind\r\n'];

const repaint = '\u000c';

/** Numbers that look like chance and are the same each time (mulberry32). */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

test(`${keys} random keys and ${pastes} random pastes among them delete nothing`, { timeout: 600_000 }, async () => {
  const service = await aService({
    organisations: [
      anOrganisation({
        systems: [...systemsCalled('old', 3, { lastSeen: daysAgo(200) }), ...systemsCalled('web', 40)],
      }),
    ],
    anyToken: true,
  });
  const user = aUser(service, { columns: 100, rows: 16 });
  await user.opens('Northwind');
  const random = chance(20_261_120);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  let prompts = 0;
  const sent = { keys: 0, pastes: 0 };
  while (sent.keys < keys || sent.pastes < pastes) {
    const events = Array.from({ length: 1 + Math.floor(random() * mostAtOnce) }, () => pick(typed));
    sent.keys += events.length;
    for (let left = Math.floor(random() * (mostPastesAtOnce + 1)); left > 0; left--) {
      events.splice(Math.floor(random() * (events.length + 1)), 0, pasteOf(pick(pasted)));
      sent.pastes += 1;
    }
    const before = user.terminal.bytes();
    // Whatever is on the screen, this draws it anew: then the program has heard of all that came before.
    user.types(`${events.join('')}${repaint}`);
    await user.sees(() => user.terminal.bytes() > before);
    // The next keys then meet the prompt as soon as it is there.
    if (user.screen().includes('Review · ')) {
      await user.sees((screen) => !screen.includes('Review · ') || /Type "delete|Nothing counts|Refused/.test(screen));
      prompts += 1;
    }
  }
  expect(prompts).toBeGreaterThan(0);
  expect(service.sent('DELETE')).toEqual([]);
  expect(service.hostnames()).toHaveLength(43);
});
