/** Diagnosing a problem with rollcall doctor. */
import { chownSync, mkdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { leaksIn } from '../support/canary.ts';
import { aHome, runWithoutTerminalIn } from '../support/program.ts';
import { aUser, environmentFor, runAt } from '../support/user.ts';
import { aServiceWithALaptop } from '../support/service.ts';

interface Report {
  readonly ok: boolean;
  readonly sections: readonly {
    title: string;
    checks: readonly { name: string; ok: boolean | null; message: string; mend?: string }[];
  }[];
}

test('all is well: everything a report needs is there, and nothing of the token', async () => {
  const service = await aServiceWithALaptop();
  const { exitCode, output, complaint } = await runAt(service, 'doctor');
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
  const { exitCode, output } = await runAt(service, 'doctor', '--json');
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
  const file = home.keeps('config/rollcall/tokens.json', JSON.stringify({ [service.baseUrl]: service.token }), 0o644);
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
  const file = home.keepsSettings('{"profiles":7}');
  const user = aUser(service, { home, columns: 120 });
  await user.sees('› Settings file not understood', '"profiles" must be an object.');
  user.presses('continue read-only');
  await user.opens('Northwind', 'Settings not understood: nothing is changed.');
  // A key right after a screen was left is ignored.
  await user.rests();
  user.presses('hide the warning');
  await user.sees((screen) => !screen.includes('nothing is changed'), 'READ-ONLY SETTINGS UNREAD');
  const { exitCode, output } = await runWithoutTerminalIn({ ...home.env, ...environmentFor(service) }, 'doctor');
  expect(exitCode).toBe(2);
  expect(output).toContain(
    `! reading           Your settings are neither read nor saved: ${file}, line 1, column 13: `,
  );
});

/** Calls that a check makes, as they fail where a folder is closed to this person, or a disk is broken. */
const faults = ['lstatSync', 'statSync', 'accessSync', 'existsSync', 'readdirSync', 'readFileSync', 'openSync'].flatMap(
  (call) => ['EACCES', 'EIO'].map((code) => [call, code] as const),
);

const nameOfEach = ({ sections }: Report): readonly string[] =>
  sections.flatMap(({ title, checks }) => checks.map(({ name }) => `${title}: ${name}`));

test.each(faults)(
  'where %s fails with %s in every folder of rollcall, each check is made or says why not',
  async (...fault) => {
    const service = await aServiceWithALaptop();
    const home = aHome();
    mkdirSync(home.stateFolder, { recursive: true, mode: 0o700 });
    home.keepsSettings({ profiles: {} });
    const shim = home.keeps('broken.cjs', `(${breaks.toString()})(...${JSON.stringify(fault)});`);
    const env = { ...home.env, ...environmentFor(service) };
    const whole = await runWithoutTerminalIn(env, 'doctor', '--json');
    const { complaint, output, exitCode } = await runWithoutTerminalIn(
      { ...env, NODE_OPTIONS: `--require=${shim}` },
      ...['doctor', '--json'],
    );
    expect(complaint).toBe('');
    const report = JSON.parse(output) as Report;
    expect(nameOfEach(report)).toEqual(expect.arrayContaining([...nameOfEach(JSON.parse(whole.output) as Report)]));
    const found = report.sections.flatMap(({ checks }) => checks).filter(({ ok }) => ok === false);
    const isUnread = found.some(({ name }) => name === 'reading');
    expect(exitCode).toBe(isUnread ? 2 : found.length === 0 ? 0 : 1);
    for (const { message } of found) expect(message).not.toMatch(/undefined|not a function|\[object/);
  },
);

/** Runs before the program: from then on this call of `fs` fails in a folder of rollcall. */
function breaks(call: string, code: string): void {
  const fs = process.getBuiltinModule('node:fs') as unknown as Record<string, (...args: unknown[]) => unknown>;
  const whole = fs[call];
  fs[call] = (path, ...rest) => {
    if (!/(config|state|cache)\/rollcall/.test(String(path))) return whole?.(path, ...rest);
    throw Object.assign(new Error(`${code}: ${call}`), { code, path: String(path) });
  };
}

test.runIf(process.getuid?.() === 0)(
  'the folder of another user is named with its owner, and with what would mend it',
  async () => {
    const service = await aServiceWithALaptop();
    const home = aHome();
    const folder = home.configFolder;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    chownSync(folder, 12_345, 12_345);
    const { exitCode, output } = await runWithoutTerminalIn({ ...home.env, ...environmentFor(service) }, 'doctor');
    expect(exitCode).toBe(2);
    expect(output).toContain(`! settings          not used: ${folder} belongs to another user (uid 12345).`);
    expect(output).toContain(`→ sudo chown -R "$(id -un)" ${folder}`);
    expect(output).toContain('accepted: 1 organisation');
  },
);
