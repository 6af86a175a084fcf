/** A key that would lose marks, or the token, asks first. */
import { expect, test } from 'vitest';
import { anOrganisation, systemsCalled } from '../support/service.ts';
import { aUser, aUserOf, acrossLines, type Met, row } from '../support/user.ts';

/** A person with two marks in the first of two organisations. */
async function aUserMarking(): Promise<Met> {
  const organisations = ['Northwind', 'Contoso'].map((orgName) =>
    anOrganisation({ orgId: orgName, orgName, systems: systemsCalled(orgName.toLowerCase(), 30) }),
  );
  const met = await aUserOf({ organisations });
  await met.user.marks('northwind-1', 'northwind-2');
  return met;
}

test('q with marks quits at once, and the next start has them again', async () => {
  const { service, user } = await aUserMarking();
  user.pressesKey('q');
  expect(await user.terminal.exited).toEqual({ exitCode: 0, signal: 0 });
  const again = aUser(service, { home: user.home });
  await again.sees(/Northwind › Systems/, '2 marked', 'Restored 2 marks. U clears them.', row('✓', 'northwind-2'));
});

test('ctrl-c twice leaves at once, with marks, too', async () => {
  const { user } = await aUserMarking();
  user.presses('stop at once; twice quits', 2);
  expect(await user.terminal.exited).toEqual({ exitCode: 0, signal: 0 });
});

test('@ keeps the marks of each organisation, by whatever way another one is opened', async () => {
  const { user } = await aUserMarking();
  await user.pressesKey('@').sees(row('▌', 'Northwind'), 'Contoso');
  await user.goesTo('Contoso');
  await user.pressesKey('enter').sees('contoso-1', (screen) => !screen.includes('marked'));
  await user.marks('contoso-3');
  await user.pressesKey('@').sees(row('▌', 'Contoso'));
  await user.presses('open by id').sees('id of the organisation:');
  await user.types('Northwind').sees('id of the organisation: Northwind');
  await user.pressesKey('enter').sees('2 marked', row('✓', 'northwind-1'), row('✓', 'northwind-2'));
  user.pressesKey('@');
  await user.goesTo('Contoso');
  await user.pressesKey('enter').sees('1 marked', row('✓', 'contoso-3'));
});

test('X asks before it signs out', async () => {
  const { user } = await aUserMarking();
  await user.pressesKey('esc').sees(row('▌', 'Northwind'));
  user.pressesKey('X');
  await user.sees(
    'Sign out',
    acrossLines('ROLLCALL_TOKEN is unchanged in your shell.'),
    'Marks, filter and sort of Northwind are kept',
  );
  await user.pressesKey('X', 'enter', 'esc').sees(row('▌', 'Northwind'));
  await user.pressesKey('enter').sees('2 marked');
  await user.signsOut('enter sign in', 'ROLLCALL_TOKEN is unchanged in your shell.');
});

test('marks are of a profile: another one has none, and the first has them again', async () => {
  const { service, user } = await aUserMarking();
  await user.chooses('switch to another profile', row('▌', 'default (in use)'));
  await user.goesTo('new profile…');
  await user.presses('use this profile').sees('name');
  await user.types('tills').sees('tills');
  await user.presses('use the profile with this name').sees('Sign in');
  user.presses('stop at once; twice quits', 2);
  await user.terminal.exited;
  const again = aUser(service, { home: user.home });
  await again.sees('2 marked', row('✓', 'northwind-2'));
});
