/** The colours suit the background of the terminal, which is asked for; an answer is never typed anywhere. */
import { expect, test } from 'vitest';
import { backgroundQuery } from '../../src/app/terminal/background.ts';
import { goesToField } from '../support/form.ts';
import { aHome } from '../support/program.ts';
import { aService, aStale, aSystem } from '../support/service.ts';
import { aShellUserOf, aUser, aUserOf, type User } from '../support/user.ts';

const systems = [aSystem({ hostname: 'laptop-anna' })];

/** Colours of the keys in the last line: cyan on a dark background, blue on a light one. */
const [cyan, blue] = [6, 4];

/** The colour of the first hint; undefined where it has none. */
function colourOfKeys({ terminal }: User): number | undefined {
  const last = terminal.lines().findLastIndex((line) => line !== '');
  return terminal.styledLine(last).find(({ colour }) => colour !== null)?.colour ?? undefined;
}

test.each([
  ['that is dark', { background: 'dark' }, cyan],
  ['that is light', { background: 'light' }, blue],
  ['that is not said', { background: null }, cyan],
  ['that the environment says to be light', { background: null, env: { COLORFGBG: '0;default;15' } }, blue],
  ['that is said otherwise than by the environment', { background: 'dark', env: { COLORFGBG: '0;15' } }, cyan],
] as const)('keys have the colour for a background %s', async (_, about, colour) => {
  const { user } = await aUserOf({ systems, ...about });
  await user.sees('? help');
  expect(colourOfKeys(user)).toBe(colour);
});

test.each([
  ['no colours are wanted', { env: { NO_COLOR: '1' } }],
  ['the terminal would print the question', { env: { TERM: 'vt220' } }],
  ['a screen reader reads', { flags: ['--plain'] }],
])('nothing is asked where %s', async (_, about) => {
  const user = aUser(await aService({ systems }), about);
  await user.sees('1 system');
  expect(user.terminal.raw()).not.toContain(backgroundQuery);
});

test.each(['vt100', 'vt220', 'xterm-mono'])('nothing has a colour on a %s, which has none', async (TERM) => {
  const { user } = await aUserOf({ systems: [...systems, aStale('old-1')], env: { TERM } });
  await user.sees('laptop-anna', '? help');
  const styles = user.terminal.lines().flatMap((_, line) => user.terminal.styledLine(line));
  expect(styles.filter(({ colour }) => colour !== null)).toEqual([]);
});

test('a late answer changes the colours of what is shown, and is no key', async () => {
  const { user } = await aUserOf({ systems, background: 'light', isLate: true, ownProcess: true });
  await user.sees('laptop-anna', '? help');
  expect(colourOfKeys(user)).toBe(cyan);
  user.terminal.answer();
  await user.sees(() => colourOfKeys(user) === blue);
  expect(user.screen()).not.toContain('nothing here');
  await user.presses('commands').sees('› Commands');
});

test('the program stays until the terminal has answered', async () => {
  const { user } = await aUserOf({ systems, isLate: true });
  let hasEnded = false;
  void user.terminal.exited.then(() => {
    hasEnded = true;
  });
  user.presses('quit');
  await user.terminal.passes(100);
  expect(hasEnded).toBe(false);
  user.terminal.answer();
  expect(await user.terminal.exited).toEqual({ exitCode: 0, signal: 0 });
});

test('a late answer is not typed into the shell', async () => {
  const { user, shell } = await aShellUserOf({ systems, background: 'light', isLate: true });
  user.presses('quit');
  await user.hasTyped();
  user.terminal.answer();
  expect(await shell.ended()).toEqual({ exitCode: 0, isAsBefore: true });
  expect(user.screen()).not.toMatch(/rgb|\^\[/);
});

test('a terminal that never answers is left all the same', async () => {
  const { user, shell } = await aShellUserOf({ systems, isLate: true });
  user.presses('quit');
  expect(await shell.ended()).toEqual({ exitCode: 0, isAsBefore: true });
});

test('a theme that is set wins over the background, and changes the colours at once', async () => {
  const home = aHome();
  home.keepsSettings({ format: 1, profiles: { default: { theme: 'light' } } });
  const { user } = await aUserOf({ systems, home, background: 'dark' });
  expect(colourOfKeys(user)).toBe(blue);
  await user.chooses('change the settings of this profile');
  await goesToField(user, 'Use the colours of the theme');
  user.pressesKey('right');
  await user.sees(/theme +none +\(was light\)/);
  user.pressesKey('enter');
  await user.sees('? help', () => colourOfKeys(user) === undefined);
});
