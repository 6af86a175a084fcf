/** A log of a session (`--log`), and its replay. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { replay } from '../../src/app/log/replay.ts';
import type { Service } from '../../src/demo/service.ts';
import { screenText } from '../../tools/replay.tsx';
import { leaksIn } from '../support/canary.ts';
import { aHome, eachInItsOwnProcess, type Home, runWithoutTerminalIn } from '../support/program.ts';
import { aCrowd, aService, aSystem, daysAgo } from '../support/service.ts';
import { aNewcomer, phraseOn } from '../support/user.ts';

eachInItsOwnProcess();

function replayed(text: string, until?: number) {
  const read = replay(text, until);
  if (!read.ok) throw new Error(read.says);
  return read.replayed;
}

/** The number of the last action before the one that leaves. */
function lastBefore(text: string, kind: string): number {
  const actions = text.split('\n').filter((line) => line.includes('"action":'));
  return actions.findLastIndex((line) => line.includes(`"kind":"${kind}"`));
}

test('the demo is played again: the same effects, and the same last screen', async () => {
  const home = aHome();
  const path = join(home.path, 'log.jsonl');
  const user = aNewcomer({ flags: ['--demo', '--log', path], home });
  await user.sees('3 organisations', 'Logging to');
  await user.opens('Tailspin Toys');
  await user.presses('mark all stale').sees(/\d+ marked/);
  await user.presses('every operation of the service').sees(/› Operations on .*\n.*\d operations/);
  await user.presses('every operation of the service').sees(/› Operations (?!on ).*\n.*\d operations/);
  await user.pressesKey('esc').sees(/› Systems/, /\d+ marked/);
  user.presses('review and delete');
  const phrase = phraseOn(await user.sees((screen) => phraseOn(screen) !== ''));
  await user.confirms(phrase);
  const last = await user.sees('Checked against a fresh list');
  expect(await user.leaves()).toContain(`Log: ${path} (names of systems`);

  expect(statSync(path).mode & 0o777).toBe(0o600);
  const text = readFileSync(path, 'utf8');
  expect(text.trimEnd().split('\n').at(-1)).toContain('"end":"closed"');
  expect(replayed(text)).toMatchObject({ differences: [], stopped: null });
  const { state } = replayed(text, lastBefore(text, 'quitRequested'));
  expect(screenText(state)).toBe(last.replaceAll(/ +$/gm, ''));
});

test('a log that was changed says where: another effect, an action of another version, a damaged line', async () => {
  const home = aHome();
  const path = join(home.path, 'log.jsonl');
  const user = aNewcomer({ flags: ['--demo', '--log', path], home });
  await user.sees('3 organisations');
  await user.leaves();
  const text = readFileSync(path, 'utf8');
  const changed = text.replace('"kind":"listOrganisations"', '"kind":"listNothing"');
  const [difference] = replayed(changed).differences;
  expect(difference).toMatchObject({ action: 1, line: 2, kind: 'serviceKnown' });
  expect(difference?.says).toMatch(/the log asks for .*listNothing.*, the replay for .*listOrganisations/);
  expect(replayed(text.replace('"kind":"routeChosen"', '"kind":"unheardOf"')).differences).toMatchObject([
    { kind: 'unheardOf', says: 'this version has no such action' },
  ]);
  const lines = text.split('\n');
  expect(replayed([...lines.slice(0, 3), lines[3]?.slice(0, 20), ...lines.slice(4)].join('\n')).stopped).toBe(
    'Line 4 is damaged.',
  );
  expect(replay('{"log":99}\n')).toEqual({ ok: false, says: 'The log has format 99; this version reads format 1.' });
  expect(replay('hello')).toEqual({ ok: false, says: 'Line 1 is not the first line of a log.' });
});

test('the command that replays a log ends with 1 where it differs, and with 2 without a log', async () => {
  const home = aHome();
  const path = join(home.path, 'log.jsonl');
  const user = aNewcomer({ flags: ['--demo', '--log', path], home });
  await user.sees('3 organisations');
  await user.leaves();
  const replays = (...files: readonly string[]) =>
    spawnSync(process.execPath, ['--import', './docs/tools/load-tsx.ts', 'tools/replay.tsx', ...files], {
      encoding: 'utf8',
      env: { ...process.env, NODE_ENV: 'production' },
    });
  const same = replays(path);
  expect(same).toMatchObject({ status: 0, stderr: '' });
  expect(same.stdout).toMatch(/\nNo difference\.\n[^]*3 organisations/);
  const changed = join(home.path, 'changed.jsonl');
  writeFileSync(changed, readFileSync(path, 'utf8').replace('"kind":"listOrganisations"', '"kind":"listNothing"'));
  expect(replays(changed)).toMatchObject({ status: 1, stdout: expect.stringContaining('serviceKnown') as string });
  expect(replays()).toMatchObject({ status: 2, stderr: expect.stringContaining('Usage: npm run replay') as string });
});

test.each(['SIGTERM', 'SIGHUP', 'SIGKILL'] as const)('after %s the log has what happened', async (signal) => {
  const home = aHome();
  const path = join(home.path, 'log.jsonl');
  const user = aNewcomer({ flags: ['--demo', '--log', path], home });
  await user.sees('3 organisations');
  // Within a moment it is written: only what happens just before is lost with a program that is killed.
  await expect.poll(() => readFileSync(path, 'utf8')).toContain('organisationsArrived');
  if (signal !== 'SIGKILL') user.pressesKey('down');
  user.terminal.kill(signal);
  await user.terminal.exited;
  const read = replayed(readFileSync(path, 'utf8'));
  expect(read).toMatchObject({ differences: [], stopped: null });
  expect(screenText(read.state)).toContain('3 organisations');
});

/** How the program of this home comes to its token. */
const origins: Readonly<Record<string, (service: Service, home: Home) => Promise<Readonly<Record<string, string>>>>> = {
  environment: ({ token }) => Promise.resolve({ ROLLCALL_TOKEN: token }),
  typed: () => Promise.resolve({}),
  'a command': ({ baseUrl, token }, home) => {
    const secret = join(home.path, 'secret');
    writeFileSync(secret, `${token}\n`);
    const folder = join(home.path, 'config', 'rollcall');
    mkdirSync(folder, { recursive: true });
    const profile = { baseUrl, keepIn: 'command', tokenCommand: `cat '${secret}'` };
    writeFileSync(join(folder, 'config.json'), JSON.stringify({ profiles: { default: profile } }), { mode: 0o600 });
    return Promise.resolve({});
  },
  'a file': async ({ baseUrl, token }, home) => {
    const user = aNewcomer({ flags: ['--insecure-storage'], home, env: { ROLLCALL_BASE_URL: baseUrl } });
    await user.sees('enter sign in');
    user.types(token);
    await user.rests();
    await user.pressesKey('enter').sees(/› Systems/, '21 systems');
    await user.leaves();
    return {};
  },
};

test.each(Object.keys(origins))('N9 a token from %s, pasted and sent back, is not in the log', async (how) => {
  const token = `${'Canary0'.repeat(8)}abcdefg`;
  const systems = [aSystem({ hostname: `by-${token}`, description: token, lastSeen: daysAgo(200) }), ...aCrowd()];
  const service = await aService({ systems, token });
  const home = aHome();
  const path = join(home.path, 'log.jsonl');
  const env = { ROLLCALL_BASE_URL: service.baseUrl, ...(await origins[how]?.(service, home)) };
  const user = aNewcomer({ flags: ['--log', path], home, env });
  if (how === 'typed') {
    await user.sees('enter sign in');
    user.types(token);
    await user.rests();
    await user.pressesKey('enter').sees('Where should rollcall store the token?');
    user.pressesKey('esc');
  }
  await user.sees(/› Systems/, '21 systems');
  await user.presses('search the service').sees('search the service:');
  await user.pastes(token);
  await user.pressesKey('enter').sees('It was not sent');
  user.pressesKey('esc');
  await user.leaves();
  expect(leaksIn(readFileSync(path, 'utf8'), token)).toEqual([]);
  expect(replayed(readFileSync(path, 'utf8')).actions).toBeGreaterThan(5);
});

test('a file that is there is not written over, and commands for a pipe have no log', async () => {
  const home = aHome();
  const path = join(home.path, 'there.jsonl');
  writeFileSync(path, 'kept');
  const user = aNewcomer({ flags: ['--demo', '--log', path], home });
  expect(await user.terminal.exited).toMatchObject({ exitCode: 2 });
  expect(user.terminal.raw()).toContain(`rollcall: --log ${path}: it is there already. Name a new file.`);
  expect(readFileSync(path, 'utf8')).toBe('kept');
  const { exitCode, complaint } = await runWithoutTerminalIn({}, 'systems', '--demo', '--log', path);
  expect({ exitCode, complaint }).toEqual({ exitCode: 2, complaint: 'rollcall: --log goes with rollcall.\n' });
});
