/** Trying the program without a service. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { eachInItsOwnProcess } from '../support/program.ts';
import { aNewcomer, phraseOn } from '../support/user.ts';

eachInItsOwnProcess();

test('the demo goes from the start to deleted systems and a new key', async () => {
  const user = aNewcomer({ flags: ['--demo'] });
  await user.sees('3 organisations', 'DEMO');
  await user.sees(/Tailspin Toys .* \d d ago/);
  await user.opens('Tailspin Toys');
  await user.presses('stale systems: threshold and ages').sees(/\d+ → \d+ → \d+ since \d+ \w+, at each visit\./);
  await user.presses('cancel: the threshold stays as it was').sees('260 systems');
  await user.presses('mark all stale').sees(/\d+ marked/);
  user.presses('review and delete');
  const phrase = phraseOn(await user.sees((screen) => phraseOn(screen) !== ''));
  const count = phrase.split(' ')[1] ?? '';
  expect(phrase).toBe(`delete ${count} from Tailspin Toys`);
  await user.confirms(phrase, `${count} systems deleted`, 'Checked against a fresh list');
  user.presses('back to the list, or the history');
  const left = 260 - Number(count);
  await user.sees(`\n${left} systems`, '● 0 stale');

  await user.presses('create an enrolment key').sees('New enrolment key');
  await user.createsKey('tills, Lyon', 'Enrolment key created', 'tills, Lyon');
  await user.pressesKey('v').sees('v hide');
  await user.presses('go back; the key cannot be shown again').sees('0 stale');
  expect(await user.leaves()).toContain(`Deletion, Tailspin Toys: ${count} deleted`);
});

test('its service ends with the program, even with one that is killed', async () => {
  const user = aNewcomer({ flags: ['--demo'] });
  const [, port] = /http:\/\/127\.0\.0\.1:(\d+)/.exec(await user.sees('3 organisations')) ?? [];
  const connection = connect(Number(port), '127.0.0.1');
  await once(connection, 'connect');
  user.terminal.kill('SIGKILL');
  await once(connection, 'close');
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('fetch failed');
});
