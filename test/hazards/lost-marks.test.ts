/** A key that would lose marks, or the token, asks first. */
import { expect, test } from 'vitest';
import { anOrganisation, systemsCalled } from '../support/service.ts';
import { aUserOf, acrossLines, type Met, row } from '../support/user.ts';

/** A person with two marks in the first of two organisations. */
async function aUserMarking(): Promise<Met> {
  const organisations = ['Northwind', 'Contoso'].map((orgName) =>
    anOrganisation({ orgId: orgName, orgName, systems: systemsCalled(orgName.toLowerCase(), 30) }),
  );
  const met = await aUserOf({ organisations, env: { EDITOR: 'true' } });
  await met.user.marks('northwind-1', 'northwind-2');
  return met;
}

test('ctrl-c twice leaves at once, with marks, too', async () => {
  const { user } = await aUserMarking();
  user.presses('stop at once; twice quits', 2);
  expect(await user.terminal.exited).toEqual({ exitCode: 0, signal: 0 });
});

test('@ saves the marks of the organisation that is left, and its list opens them', async () => {
  const { user } = await aUserMarking();
  await user.pressesKey('@').sees(row('▌', 'Northwind'), 'Contoso');
  await user.goesTo('Contoso');
  await user.pressesKey('enter').sees('contoso-1', 'Saved 2 marks of Northwind');
  await user.marks('contoso-3');
  await user.pressesKey('@').sees(row('▌', 'Contoso'));
  await user.presses('open by id').sees('id of the organisation:');
  await user.types('Northwind').sees('id of the organisation: Northwind');
  await user.pressesKey('enter').sees('northwind-1', 'Saved 1 mark of Contoso', (screen) => !screen.includes('✓'));
  await user.chooses('mark systems from a list', '2 marks of this organisation were saved at');
  await user.presses('open the saved list').sees('2 of 2 listed names marked', row('✓', 'northwind-1'));
});

test('X asks before it signs out', async () => {
  const { user } = await aUserMarking();
  await user.pressesKey('esc').sees(row('▌', 'Northwind'));
  user.pressesKey('X');
  await user.sees(
    'Sign out',
    acrossLines('ROLLCALL_TOKEN is unchanged in your shell.'),
    'The marks of Northwind are saved as a list',
  );
  await user.pressesKey('X', 'enter', 'esc').sees(row('▌', 'Northwind'));
  await user.pressesKey('enter').sees('2 marked');
  await user.signsOut('enter sign in', 'ROLLCALL_TOKEN is unchanged in your shell.');
});
