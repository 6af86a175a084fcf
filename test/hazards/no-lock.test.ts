/** A lock that another program holds, or that cannot be had: nothing is deleted, and it is said why. */
import { chmodSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';
import { describe, expect, onTestFinished, test } from 'vitest';
import { nameFor } from '../../src/app/storage/own-file.ts';
import { locksOf } from '../support/hazards.ts';
import { aHome, type Home, runWithoutTerminalIn } from '../support/program.ts';
import { aCrowd, aService, staleSystems, type StoryService } from '../support/service.ts';
import { aReadOnlyDisk, canMount } from '../support/small-disk.ts';
import { aUserIn, type User } from '../support/user.ts';

const orgId = 'n7Kq2wTd';

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

test.runIf(process.platform === 'linux').each([
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
    expect(existsSync(home.changesFolder) ? readdirSync(home.changesFolder) : []).toEqual([]);
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
