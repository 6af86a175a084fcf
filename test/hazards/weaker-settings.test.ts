/** A line of settings never switches a protection off without asking. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { aCrowd, aService, aSystem, daysAgo, systemsCalled } from '../support/service.ts';
import { aUser, type User } from '../support/user.ts';

/** Replaces the line of the settings, and presses enter once the last word is in it. */
async function enters(user: User, text: string): Promise<void> {
  await user.sees(/: .*\w:/);
  user.pressesKey('ctrl-u');
  user.types(text);
  await user.sees(`: ${text}`);
  await user.rests();
  user.pressesKey('enter');
}

test('K2 a word left out of the protections changes nothing, and weaker ones are confirmed once', async () => {
  const old = { lastSeen: daysAgo(200) };
  const service = await aService({
    systems: [
      aSystem({ hostname: 'keeper', ...old, tags: [{ tag: 'protect' }] }),
      aSystem({ hostname: 'jump-host', ...old, connectedFrom: '198.51.100.9' }),
      ...systemsCalled('old', 2, old),
      ...aCrowd(),
    ],
  });
  const env = { SSH_CONNECTION: '198.51.100.9 50022 10.0.0.1 22' };
  const user = aUser(service, { env, columns: 120 });
  await user.opens('Northwind');
  await user.chooses('change the protection');
  await enters(user, 'share:60');
  await user.sees('Weaker protection', '! A deletion may take 60 % of the organisation, not 50 %.');
  expect(user.screen().match(/^! /gm)).toHaveLength(1);
  user.pressesKey('enter');
  const guards = 'tag:protect tag:protected tag:do-not-delete seen:7 share:60 session:on';
  await user.sees(`Guards of Northwind: ${guards}`);

  // Stronger is saved at once, and what is weaker only after the question.
  await user.chooses('change the protection');
  await enters(user, 'seen:9 key:servers');
  await user.sees(
    'Guards of Northwind: tag:protect tag:protected tag:do-not-delete key:servers seen:9 share:60 session:on',
  );
  await user.chooses('change the protection');
  await enters(user, 'tag:none key:none seen:0 share:100 session:off');
  await user.sees(
    '! No longer protected: systems with the tag "protect", "protected", "do-not-delete".',
    '! No longer protected: systems of the enrolment key "servers".',
    '! No longer protected: connected systems, and those seen lately.',
    '! A deletion may take every system of the organisation, not 60 %.',
    '! No longer protected: the system through which your session comes.',
  );
  user.pressesKey('esc');
  await user.sees('guards: tag:none key:none seen:0 share:100 session:off');
  user.pressesKey('esc');
  await user.sees('s mark stale');
  await user.leaves();

  const again = aUser(service, { home: user.home, env, columns: 120 });
  await again.opens('Northwind');
  again.presses('mark all stale');
  await again.sees('4 marked');
  again.presses('review and delete');
  await again.sees('protected (tag "protect")', 'protected (this session comes through it)', '"delete 2"');
  await again.leaves();

  // An unreadable word may have protected anything.
  const config = join(user.home.path, 'config', 'rollcall', 'config.json');
  writeFileSync(config, readFileSync(config, 'utf8').replace('seen:9', 'tag:none sene:9'));
  const last = aUser(service, { home: user.home, columns: 120 });
  await last.opens('Northwind');
  await last.sees('A guard of this organisation is unreadable: "sene:9". Its usual guards hold too.');
  last.presses('mark all stale');
  await last.sees('4 marked');
  last.presses('review and delete');
  await last.sees('protected (tag "protect")', '"delete 3"');
});

test('K2 an enter that comes with the line, or a paste, does not confirm what it weakens', async () => {
  const service = await aService({ systems: aCrowd() });
  const user = aUser(service, { columns: 120 });
  await user.opens('Northwind');
  await user.chooses('change the protection');
  await user.sees('guards: ');
  user.pressesKey('ctrl-u');
  user.types('share:100\r\r');
  await user.sees('Weaker protection', 'Press enter once more.');
  user.pressesKey('esc');
  await user.sees('guards: share:100');
});

test.each([
  [
    'the organisation',
    'label this organisation',
    'word:PROD',
    'in this organisation',
    'Settings of Northwind: word:PROD',
  ],
  ['the profile', 'change the settings of this profile', 'days:30', 'with this profile', 'Settings: days:30'],
])('K2 %s stays read-only where that word is left out, and is asked about where it is off', async (...about) => {
  const [, action, text, where, said] = about;
  const service = await aService({ systems: aCrowd() });
  const user = aUser(service, { columns: 120 });
  await user.opens('Northwind');
  await user.chooses(action);
  await enters(user, 'read-only:on');
  await user.sees('READ-ONLY');
  await user.chooses(action);
  await enters(user, text);
  await user.sees('READ-ONLY', said, 'read-only:on');
  await user.chooses(action);
  await enters(user, 'read-only:off');
  await user.sees(`! Read-only ends: systems can be deleted ${where}.`, 'READ-ONLY');
  user.pressesKey('enter');
  await user.sees(said, 'read-only:off', (screen) => !screen.includes('READ-ONLY'));
});
