/** A key that would lose marks, or the token, asks first. */
import { expect, test } from 'vitest';
import { anOrganisation, aService, daysAgo, type StoryService, systemsCalled } from '../support/service.ts';
import { aUser, inFull, row, type User } from '../support/user.ts';

/** A person with two marks in the first of two organisations. */
async function aMarker(): Promise<{ service: StoryService; user: User }> {
  const service = await aService({
    organisations: ['Northwind', 'Contoso'].map((orgName) =>
      anOrganisation({
        orgId: orgName,
        orgName,
        systems: systemsCalled(orgName.toLowerCase(), 30, { lastSeen: daysAgo(9) }),
      }),
    ),
  });
  const user = aUser(service);
  await user.opens('Northwind');
  await user.marks('northwind-1', 'northwind-2');
  return { service, user };
}

test('K4 q with marks says what will be lost, and stays unless that is meant; without marks it leaves at once', async () => {
  const { user } = await aMarker();
  user.pressesKey('q');
  await user.sees('› Quit', '2 marks will be lost. No system is changed.', 'y leave  esc stay');
  user.pressesKey('q', 'enter', 'd');
  await user.sees('› Quit');
  user.pressesKey('esc');
  await user.sees('2 marked', '› Systems ');
  user.presses('clear all marks');
  await user.sees('2 marks cleared.');
  user.pressesKey('q');
  expect(await user.terminal.exited).toEqual({ exitCode: 0, signal: 0 });
});

test('K4 ctrl-c twice leaves at once, with marks, too', async () => {
  const { user } = await aMarker();
  user.presses('stop at once; twice quits', 2);
  expect(await user.terminal.exited).toEqual({ exitCode: 0, signal: 0 });
});

test('K4 @ with marks says what will be lost, and so does another organisation by any other way', async () => {
  const { user } = await aMarker();
  user.pressesKey('@');
  await user.sees('Switch organisation', '2 marks will be lost. No system is changed.', 'y switch  esc stay');
  user.pressesKey('esc');
  await user.sees('2 marked', '› Systems ');

  // Back by esc nothing is lost yet, and the same organisation still has its marks.
  user.pressesKey('esc');
  await user.sees('▌ Northwind', 'Contoso');
  user.pressesKey('enter');
  await user.sees('2 marked', '› Systems ');
  user.pressesKey('esc');
  await user.goesTo('Contoso');
  user.pressesKey('enter');
  await user.sees('Switch organisation', '2 marks will be lost.');
  user.pressesKey('n');
  await user.sees('▌ Contoso');
  user.presses('open by id');
  await user.sees('id of the organisation:');
  user.types('Contoso');
  await user.sees('id of the organisation: Contoso');
  user.pressesKey('enter');
  await user.sees('Switch organisation', '2 marks will be lost.');
  user.presses('switch and clear the marks');
  await user.sees('contoso-1', (screen) => !screen.includes('marked'));
  user.pressesKey('@');
  await user.sees('▌ Contoso');
});

test('K4 X asks before it signs out', async () => {
  const { user } = await aMarker();
  user.pressesKey('esc');
  await user.sees('▌ Northwind');
  user.pressesKey('X');
  await user.sees('Sign out', inFull('ROLLCALL_TOKEN stays as it is in your shell.'), '2 marks will be lost.');
  user.pressesKey('X', 'enter', 'esc');
  await user.sees('▌ Northwind');
  user.pressesKey('enter');
  await user.sees('2 marked');
  await user.signsOut();
  await user.sees('access token', 'ROLLCALL_TOKEN is as it was in your shell.');
});

test('K4 another profile asks before the marks are lost', async () => {
  const { user } = await aMarker();
  await user.chooses('switch to another profile');
  await user.sees(row('▌', 'default (in use)'));
  user.presses('next');
  await user.sees(row('▌', 'another one…'));
  const switches = async (): Promise<void> => {
    user.presses('use this profile');
    await user.sees('name');
    user.types('tills');
    await user.sees('tills');
    user.presses('use the profile of this name');
    await user.sees('Switch profile', '2 marks will be lost. No system is changed.', 'y switch  esc stay');
  };
  await switches();
  user.pressesKey('esc');
  await user.sees('2 marked', '› Systems ');
  await user.chooses('switch to another profile');
  user.presses('next');
  await user.sees(row('▌', 'another one…'));
  await switches();
  user.presses('switch and clear the marks');
  await user.sees('Sign in');
});
