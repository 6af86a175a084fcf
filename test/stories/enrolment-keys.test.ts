/** Creating an enrolment key, and listing the keys in use. */
import { expect, test } from 'vitest';
import type { Intercept } from '../../src/demo/service.ts';
import { aSystem, daysAgo, onRequest, systemsCalled } from '../support/service.ts';
import { aUserOf, acrossLines, type Met, row } from '../support/user.ts';

async function aCreator(intercept: Intercept = () => undefined): Promise<Met> {
  const met = await aUserOf({ systems: [aSystem({ hostname: 'laptop-anna' })], intercept });
  await met.user.presses('create an enrolment key').sees('New enrolment key', 'description');
  return met;
}

test('the description is sent without the blanks around it, and the answer is shown field by field', async () => {
  const { service, user } = await aCreator();
  user.types('  build agents, Warsaw ');
  await user.rests();
  user.presses('create the key');
  await user.sees(
    'Enrolment key created',
    row('id', '101'),
    row('description', 'build agents, Warsaw'),
    row('approval mode', 'manual'),
    row('uses left', 'unlimited'),
    row('expires', 'never'),
    row('created', 'UTC'),
  );
  expect(service.sent('POST').map(({ body }) => body)).toEqual(['{"description":"build agents, Warsaw"}']);
});

test('the secret is hidden until v shows it, goes to the clipboard, and is stored nowhere', async () => {
  const { user } = await aCreator();
  await user.createsKey('build agents', 'Copy the secret now. It cannot be shown again.', row('secret', '••••••••'));
  const before = user.terminal.raw();
  user.presses('show or hide the secret');
  const [, secret = ''] = /secret +(\w{40})/.exec(await user.sees(/secret +\w{40}/)) ?? [];
  expect(before).not.toContain(secret);
  await user.presses('show or hide the secret').sees(row('secret', '••••••••'));

  await user.presses('copy the secret').sees('Copied through your terminal');
  expect(user.terminal.raw()).toContain(`\u{1B}]52;c;${Buffer.from(secret).toString('base64')}\u{7}`);

  await user.presses('go back; the key cannot be shown again').sees('laptop-anna');
  await user.presses('create an enrolment key').sees('New enrolment key');
  expect(user.screen()).not.toMatch(/••••|build agents/);
  await user.presses('go back; nothing is created').sees('laptop-anna');
  await user.leaves();
  expect(user.home.filesWith(secret)).toEqual([]);
});

test('a description of nothing but blanks is refused before anything is sent', async () => {
  const { service, user } = await aCreator();
  await user.createsKey('   ', 'Type a description: it identifies the key.');
  expect(service.sent('POST')).toEqual([]);
});

test('the mistakes that the service finds are said, and the text stays to be corrected', async () => {
  const { service, user } = await aCreator();
  await user.createsKey('x'.repeat(256), 'description must have at most 255 characters', 'xxxx');
  user.pressesKey('backspace');
  await user.rests();
  await user.presses('create the key').sees('Enrolment key created');
  expect(service.sent('POST')).toHaveLength(2);
});

test('where the answer is lost, the key may exist, and none is created in addition', async () => {
  const { service, user } = await aCreator(onRequest('POST', () => 'drop'));
  await user.createsKey('build agents', acrossLines('Whether the enrolment key was created is not known.'));
  expect(service.sent('POST')).toHaveLength(1);
});

test('the keys of the systems read so far are counted, with the stale ones among them', async () => {
  const retail = { enrolmentKeyId: 11, enrolmentKeyDescription: 'retail' };
  const { user } = await aUserOf({
    systems: [
      ...systemsCalled('till', 3, retail),
      ...systemsCalled('old-till', 2, { ...retail, lastSeen: daysAgo(200) }),
      ...systemsCalled('laptop', 4, { enrolmentKeyId: 12, enrolmentKeyDescription: 'laptops' }),
    ],
  });
  await user.presses('enrolment keys').sees('9 systems', /retail +5 +2 +11/, /laptops +4 +0 +12/);
  await user.goesTo('laptops');
  await user.presses('show the systems of this key').sees('laptop-1', 'laptop-4', 'key:=12', 'esc shows all systems');
  expect(user.screen()).not.toContain('till-1');
  await user.presses('enrolment keys').sees('9 systems');
  await user.presses('create an enrolment key').sees('New enrolment key');
  await user.createsKey('lab bench', row('secret', '••••'));
  await user.presses('copy the secret').sees('Copied');
  // No system names the new one.
  await user.presses('go back; the key cannot be shown again').sees(/▌ lab bench +0 +0 +101/, /retail +5 +2 +11/);
  await user.presses('show the systems of this key').sees('no loaded system names this key');
});
