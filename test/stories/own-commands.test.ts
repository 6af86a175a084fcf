/** Commands of your own, from the settings file. */
import { expect, test } from 'vitest';
import { aHome, eachInItsOwnProcess } from '../support/program.ts';
import { aSystem } from '../support/service.ts';
import { aNewcomer, aUserOf, row, type User } from '../support/user.ts';

eachInItsOwnProcess();

const systems = [
  aSystem({ hostname: 'db-1', connectedFrom: '192.0.2.7' }),
  aSystem({ hostname: '-oProxyCommand=x', connectedFrom: null }),
];

async function aUserWith(commands: readonly object[], flags: readonly string[] = []): Promise<User> {
  const home = aHome();
  home.keepsSettings({ commands });
  const { user } = await aUserOf({ systems, home, flags });
  return user;
}

const script = 'echo "got <$1> and <$ROLLCALL_TOKEN>"; exit 3';

test('it gets the terminal and the value as one argument, and says how it ended before the list is back', async () => {
  const user = await aUserWith([{ key: '!e', name: 'show it', argv: ['sh', '-c', script, 'sh', '{connectedFrom}'] }]);
  await user.pressesKey('!').sees('› Your commands', '!e', 'show it', 'cancel');
  await user.pressesKey('e').sees('got <192.0.2.7> and <>', 'show it ended with 3. Press a key to return to rollcall.');
  expect(user.terminal.isAlternate()).toBe(false);
  await user.types('q').sees('› Systems', 'show it ended with 3.', row('▌', 'db-1'));
  await user.rests();
  await user.presses('help for this screen').sees('› Help');
  await user.presses('search the help').types('show it').sees('Your commands', '!e  show it');
  user.pressesKey('esc');
  const twice = (screen: string): boolean => screen.split('Press a key to return').length === 3;
  await user.sees('› Systems');
  await user.types('!e').sees(twice);
  await user.pressesKey('ctrl-c').sees('› Systems');
  await user.chooses('show it', (screen) => screen.split('Press a key to return').length === 4);
  await user.types('x').sees('› Systems');
});

test('one that asks first shows what it would run; n runs nothing', async () => {
  const user = await aUserWith([{ key: '!e', name: 'echo', argv: ['echo', 'a b', '{hostname}'], confirm: true }]);
  await user.types('!e').sees('› Run a command', "echo 'a b' db-1");
  await user.pressesKey('n').sees('› Systems');
  expect(user.screen()).not.toContain('ended');
  await user.rests();
  await user.types('!e').sees('› Run a command');
  await user.pressesKey('y').sees('a b db-1', 'echo ended with 0. Press a key');
  await user.types('x').sees('echo ended with 0.', '› Systems');
});

test('a value that may mean an option and one that is missing are refused, and a program that is not there is said', async () => {
  const user = await aUserWith([
    { key: '!n', name: 'name', argv: ['echo', '{hostname}'] },
    { key: '!f', name: 'from', argv: ['echo', '--', '{connectedFrom}'] },
    { key: '!m', name: 'missing', argv: ['/nowhere/program'] },
  ]);
  await user.goesTo('-oProxyCommand=x');
  await user.types('!n').sees('its hostname "-oProxyCommand=x" has more than letters, digits');
  user.pressesKey('esc');
  await user.rests();
  await user.types('!f').sees('it has no connectedFrom');
  user.pressesKey('esc');
  await user.rests();
  await user.types('!m').sees('"/nowhere/program" was not found. Press a key');
  await user.types('x').sees('› Systems');
});

test('in read-only only those run that are marked as safe', async () => {
  const user = await aUserWith(
    [
      { key: '!a', name: 'unsafe', argv: ['echo', 'no'] },
      { key: '!b', name: 'safe', argv: ['echo', 'yes'], safe: true },
    ],
    ['--read-only'],
  );
  await user.types('!a').sees('read-only: nothing is changed');
  await user.types('b').sees('yes', 'safe ended with 0.');
  await user.types('x').sees('› Systems');
});

test('a mistake in the settings file is said at the start, and the other commands work', async () => {
  const user = await aUserWith([
    { key: '!a', name: 'one', argv: ['ssh', 'root@{hostnam}'] },
    { key: '!b', name: 'two', argv: ['echo', 'two'] },
  ]);
  await user.sees('Settings file: command 1 is not used: unknown value "hostnam"');
  await user.types('!b').sees('two ended with 0.');
  await user.types('x').sees('› Systems');
});

test('the demo has the commands of the settings, and nothing else of them', async () => {
  const home = aHome();
  home.keepsSettings({
    commands: [{ key: '!e', name: 'show it', argv: ['echo', 'system={hostname}'] }],
    profiles: { default: { days: 7 } },
  });
  const user = aNewcomer({ flags: ['--demo', '--org', 'north'], home });
  await user.sees('› Systems', row('▌', 'lab-bench-001'), 'over 90 d');
  await user.types('!e').sees('system=lab-bench-001', 'show it ended with 0.');
});
