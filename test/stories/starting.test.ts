/** Starting with flags, without a terminal, or with arguments that cannot work. */
import { describe, expect, test } from 'vitest';
import { runWithoutTerminal } from '../support/program.ts';
import { aService, aSystem } from '../support/service.ts';
import { aNewcomer, aUser } from '../support/user.ts';

const token = 'T0k3n'.padEnd(63, 'x');

describe('a call that cannot work ends with code 2 and one sentence', () => {
  test.each([
    ['an unknown flag', ['--nope'], 'Unknown flag --nope'],
    ['an argument without a flag', ['Northwind'], 'Unknown command "Northwind"'],
    ['a flag without its value', ['--org'], '--org needs a value'],
    ['two services', ['--demo', '--base-url', 'https://api.example.com'], 'it goes without --base-url'],
    ['a token', ['--search', token], 'Do not pass tokens as arguments'],
  ])('%s', async (_, flags, sentence) => {
    const user = aNewcomer({ flags, ownProcess: true });
    expect(await user.terminal.exited).toEqual({ exitCode: 2, signal: 0 });
    expect(user.screen().replaceAll('\n', '')).toContain(sentence);
    expect(user.terminal.raw()).not.toContain('\u{1B}');
    expect(user.terminal.raw()).not.toContain('T0k3n');
  });

  test.each([
    [
      'an address',
      { ROLLCALL_BASE_URL: 'ftp://api.example.com' },
      'ROLLCALL_BASE_URL: The address must begin with https://.',
    ],
    ['a token', { ROLLCALL_TOKEN: token.slice(1) }, 'ROLLCALL_TOKEN: expected 63 letters and digits, got 62'],
  ])('%s in the environment that is none', async (_, env, sentence) => {
    const user = aNewcomer({ env });
    expect(await user.terminal.exited).toEqual({ exitCode: 2, signal: 0 });
    expect(user.screen()).toContain(sentence);
    expect(user.terminal.raw()).not.toContain('0k3n');
  });

  test('no terminal', async () => {
    const { exitCode, output, complaint } = await runWithoutTerminal('--demo');
    expect({ exitCode, output }).toEqual({ exitCode: 2, output: '' });
    expect(complaint).toMatch(/^rollcall: A terminal is needed.*rollcall systems/m);
  });

  test('a terminal that cannot place text', async () => {
    const user = aNewcomer({ env: { TERM: 'dumb' } });
    expect(await user.terminal.exited).toEqual({ exitCode: 2, signal: 0 });
    expect(user.screen()).toContain('TERM=dumb');
  });
});

test.each([
  ['--help', /^Usage: rollcall/m],
  ['--version', /^rollcall \d+\.\d+\.\d+ \(Node\.js \d+\.\d+\.\d+, \w+ \w+\)\n$/],
])('%s is answered without a terminal', async (flag, expected) => {
  const { exitCode, output, complaint } = await runWithoutTerminal(flag);
  expect({ exitCode, complaint }).toEqual({ exitCode: 0, complaint: '' });
  expect(output).toMatch(expected);
});

test('--search begins with what the service finds; esc shows all', async () => {
  const service = await aService({
    systems: [aSystem({ hostname: 'laptop-anna' }), aSystem({ hostname: 'database' })],
  });
  const user = aUser(service, { flags: ['--search', 'laptop'] });
  await user.sees('search "laptop"', '1 system', 'laptop-anna');
  await user.presses('go back one level').sees('2 systems', 'database');
});

test('a flag wins over the environment', async () => {
  const service = await aService({ systems: [] });
  const user = aNewcomer({
    flags: ['--base-url', service.baseUrl],
    env: { ROLLCALL_BASE_URL: 'https://api.example.com', ROLLCALL_TOKEN: service.token },
  });
  await user.opens('Northwind');
});
