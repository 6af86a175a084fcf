/** Keys that arrive together: esc still pauses a deletion, and no letter acts on the state that an earlier key left. */
import { expect, test } from 'vitest';
import { aRunInItsMiddle } from '../support/hazards.ts';
import { aCrowd, staleSystems, systemsCalled } from '../support/service.ts';
import { aUserOf, row } from '../support/user.ts';

test.each([
  ['q', '\u001Bq'],
  ['?, which opens help', '\u001B?'],
])('esc that comes in one read with %s pauses a deletion, and nothing else', async (_, read) => {
  const { service, user, release } = await aRunInItsMiddle();
  await user.types(read).sees('› Deletion paused', 'enter resume  s stop');
  release();
  await user.sees('✓ 4 deleted', '6 waiting', 'Paused: nothing further is deleted. Resume (enter) or stop (s)?');
  await user.rests();
  await user.sees('✓ 4 deleted', '6 waiting', 'Resume (enter) or stop (s)?');
  expect(service.sent('DELETE')).toHaveLength(4);
  await user.pressesKey('enter').sees('10 systems deleted');
});

test('p is ignored right after the results are left, and protects the system a moment later', async () => {
  const { user } = await aUserOf({ systems: [...staleSystems(2), ...aCrowd()] });
  await user.marksStale(2);
  user.presses('review and delete');
  await user.confirms('delete 2', '2 systems deleted', 'p record');
  // Esc by its code point: the letter after it is a key of its own.
  user.terminal.write('\u001B[27u');
  user.terminal.write('p');
  await user.sees('p came right after going back: ignored. Press it again.', (screen) => !screen.includes('◆'));
  await user.rests();
  await user.types('p').sees(/◆ .* is protected for good\. p undoes\./);
});

test('text typed after a refused ! does nothing, in one read with it or after it', async () => {
  const { user } = await aUserOf({ systems: systemsCalled('web', 3) });
  await user.sees(row('▌', 'web-1'));
  for (const read of ['!p', 'rod\r']) user.terminal.write(read);
  const refusal = '!: the settings file has no "commands" (rollcall docs configuration).';
  await user.sees(refusal);
  await user.rests();
  await user.sees('› Systems', refusal, row('▌', 'web-1'), (screen) => !screen.includes('◆'));
  await user.types('p').sees('◆ web-1 is protected for good. p undoes.');
});
