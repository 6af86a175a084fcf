/** The doctor's findings of the terminal, the settings, the tokens and the service, each with its remedy. */
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type Checks, sectionOf, tokenChecks } from '../../../../src/app/commands/doctor/checks.ts';
import { terminalChecks } from '../../../../src/app/commands/doctor/doctor.ts';
import { type Preferences, sessionPreferences } from '../../../../src/app/storage/preferences/preferences.ts';
import { token } from '../../../api/http.ts';
import { aFolder } from '../../../support/folder.ts';

/** Each finding as a line: its sign, its name, what it says, and what would mend it. */
async function found(checks: Checks): Promise<readonly string[]> {
  const { checks: all } = await sectionOf('Some', checks);
  return all.map(({ name, ok, message, mend }) => {
    const sign = ok === null ? '' : ok ? 'ok ' : '! ';
    return `${sign}${name}: ${message}${mend === undefined ? '' : ` → ${mend}`}`;
  });
}

test.each<[NodeJS.ProcessEnv, readonly string[]]>([
  [{}, ['TERM: not set', 'colours: 16', 'characters: not said to be UTF-8 (not set)', 'multiplexer: none']],
  [{}, ['copying: by OSC 52: the terminal puts it on its clipboard, if it is set up to', 'over SSH: no']],
  [{ TERM: 'dumb' }, ['! TERM: dumb: it cannot place text → set TERM to its real name, such as xterm-256color']],
  [{ TERM: 'xterm', COLORTERM: 'truecolor', NO_COLOR: '' }, ['colours: all (COLORTERM); 16 are used']],
  [{ TERM: 'xterm-256color', COLORTERM: '24bit', NO_COLOR: '1' }, ['colours: none (NO_COLOR)']],
  [{ TERM: 'vt100', COLORTERM: 'truecolor' }, ['colours: none (TERM)']],
  [{ LC_ALL: '', LC_CTYPE: 'C.utf8', LANG: 'C' }, ['characters: UTF-8 (C.utf8)']],
  [{ TMUX: '/tmp/t' }, ['copying: by tmux load-buffer -w: tmux 3.2 or later, with set-clipboard on']],
  [{ ZELLIJ: '0', SSH_CONNECTION: '192.0.2.1 1 192.0.2.2 22' }, ['multiplexer: Zellij', 'over SSH: yes']],
])('the terminal of %j is described', async (env, lines) => {
  const of = (isTTY: boolean, rows: number) => found(terminalChecks({ isTTY, columns: 132, rows }, env));
  expect(await of(false, 50)).toEqual(expect.arrayContaining([...lines, 'size: the output is no terminal here']));
  expect((await of(true, 50))[0]).toBe('size: 132×50');
  expect((await of(true, 0))[0]).toBe('size: 132×24 (the terminal says none: COLUMNS and LINES set it)');
});

test('a place of the token that is in use must work, and one that is not may be missing', async () => {
  const home = aFolder();
  vi.stubEnv('XDG_CONFIG_HOME', home);
  vi.stubEnv('DBUS_SESSION_BUS_ADDRESS', 'unix:path=/nonexistent');
  onTestFinished(() => void vi.unstubAllEnvs());
  const baseUrl = 'https://a.example';
  const of = (profile: Preferences['profile'], address: string | null = baseUrl) =>
    found(tokenChecks({ ...sessionPreferences(), profile }, baseUrl, address));
  expect(await of({ tokenCommand: 'cat' })).toEqual([
    'in use: none was chosen yet; the keychain is tried first',
    expect.stringMatching(/^keychain: absent: .+ → install and start a keychain/),
    ...['command: set, not in use', 'file: none'],
  ]);
  const [inUse, kept] = await of({ keepIn: 'keychain', tokenCommand: 'cat' });
  expect([inUse, kept]).toEqual(['in use: keychain', expect.stringMatching(/^! keychain: absent/)]);
  const prints = { baseUrl, keepIn: 'command', tokenCommand: `echo ${token}` };
  expect(await of(prints)).toContain('ok command: prints a token');
  expect(await of(prints, null)).toContain('command: not run: no address is known');
  expect(await of(prints, 'https://b.example')).toContain(
    '! command: The token command "echo [token]" was not accepted for https://b.example. → to accept it, sign in once in rollcall there',
  );
  expect(await of({ baseUrl, keepIn: 'command', tokenCommand: 'false' })).toContainEqual(
    expect.stringMatching(/^! command: The token command failed \(1\)/),
  );
  expect(await of({ keepIn: 'command' })).toContain('! command: There is no token command.');
  const path = join(home, 'rollcall', 'tokens.json');
  expect(await of({ keepIn: 'file' })).toContain(`! file: ${path} is not there → sign in once in rollcall`);
});
