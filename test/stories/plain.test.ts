/** Working with a screen reader: each change of the screen is printed as lines, and nothing is drawn. */
import { expect, test } from 'vitest';
import { aService, aSystem, daysAgo, systemsCalled } from '../support/service.ts';
import { aUser, type User } from '../support/user.ts';

/** All that was written, without what the terminal keeps to itself. */
function announcements({ terminal }: User): readonly string[] {
  return terminal.raw().replaceAll('\u{1B}[?2004h', '').replaceAll('\u{1B}[?2004l', '').split('\r\n');
}

test.each([
  ['--plain', { flags: ['--plain'], env: { TERM: 'dumb' } }],
  ['INK_SCREEN_READER', { env: { INK_SCREEN_READER: 'true' } }],
])('with %s a system is found, marked, reviewed and deleted by lines that are only ever added', async (_, options) => {
  const systems = ['web-01', 'web-02', 'web-03'].map((hostname) => aSystem({ hostname, lastSeen: daysAgo(200) }));
  const service = await aService({ systems });
  const user = aUser(service, options);
  await user.sees('rollcall, Northwind, Systems', '3 systems, 3 stale', 'stale, web-01, offline, 200 d', 'row 1 of 3');
  await user.presses('move down').sees('stale, web-02, offline', 'row 2 of 3');
  await user.presses('mark and move down').sees('1 marked', 'row 3 of 3');
  await user.presses('review and delete').sees('Delete 1 system', /to delete.*web-02/);
  await user.confirms('delete 1 from Northwind', '1 system deleted');
  await user.pressesKey('esc').sees('2 systems');
  await user.leaves();
  expect(service.sent('DELETE')).toHaveLength(1);
  // Nothing is coloured, placed, erased or shown on another screen.
  expect(announcements(user).join('\n')).not.toContain('\u{1B}');
});

test('a move says the new row and where it is, and nothing else', async () => {
  const user = aUser(await aService({ systems: systemsCalled('web', 9) }), { flags: ['--plain'] });
  await user.sees('row 1 of 9');
  const before = announcements(user).length;
  await user.presses('move down').sees('row 2 of 9');
  const lines = announcements(user).slice(before - 1);
  expect(lines).toHaveLength(3);
  expect(lines[0]).toMatch(/^web-2, /);
  expect(lines.slice(1)).toEqual(['row 2 of 9', '']);
});

test('progress is announced now and then, and its end in any case', async () => {
  const user = aUser(await aService({ systems: systemsCalled('web', 5000), latencyMs: 100 }), {
    flags: ['--plain'],
    ownProcess: true,
  });
  await user.sees('row 1 of');
  await user.presses('to the last row, all pages').sees('5,000 systems');
  const counts = announcements(user).filter((line) => /of 5,000 loaded|5,000 systems/.test(line));
  // There were 25 pages.
  expect(counts.length).toBeLessThan(12);
});

test('a key repeats the last frame', async () => {
  const user = aUser(await aService({ systems: systemsCalled('web', 2) }), { flags: ['--plain'] });
  await user.sees('row 1 of 2');
  const before = announcements(user).length;
  await user.presses('repaint the screen').sees((screen) => screen.split('row 1 of 2').length === 3);
  expect(announcements(user).slice(before - 1)).toContain(
    'NAME, STATE, LAST SEEN, ENROLLED, KEY, PLATFORM, VERSION, TAGS, ID',
  );
});

test('announcements are ASCII only where --ascii says so', async () => {
  const user = aUser(await aService({ systems: systemsCalled('web', 2) }), { flags: ['--plain', '--ascii'] });
  await user.sees('row 1 of 2');
  expect(announcements(user).join('')).toMatch(/^[\x20-\x7E]*$/);
});
