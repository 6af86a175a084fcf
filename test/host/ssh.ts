/** An SSH server on the loopback address, with keys of its own, and logins to it. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import { aHome, type Home, open } from '../support/program.ts';
import { userAt, type User } from '../support/user.ts';
import { pathWithRollcall } from './installation.ts';

export interface SshHost {
  /** The folder of the one who signs in there. */
  readonly home: Home;
  /** `ssh <flags> <host> <command>` at a terminal. Variables of `env` that begin with ROLLCALL_ are sent along. */
  ssh(flags: readonly string[], command: string, env?: Readonly<Record<string, string>>): User;
}

/** A host on which the program is installed. Its sessions have no D-Bus, and so no keychain. */
export async function anSshHost(): Promise<SshHost> {
  const home = aHome();
  const port = await aFreePort();
  const [hostKey, userKey] = [aKeyPair(home, 'host-key'), aKeyPair(home, 'user-key')];
  const environment = Object.entries({ ...home.env, PATH: pathWithRollcall() }).map((pair) => pair.join('='));
  const serverOptions = [
    `Port ${port}`,
    'ListenAddress 127.0.0.1',
    `HostKey ${hostKey}`,
    `AuthorizedKeysFile ${userKey}.pub`,
    // Everybody may write to the folder for temporary files, in which the keys are.
    'StrictModes no',
    'UsePAM no',
    'PidFile none',
    'AcceptEnv ROLLCALL_*',
    `SetEnv ${environment.join(' ')}`,
  ];
  const clientOptions = [
    `Port ${port}`,
    `User ${userInfo().username}`,
    `IdentityFile ${userKey}`,
    'IdentitiesOnly yes',
    'BatchMode yes',
    'StrictHostKeyChecking no',
    'UserKnownHostsFile /dev/null',
    'LogLevel ERROR',
    'SendEnv ROLLCALL_*',
  ];
  await startServer(aFile(home, 'sshd.conf', serverOptions));
  const client = aFile(home, 'ssh.conf', clientOptions);
  return {
    home,
    ssh: (flags, command, env = {}) =>
      userAt(open('ssh', ['-F', client, ...flags, '127.0.0.1', command], { env }), home),
  };
}

/** Resolves when the server listens. */
async function startServer(configuration: string): Promise<void> {
  // Elsewhere the service's unit makes this folder, which the server insists on.
  mkdirSync('/run/sshd', { recursive: true });
  const server = spawn('/usr/sbin/sshd', ['-D', '-e', '-f', configuration], { stdio: ['ignore', 'ignore', 'pipe'] });
  onTestFinished(() => void server.kill());
  const said: string[] = [];
  for await (const line of createInterface(server.stderr)) {
    if (line.startsWith('Server listening')) return;
    said.push(line);
  }
  throw new Error(`The SSH server did not start: ${said.join('\n')}`);
}

function aKeyPair(home: Home, name: string): string {
  const path = join(home.path, name);
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', path]);
  return path;
}

function aFile(home: Home, name: string, lines: readonly string[]): string {
  const path = join(home.path, name);
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
}

async function aFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
