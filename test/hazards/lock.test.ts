/** Two sessions of one user never delete in the same organisation at the same time, and neither has to wait. */
import { mkdirSync, readdirSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';
import { describe, expect, onTestFinished, test } from 'vitest';
import { aRunInItsMiddle, locksOf } from '../support/hazards.ts';
import { aHome, eachInItsOwnProcess, type Home } from '../support/program.ts';
import type { StoryService } from '../support/service.ts';
import { aUser, aUserIn, row, type User } from '../support/user.ts';

eachInItsOwnProcess();

/** A user who reaches the same service by this host name. */
function aUserBy(name: string, service: StoryService, home: Home): User {
  const env = { ROLLCALL_BASE_URL: service.baseUrl.replace('127.0.0.1', name) };
  return aUser(service, { home, env, columns: 120 });
}

test('two sessions that reach one service by two names delete there one after the other', async () => {
  const { service, user, release } = await aRunInItsMiddle();
  const second = aUserBy('LOCALHOST', service, user.home);
  await second.opens('Northwind', row(`Process ${user.terminal.pid} (since`, 'is deleting here'));
  await second.deletesStale(10, '> delete 10', 'is deleting here');
  release();
  await user.sees('10 systems deleted');
  expect(service.sent('DELETE')).toHaveLength(10);
  expect(service.hostnames()).toHaveLength(50);
});

test('two sessions that reach one service through a tunnel delete there one after the other', async () => {
  const { service, user, release } = await aRunInItsMiddle();
  const env = { ROLLCALL_BASE_URL: await aTunnelTo(service) };
  const second = aUser(service, { home: user.home, env, columns: 120 });
  await second.opens('Northwind', row(`Process ${user.terminal.pid} (since`, 'is at work here'));
  await second.deletesStale(10, '> delete 10', 'is deleting here');
  release();
  await user.sees('10 systems deleted');
  expect(service.sent('DELETE')).toHaveLength(10);
});

/** Another address of the service, which names another one. */
async function aTunnelTo({ baseUrl }: StoryService): Promise<string> {
  const tunnel = createServer((socket) => {
    const onward = connect(Number(new URL(baseUrl).port), '127.0.0.1');
    socket.on('error', () => onward.destroy()).pipe(onward);
    onward.on('error', () => socket.destroy()).pipe(socket);
  });
  await new Promise<void>((resolve) => tunnel.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void tunnel.close());
  return `http://127.0.0.1:${(tunnel.address() as AddressInfo).port}`;
}

describe.runIf(process.platform === 'linux')('sessions on one computer see one another, whatever their folders', () => {
  test('two sessions with different state folders delete one after the other, each system once', async () => {
    const { service, user, release } = await aRunInItsMiddle();
    // Another name of the service makes no difference.
    const second = aUserBy('localhost', service, aHome());
    await second.opens('Northwind');
    await second.sees(
      row(`Process ${user.terminal.pid} (since`, 'is at work here: you can browse, and delete after it'),
    );
    await second.deletesStale(10, '> delete 10', `Process ${user.terminal.pid} (since`);
    release();
    await user.sees('10 systems deleted');
    expect(service.sent('DELETE')).toHaveLength(10);
    await user.leaves();
    await second.pressesKey('enter').sees('✓ 0 deleted', '10 already gone');
    expect(service.sent('DELETE')).toHaveLength(10);
  });
});

test('sessions that cannot see one another delete each system once, and the other one calls it already gone', async () => {
  const { service, user, release } = await aRunInItsMiddle();
  const env = { ROLLCALL_BASE_URL: await aTunnelTo(service) };
  const second = await aUserIn('Northwind', service, { env });
  await second.deletesStale(10);
  await service.received('DELETE', 8);
  release();
  const told = async (one: User) => {
    const screen = await one.sees(/systems? deleted · \d+ s/, 'Checked against a fresh list');
    const of = (what: string): number => Number(new RegExp(`[✓○] (\\d+) ${what}`).exec(screen)?.[1] ?? 0);
    return { deleted: of('deleted'), gone: of('already gone') };
  };
  const [first, other] = [await told(user), await told(second)];
  expect([first.deleted + first.gone, other.deleted + other.gone]).toEqual([10, 10]);
  expect(first.deleted + other.deleted).toBe(10);
  expect(service.hostnames()).toHaveLength(50);
});

test('in a home with a long path two sessions see one another as well', async () => {
  const short = aHome();
  const path = join(short.path, 'a'.repeat(150));
  mkdirSync(path, { mode: 0o700 });
  const home: Home = {
    ...short,
    changesFolder: join(path, 'rollcall', 'runs'),
    env: { ...short.env, XDG_STATE_HOME: path },
  };
  const { service, user, release } = await aRunInItsMiddle({ home });
  const second = aUserBy('localhost', service, home);
  await second.opens('Northwind', row(`Process ${user.terminal.pid} (since`, 'is deleting here'));
  user.terminal.kill('SIGSTOP');
  await second.deletesStale(10, 'Another session holds this organisation and does not answer. End it first.');
  user.terminal.kill('SIGCONT');
  release();
  await user.sees('10 systems deleted');
  await user.leaves();
  expect(readdirSync(locksOf(home))).toEqual([]);
  expect(service.sent('DELETE')).toHaveLength(10);
});
