/** A form never switches a protection off without asking. */
import { expect, test } from 'vitest';
import { aCrowd, aService, aSystem, daysAgo, systemsCalled } from '../support/service.ts';
import { fills, saves } from '../support/form.ts';
import { asked, aUserIn, aUserOf, row } from '../support/user.ts';

test('a field left empty changes no protection, and weaker ones are confirmed once', async () => {
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
  const user = await aUserIn('Northwind', service, { env, columns: 120 });
  user.presses('change the protection rules');
  await saves(user, { 'Block a deletion': '60', 'Protect systems with the tags': '' });
  await user.sees('› Weaker protection', '! Block a deletion of more than', 'was      50 %', 'becomes  60 %');
  expect(user.screen().match(/^! /gm)).toHaveLength(1);
  await user.pressesKey('enter').sees('Saved. Block a deletion of more than: 60 % of the organisation.');

  // Stronger settings are saved at once, weaker ones only after the question.
  user.presses('change the protection rules');
  await saves(user, { 'Protect systems seen': '9', 'Protect systems of the enrolment': 'servers' });
  await user.sees('Saved 2 settings.');
  user.presses('change the protection rules');
  await saves(user, {
    'Protect systems with the tags': 'none',
    'Protect systems of the enrolment': 'none',
    'Protect systems seen': '0',
    'Protect the system of this SSH': 'no',
    'Block a deletion': '100',
  });
  const weaker = [
    ['Protect systems with the tags', 'protect, protected, do-not-delete', 'none'],
    ['Protect systems of the enrolment keys', 'servers', 'none'],
    ['Protect systems seen within', '9 days', '0 days'],
    ['Protect the system of this SSH session', 'yes', 'no'],
    ['Block a deletion of more than', '60 % of the organisation', '100 % of the organisation'],
  ];
  await user.sees(...weaker.flatMap(([rule, was, becomes]) => [`! ${rule}`, `was      ${was}`, `becomes  ${becomes}`]));
  user.pressesKey('esc');
  await user.sees('› Protection', /Block a deletion of more than +100 % of the organisation +\(was 60\)/);
  await user.pressesKey('esc').sees('› Unsaved changes');
  await user.presses('discard the changes').sees('s mark stale');
  await user.leaves();

  const again = await aUserIn('Northwind', service, { home: user.home, env, columns: 120 });
  await again.presses('mark all stale').sees(/^4 marked: /m);
  await again.presses('review and delete').sees('3 protected 2', asked('delete 2'));
  await again.pressesKey('3').sees(row('PROTECTED', 'tag "protect"'));
  await again.pressesKey('down').sees(row('PROTECTED', 'this session comes'));
  await again.pressesKey('esc').sees('s mark stale');
});

test('an enter that comes with the line, or a paste, does not confirm what it weakens', async () => {
  const { user } = await aUserOf({ systems: aCrowd(), columns: 120 });
  user.presses('change the protection rules');
  await fills(user, { 'Block a deletion': '9' });
  await user.types('9\r\r').sees('› Weaker protection', 'Press enter again.');
  await user.pressesKey('esc').sees('› Protection', /Block a deletion of more than +99 %/);
  await user.pastes('\r\r');
  await user.pastes('100\r', '› Protection', /Block a deletion of more than +99100 %/);
});

test.each([
  ['the organisation', 'change the settings of this organisation', 'Show the word', 'PROD'],
  ['the profile', 'change the settings of this profile', 'Systems are stale after', '30'],
])('%s stays read-only where that field is left, and is asked about where it is off', async (...about) => {
  const [, action, sentence, value] = about;
  const { user } = await aUserOf({ systems: aCrowd(), columns: 120 });
  await user.chooses(action);
  await saves(user, { 'Keep this': 'yes' });
  await user.sees('READ-ONLY', /Saved. Keep this .* read-only: yes/);
  await user.chooses(action);
  await saves(user, { [sentence]: value });
  await user.sees('READ-ONLY', `Saved. ${sentence}: ${value}`);
  await user.chooses(action);
  await saves(user, { 'Keep this': 'no' });
  await user.sees('! Keep this', 'becomes  no', 'READ-ONLY');
  await user.pressesKey('enter').sees(/Saved. Keep this .* read-only: no/, (screen) => !screen.includes('READ-ONLY'));
});
