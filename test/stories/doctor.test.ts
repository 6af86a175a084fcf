/** Diagnosing a problem with rollcall doctor. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { leaksIn } from '../support/canary.ts';
import { aHome, runWithoutTerminalIn } from '../support/program.ts';
import { aService, aSystem } from '../support/service.ts';
import { aUser, environmentFor } from '../support/user.ts';

const aServiceWithALaptop = () => aService({ systems: [aSystem({ hostname: 'laptop-anna' })] });

interface Report {
  readonly ok: boolean;
  readonly sections: readonly {
    title: string;
    checks: readonly { name: string; ok: boolean | null; says: string; mend?: string }[];
  }[];
}

test('all is well: everything a report needs is there, and nothing of the token', async () => {
  const service = await aServiceWithALaptop();
  const { exitCode, output, complaint } = await runWithoutTerminalIn(environmentFor(service), 'doctor');
  expect({ exitCode, complaint }).toEqual({ exitCode: 0, complaint: '' });
  for (const words of [
    /rollcall +\d/,
    `Node              ${process.versions.node}`,
    'the output is no terminal here',
    'config.json',
    /keychain +absent/,
    service.baseUrl,
    /clock +as the service has it/,
    'accepted: 1 organisation',
    'No problems found.',
  ]) {
    expect(output).toMatch(words);
  }
  expect(leaksIn(output, service.token)).toEqual([]);
});

test('as JSON, for other programs', async () => {
  const service = await aServiceWithALaptop();
  const { exitCode, output } = await runWithoutTerminalIn(environmentFor(service), 'doctor', '--json');
  const report = JSON.parse(output) as Report;
  expect({ exitCode, ok: report.ok }).toEqual({ exitCode: 0, ok: true });
  expect(report.sections.map(({ title }) => title)).toEqual([
    'Program',
    'Terminal',
    'Folders',
    'Settings',
    'Token',
    'Service',
  ]);
});

test.each<[string, Record<string, string>, RegExp]>([
  ['no address is known', {}, /! address +none is known\n +→ sign in once/],
  ['the service is not there', { ROLLCALL_BASE_URL: 'http://127.0.0.1:9' }, /! token +/],
  [
    'the name is not found',
    { ROLLCALL_BASE_URL: 'https://rollcall.invalid' },
    /! name +rollcall\.invalid is not found/,
  ],
  ['the token is too short', { ROLLCALL_TOKEN: 'x' }, /! settings +ROLLCALL_TOKEN: expected 63/],
  [
    'the proxy cannot be one',
    { ROLLCALL_BASE_URL: 'https://a.invalid', HTTPS_PROXY: 'socks5://proxy.example' },
    /! proxy +HTTPS_PROXY/,
  ],
])('where %s it says so, with what would mend it, and fails', async (_, env, words) => {
  const { exitCode, output } = await runWithoutTerminalIn({ ROLLCALL_TOKEN: 'aB3'.repeat(21), ...env }, 'doctor');
  expect(exitCode).toBe(1);
  expect(output).toMatch(words);
  expect(output).toMatch(/\d+ problems? found/);
});

test('a token that is not accepted, and a file that others can read', async () => {
  const service = await aServiceWithALaptop();
  const home = aHome();
  const folder = join(home.path, 'config', 'rollcall');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'tokens.json');
  writeFileSync(file, JSON.stringify({ [service.baseUrl]: service.token }));
  chmodSync(file, 0o644);
  const env = { ...home.env, ROLLCALL_BASE_URL: service.baseUrl, ROLLCALL_TOKEN: 'x'.repeat(63) };
  const { exitCode, output } = await runWithoutTerminalIn(env, 'doctor');
  expect(exitCode).toBe(1);
  expect(output).toContain('The token is not accepted (401)');
  expect(output).toContain(`→ chmod 600 ${file}`);
  expect(leaksIn(output, service.token)).toEqual([]);
});

test('settings that cannot be read are said at the start, and in the report', async () => {
  const service = await aServiceWithALaptop();
  const home = aHome();
  mkdirSync(join(home.path, 'config', 'rollcall'), { recursive: true });
  const file = join(home.path, 'config', 'rollcall', 'config.json');
  writeFileSync(file, '{"profiles":7}');
  const user = aUser(service, { home, columns: 120 });
  await user.opens('Northwind');
  await user.sees('Your settings file is unreadable. The defaults are used; the file is kept as config.json.bad-');
  user.presses('hide the warning');
  await user.sees((screen) => !screen.includes('settings file is unreadable'));
});
