/** A log of a session (`--log`). */
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Service } from '../../src/demo/service.ts';
import { leaksIn } from '../support/canary.ts';
import { aHome, eachInItsOwnProcess, type Home, runWithoutTerminalIn } from '../support/program.ts';
import { aCrowd, aService, aSystem, daysAgo } from '../support/service.ts';
import { aNewcomer, phraseOn } from '../support/user.ts';

eachInItsOwnProcess();

type Line = Readonly<Record<string, unknown>>;

/** All lines; throws where one is damaged. */
function linesOf(path: string): readonly Line[] {
  const text = readFileSync(path, 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
}

test('the log tells screens, keys, requests and ids, and none of the names', async () => {
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
  await user.confirms(phrase, 'Checked against a fresh list');
  expect(await user.leaves()).toContain('Log: ~/log.jsonl (ids of systems');

  expect(statSync(path).mode & 0o777).toBe(0o600);
  const [header, ...lines] = linesOf(path);
  expect(header).toMatchObject({ log: 2, flags: ['demo', 'log'], columns: 80, rows: 24 });
  expect(lines.at(-1)).toMatchObject({ end: 'closed' });
  // The terminal may be asked for its colours while the program is starting.
  expect(new Set(lines.flatMap(({ screen }) => screen ?? [])).add('starting')).toEqual(
    new Set(['starting', 'organisations', 'systems', 'operations', 'review', 'deletion']),
  );
  const sent = lines.filter(({ request }) => (request as Line | undefined)?.['method'] === 'DELETE');
  const asked = lines.filter(({ effect }) => effect === 'changeSystem');
  expect(sent.length).toBeGreaterThan(2);
  expect(asked.map(({ systemId }) => systemId)).toEqual(asked.map(() => expect.stringMatching(/^[\w-]+$/) as string));
  expect(asked).toHaveLength(sent.length);
  expect(readFileSync(path, 'utf8')).not.toMatch(/Tailspin|delete \d/);
});

test.each(['SIGTERM', 'SIGHUP', 'SIGKILL'] as const)('after %s the log has what happened', async (signal) => {
  const home = aHome();
  const path = join(home.path, 'log.jsonl');
  const user = aNewcomer({ flags: ['--demo', '--log', path], home });
  await user.sees('3 organisations');
  // Within a moment it is written: only what happens just before is lost with a program that is killed.
  await expect.poll(() => readFileSync(path, 'utf8')).toContain('organisationsArrived');
  if (signal !== 'SIGKILL') user.pressesKey('down');
  await user.isEndedBy(signal);
  const lines = linesOf(path);
  expect(lines.map(({ action }) => action)).toContain('organisationsArrived');
  expect(lines.at(-1)?.['end']).toBe(signal === 'SIGKILL' ? undefined : 'closed');
});

/** How the program of this home comes to its token. */
const origins: Readonly<Record<string, (service: Service, home: Home) => Promise<Readonly<Record<string, string>>>>> = {
  environment: ({ token }) => Promise.resolve({ ROLLCALL_TOKEN: token }),
  typed: () => Promise.resolve({}),
  'a command': ({ baseUrl, token }, home) => {
    const secret = join(home.path, 'secret');
    writeFileSync(secret, `${token}\n`);
    const profile = { baseUrl, keepIn: 'command', tokenCommand: `cat '${secret}'` };
    home.keepsSettings({ profiles: { default: profile } });
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

test.each(Object.keys(origins))('a token from %s, pasted and sent back, is not in the log', async (how) => {
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
  expect(linesOf(path).length).toBeGreaterThan(5);
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
