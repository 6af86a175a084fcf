/** A log of a session (`--log`), and its replay. */
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { replay } from '../../src/app/log/replay.ts';
import { screenText } from '../../tools/replay.tsx';
import { leaksIn } from '../support/canary.ts';
import { aHome, eachInItsOwnProcess, runWithoutTerminalIn } from '../support/program.ts';
import { aCrowd, aService, aSystem, daysAgo } from '../support/service.ts';
import { aNewcomer, aUser, phraseOn } from '../support/user.ts';

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
  user.presses('mark all stale');
  await user.sees(/\d+ marked/);
  user.presses('every operation of the service');
  await user.sees(/› Operations on .*\n.*\d operations/);
  user.presses('every operation of the service');
  await user.sees(/› Operations (?!on ).*\n.*\d operations/);
  user.pressesKey('esc');
  await user.sees(/› Systems/, /\d+ marked/);
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

test('N9 no token of any origin is in the log, typed, pasted in the wrong field or sent back', async () => {
  const token = `${'Canary0'.repeat(8)}abcdefg`;
  const systems = [aSystem({ hostname: `by-${token}`, description: token, lastSeen: daysAgo(200) }), ...aCrowd()];
  const service = await aService({ systems, token });
  for (const how of ['environment', 'typed'] as const) {
    const home = aHome();
    const path = join(home.path, 'log.jsonl');
    const start = { flags: ['--log', path], home };
    const user =
      how === 'environment'
        ? aUser(service, start)
        : aNewcomer({ ...start, env: { ROLLCALL_BASE_URL: service.baseUrl } });
    if (how === 'typed') {
      await user.sees('enter sign in');
      user.types(token);
      await user.rests();
      user.pressesKey('enter');
      await user.sees('Where should rollcall store the token?');
      user.pressesKey('esc');
    }
    await user.sees(/› Systems/, '21 systems');
    user.presses('search the service');
    await user.sees('search the service:');
    await user.pastes(token);
    user.pressesKey('enter');
    await user.sees('It was not sent');
    user.pressesKey('esc');
    await user.leaves();
    expect(leaksIn(readFileSync(path, 'utf8'), token)).toEqual([]);
    expect(replayed(readFileSync(path, 'utf8')).actions).toBeGreaterThan(5);
  }
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
