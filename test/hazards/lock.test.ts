/** Two sessions of one user never delete in the same organisation at the same time, and neither has to wait. */
import { chmodSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';
import { describe, expect, onTestFinished, test } from 'vitest';
import { nameFor } from '../../src/app/storage/folders.ts';
import { aRunInItsMiddle } from '../support/hazards.ts';
import { aHome, eachInItsOwnProcess, type Home, runWithoutTerminalIn } from '../support/program.ts';
import { aCrowd, aService, staleSystems, type StoryService } from '../support/service.ts';
import { aReadOnlyDisk, canMount } from '../support/small-disk.ts';
import { aUser, aUserIn, row, type User } from '../support/user.ts';

eachInItsOwnProcess();

const orgId = 'n7Kq2wTd';

function locksOf(home: Home): string {
  return join(home.runsFolder, '..', 'locks');
}

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

/** Another program listens at the session's address. */
async function squatter(address: string, greet: (socket: Socket) => void): Promise<void> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    greet(socket);
  });
  await new Promise<void>((resolve) => server.listen(address, resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
}

/** Writes as fast as the reader accepts. */
function floodOf(sent: { bytes: number }) {
  const piece = 'x'.repeat(65_536);
  return (socket: Socket): void => {
    const write = (): void => {
      while (!socket.destroyed && socket.write(piece)) sent.bytes += piece.length;
    };
    socket.on('drain', write);
    write();
  };
}

async function confirmsAll(service: StoryService, home: Home): Promise<User> {
  const user = await aUserIn('Northwind', service, { home });
  await user.deletesStale(3);
  return user;
}

const someSystems = () => [...staleSystems(3), ...aCrowd()];

test.each(['nothing', 'megabytes'])('a lock that answers %s is a session that is at work, and said', async (what) => {
  const service = await aService({ systems: someSystems() });
  const home = aHome();
  mkdirSync(locksOf(home), { recursive: true, mode: 0o700 });
  chmodSync(locksOf(home), 0o700);
  chmodSync(join(locksOf(home), '..'), 0o700);
  const sent = { bytes: 0 };
  const name = `${nameFor(orgId).slice(0, 16)}.abcdef.aaaaaaaa`;
  await squatter(join(locksOf(home), name), what === 'nothing' ? () => undefined : floodOf(sent));
  const user = await confirmsAll(service, home);
  await user.sees('Another session holds this organisation and does not answer. End it first.');
  // No more than the buffers of the kernel.
  expect(sent.bytes).toBeLessThan(2_000_000);
  expect(service.sent('DELETE')).toEqual([]);
});

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

  test.each([
    ['says nothing', () => undefined],
    ['names its process and user', (socket: Socket) => socket.end('holds 7 1767225600000 mallory\n')],
  ])('a program that has the name of an organisation, and %s, is said, and nothing is deleted', async (_, greet) => {
    const service = await aService({ systems: someSystems() });
    const address = service.baseUrl.replace('127.0.0.1', 'localhost');
    await squatter(`\0rollcall-${nameFor(`${address}\n${orgId}`)}`, greet);
    const user = await confirmsAll(service, aHome());
    await user.sees(/Another session holds this organisation and does not answer|Process 7 of mallory/);
    expect(service.sent('DELETE')).toEqual([]);
  });
});

describe('where no lock can be had, that is said before anything is typed', () => {
  test.each<[string, boolean, (locks: string) => void]>([
    [
      'writable by others',
      true,
      (locks) => {
        chmodSync(locks, 0o777);
      },
    ],
    ['EROFS', canMount, aReadOnlyDisk],
  ])('%s', async (code, canBe, spoil) => {
    if (!canBe) return;
    const service = await aService({ systems: someSystems() });
    const home = aHome();
    mkdirSync(locksOf(home), { recursive: true, mode: 0o700 });
    chmodSync(join(locksOf(home), '..'), 0o700);
    spoil(locksOf(home));
    const user = await aUserIn('Northwind', service, { home });
    await user.sees(`! Deletions blocked: no lock possible (${code}). See rollcall doctor.`);
    await user.marksStale(3);
    user.presses('review and delete');
    const review = await user.sees(`BLOCKED: no lock possible (${code}). See rollcall doctor.`);
    expect(review).not.toContain('To delete, type');
    await user.rests();
    await user.types('d').sees('blocked: no lock possible');
    expect(service.sent('DELETE')).toEqual([]);
    expect(existsSync(home.runsFolder) ? readdirSync(home.runsFolder) : []).toEqual([]);
    const { output, exitCode } = await runWithoutTerminalIn(home.env, 'doctor');
    expect(output).toMatch(
      new RegExp(`^! locks .*${code === 'EROFS' ? 'takes none \\(EROFS\\)' : 'written by other'}`, 'm'),
    );
    expect(exitCode).toBe(1);
  });

  test('a preview, which sends nothing, needs none', async () => {
    const service = await aService({ systems: someSystems() });
    const home = aHome();
    mkdirSync(locksOf(home), { recursive: true, mode: 0o700 });
    chmodSync(locksOf(home), 0o777);
    const user = await aUserIn('Northwind', service, { home, flags: ['--preview'] });
    await user.deletesStale(3, '3 would be deleted');
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
    runsFolder: join(path, 'rollcall', 'runs'),
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
