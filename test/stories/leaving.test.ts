/** However the program ends, the terminal is given back as it was. */
import { expect, test } from 'vitest';
import { aHome, type Shell, startFromShell } from '../support/program.ts';
import { aService, aSystem } from '../support/service.ts';
import { environmentFor, somebodyAt, type User } from '../support/user.ts';

/** Somebody who started the program from a shell, and has a list before them. */
async function aUserInAShell(): Promise<{ user: User; shell: Shell }> {
  const service = await aService({ systems: [aSystem({ hostname: 'laptop-anna' })] });
  const home = aHome();
  const shell = startFromShell({ home, env: environmentFor(service) });
  const user = somebodyAt(shell.terminal, home);
  await user.opens('Northwind');
  expect(shell.terminal.isAlternate()).toBe(true);
  return { user, shell };
}

async function isGivenBack({ terminal, ended }: Shell, exitCode: number): Promise<void> {
  expect(await ended).toEqual({ exitCode, isAsBefore: true });
  expect(terminal.isAlternate()).toBe(false);
  expect(terminal.screen()).not.toContain('Northwind');
  expect(modesLeftOn(terminal.raw())).toEqual([linesWrap, cursorShown]);
}

const linesWrap = 7;
const cursorShown = 25;

/** What the output has switched on, such as the alternate screen or bracketed paste, and not off again. */
function modesLeftOn(output: string): number[] {
  const modes = new Map<number, boolean>();
  for (const piece of output.split('\u{1B}[?')) {
    const [, mode, to] = /^(\d+)([hl])/.exec(piece) ?? [];
    if (mode !== undefined) modes.set(Number(mode), to === 'h');
  }
  return [...modes].flatMap(([mode, isOn]) => (isOn ? [mode] : [])).sort((a, b) => a - b);
}

test('with the key for it', async () => {
  const { user, shell } = await aUserInAShell();
  user.presses('leave rollcall');
  await isGivenBack(shell, 0);
});

test('with ctrl-c, twice', async () => {
  const { user, shell } = await aUserInAShell();
  user.presses('stop; twice: leave rollcall', 2);
  await isGivenBack(shell, 0);
});

const signals = [
  ['SIGINT', 130],
  ['SIGQUIT', 131],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const;

/** What somebody is in the middle of. */
const places: readonly (readonly [string, (user: User) => Promise<unknown>])[] = [
  ['the list', () => Promise.resolve()],
  [
    'a filter that is typed',
    (user) => {
      user.presses('filter what is here');
      return user.sees('filter what is here:');
    },
  ],
  [
    'the help',
    (user) => {
      user.presses('keys of this screen');
      return user.sees('Keys of this screen');
    },
  ],
  [
    'the field of the token',
    async (user) => {
      await user.chooses('sign out');
      return user.sees('access token');
    },
  ],
  [
    'the review',
    (user) => {
      user.presses('review and delete');
      return user.sees('Review ·');
    },
  ],
];

test.each(places.flatMap(([place, go]) => signals.map(([name, exitCode]) => [place, name, exitCode, go] as const)))(
  'from %s with %s',
  async (_, name, exitCode, go) => {
    const { user, shell } = await aUserInAShell();
    await go(user);
    shell.signal(name);
    await isGivenBack(shell, exitCode);
  },
);
