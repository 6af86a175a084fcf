/** Rollcall as one file works where there is no Node, nor anything else but the libraries of the system. */
import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { completionFor } from '../../packaging/texts/completion.ts';
import { manPage } from '../../packaging/texts/man-page.ts';
import { aHome } from '../support/program.ts';
import { aCrowd, aService, aSystem, daysAgo } from '../support/service.ts';
import { signsIn, signsInAndKeeps } from '../support/sign-in.ts';
import { environmentFor } from '../support/user.ts';
import { aKeyring } from './keyring.ts';
import { aBareRoot, makeOneFile } from './one-file.ts';

beforeAll(makeOneFile, 300_000);

/** The row of the doctor with this name. */
function rowOf(name: string, report: string): string {
  return report.split('\n').find((line) => line.slice(2).startsWith(`${name} `)) ?? '';
}

function addressOf(env: NodeJS.ProcessEnv): Readonly<Record<string, string>> {
  const { DBUS_SESSION_BUS_ADDRESS: address } = env;
  return address === undefined ? {} : { DBUS_SESSION_BUS_ADDRESS: address };
}

/** The socket of a session's bus. */
function socketIn(env: NodeJS.ProcessEnv): string {
  return /unix:path=([^,]+)/.exec(env['DBUS_SESSION_BUS_ADDRESS'] ?? '')?.[1] ?? '';
}

test('the root folder has neither Node nor a shell', () => {
  const { path } = aBareRoot();
  const programs = globSync('**/{bin,sbin}/*', { cwd: path }).map((one) => basename(one));
  expect(programs).toEqual(['rollcall']);
});

test('the demo', async () => {
  const user = aBareRoot().start(aHome(), { flags: ['--demo'] });
  await user.opens('Tailspin Toys');
  await user.leaves();
});

test('sign in, see the list and delete, with a real service and no keychain', async () => {
  const service = await aService({
    systems: [aSystem({ hostname: 'old-laptop', lastSeen: daysAgo(200) }), ...aCrowd()],
  });
  const [root, home] = [aBareRoot(), aHome()];
  const user = root.start(home);
  await signsInAndKeeps(user, service, 'this session only');
  await user.sees('old-laptop');
  await user.presses('mark all stale').sees('1 marked');
  await user.deletes('delete 1', '1 system deleted');
  expect(service.hostnames()).not.toContain('old-laptop');
  expect(await user.leaves()).toContain('Deletion, Northwind: 1 deleted');
  expect(home.filesWith(service.token)).toEqual([]);

  const { output } = await root.print(home, ['systems', '--json'], { env: environmentFor(service) });
  expect(JSON.parse(output)).toHaveLength(20);
});

test('the keychain has the token for the next start', async () => {
  const service = await aService({ systems: [aSystem({ hostname: 'laptop-anna' })] });
  const [root, home] = [aBareRoot(), aHome()];
  const { env } = await aKeyring(home.path, 'unlocked');
  const about = { env: { ...home.env, ...addressOf(env) }, with: [socketIn(env)] };
  const first = root.start(home, about);
  await signsIn(first, service);
  await first.sees('The token is stored in the keychain.');
  await first.leaves();
  expect(home.filesWith(service.token)).toEqual([]);

  const second = root.start(home, about);
  await second.opens('Northwind');
  await second.sees('laptop-anna');
});

describe('rollcall doctor', () => {
  const doctor = async (about: { readonly isNoexec?: boolean; readonly hasKeychain: boolean }): Promise<string> => {
    const service = await aService({ systems: [aSystem({ hostname: 'laptop-anna' })] });
    const home = aHome();
    const bus = about.hasKeychain ? (await aKeyring(home.path, 'unlocked')).env : {};
    const env = { ...environmentFor(service), ...home.env, ...addressOf(bus) };
    const shown = { env, with: about.hasKeychain ? [socketIn(bus)] : [], isNoexec: about.isNoexec === true };
    const { exitCode, output, complaint } = await aBareRoot().print(home, ['doctor'], shown);
    expect({ exitCode, complaint }).toEqual({ exitCode: 0, complaint: '' });
    return output;
  };

  test('finds the keychain, and the compiled code of the file taken by Node', async () => {
    const report = await doctor({ hasKeychain: true });
    expect(rowOf('keychain', report)).toContain('works, holds no token of this service');
    expect(rowOf('compiled code', report)).toMatch(/ in the file, and used$/);
    expect(rowOf('Node', report)).toContain(`${manifest.devDependencies.node} on linux x64`);
  });

  test('says that there is no keychain', async () => {
    const report = await doctor({ hasKeychain: false });
    expect(rowOf('keychain', report)).toContain('absent: There is no keychain here.');
  });

  test('says why the keychain cannot be used where no folder may hold code', async () => {
    const report = await doctor({ hasKeychain: true, isNoexec: true });
    expect(rowOf('keychain', report)).toContain(
      'noexec: The keychain cannot be used: every folder for its module is mounted noexec.',
    );
  });
});

test('the man page and the completions are in it', async () => {
  const [root, home] = [aBareRoot(), aHome()];
  expect((await root.print(home, ['man'])).output).toBe(manPage(manifest.version));
  for (const shell of ['bash', 'zsh', 'fish'] as const) {
    expect((await root.print(home, ['completion', shell])).output).toBe(completionFor(shell));
  }
});

test('options for another Node are not for this one', async () => {
  const env = { NODE_OPTIONS: '--inspect=0 --no-such-option' };
  const { exitCode, output, complaint } = await aBareRoot().print(aHome(), ['--version'], { env });
  expect({ exitCode, complaint }).toEqual({ exitCode: 0, complaint: '' });
  expect(output).toBe(`rollcall ${manifest.version} (Node.js ${manifest.devDependencies.node}, linux x64)\n`);
});

test('its parts are for itself', async () => {
  const [root, home] = [aBareRoot(), aHome()];
  const byHand = root.start(home, { flags: ['--part=keychain-helper'] });
  expect(await byHand.terminal.exited).toMatchObject({ exitCode: 2 });
  expect(byHand.screen()).toContain('rollcall: --part is for rollcall itself.');
  expect(await root.print(home, ['--part=keychain-helper'])).toEqual({
    exitCode: 2,
    output: '',
    complaint: 'rollcall asks the keychain through this part. It is not for use by hand.\n',
  });
  const unknown = await root.print(home, ['--part=shell']);
  expect(unknown).toMatchObject({ exitCode: 2, complaint: expect.stringContaining('Unknown flag --part.') as string });
});
