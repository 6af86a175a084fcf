/** Thirteen conditions of a keychain: twelve on real daemons, one on a daemon that misbehaves on purpose. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { onTestFinished } from 'vitest';
import { firstLine } from '../../src/app/process/child.ts';
import type { KeychainFailure } from '../../src/app/tokens/keychain-request.ts';
import { openKeychain } from '../../src/app/tokens/keychain.ts';
import { aKeyring } from './keyring.ts';

/** The end of each request: null is success. */
export interface Ends {
  readonly store: KeychainFailure | null;
  readonly find: KeychainFailure | null;
  readonly remove: KeychainFailure | null;
}

export interface Condition {
  readonly name: string;
  readonly ends: Ends;
  /** The environment in which it is met; `home` is an empty folder. */
  readonly make: (home: string) => Promise<NodeJS.ProcessEnv>;
}

function all(end: KeychainFailure | null): Ends {
  return { store: end, find: end, remove: end };
}

export const conditions: readonly Condition[] = [
  { name: 'no bus', ends: all('absent'), make: () => Promise.resolve({}) },
  {
    name: 'an address without a bus behind it',
    ends: all('absent'),
    make: (home) => Promise.resolve({ DBUS_SESSION_BUS_ADDRESS: `unix:path=${home}/nothing` }),
  },
  { name: 'a bus without a service', ends: all('absent'), make: (home) => aBus(home, 'echo ready') },
  { name: 'an unlocked keyring', ends: all(null), make: async (home) => (await aKeyring(home, 'unlocked')).env },
  { name: 'a locked keyring', ends: all('locked'), make: aLockedKeyring },
  // Nothing can be found or forgotten in it, which is no failure.
  {
    name: 'a service without any keyring',
    ends: { store: 'absent', find: null, remove: null },
    make: async (home) => (await aKeyring(home, 'locked')).env,
  },
  { name: 'a bus that never answers', ends: all('no answer'), make: aMuteBus },
  { name: 'a service that never answers', ends: all('no answer'), make: aService('mute') },
  { name: 'a prompt that is never completed', ends: all('no answer'), make: aService('prompt') },
  // A token that is found is not sent anywhere; it can be forgotten.
  {
    name: 'a service that holds garbage',
    ends: { store: 'damaged', find: 'damaged', remove: null },
    make: aService('garbage'),
  },
  { name: 'a service that dies in the middle', ends: all('failed'), make: aService('dies') },
  { name: 'a service that takes its time', ends: all(null), make: aService('slow 2.9') },
  { name: 'a service that takes ten minutes', ends: all('no answer'), make: aService('slow 600') },
];

/** It holds a token from when it was open. */
async function aLockedKeyring(home: string): Promise<NodeJS.ProcessEnv> {
  const unlocked = await aKeyring(home, 'unlocked');
  const helperPath = 'dist/keychain-helper.js';
  await openKeychain({ helperPath, env: unlocked.env }).store('https://a.example', 'aB3'.repeat(21));
  await unlocked.end();
  return (await aKeyring(home, 'locked')).env;
}

function aMuteBus(home: string): Promise<NodeJS.ProcessEnv> {
  mkdirSync(home, { recursive: true });
  const path = join(home, 'bus');
  const bus = createServer().listen(path);
  onTestFinished(() => void bus.close());
  return Promise.resolve({ DBUS_SESSION_BUS_ADDRESS: `unix:path=${path}` });
}

function aService(way: string): (home: string) => Promise<NodeJS.ProcessEnv> {
  return (home) => aBus(home, `exec /usr/bin/python3 ${resolve('test/host/fake-secret-service.py')} ${way}`);
}

/** A bus that starts no service by itself; `command` runs in its session and says when it is ready. */
async function aBus(home: string, command: string): Promise<NodeJS.ProcessEnv> {
  mkdirSync(home, { recursive: true });
  const config = join(home, 'bus.conf');
  writeFileSync(config, busConfig);
  const script = `echo "$DBUS_SESSION_BUS_ADDRESS"; (${command}) & read -r _; kill 0`;
  const session = spawn('dbus-run-session', [`--config-file=${config}`, '--', 'bash', '-c', script], {
    env: { PATH: process.env['PATH'] ?? '', HOME: home },
    stdio: ['pipe', 'pipe', 'ignore'],
    detached: true,
  });
  onTestFinished(async () => {
    session.stdin.end();
    await once(session, 'exit');
  });
  const ready = new Promise<void>((isReady, isNot) => {
    let text = '';
    session.stdout.on('data', (chunk: string) => {
      text += chunk;
      if (text.includes('ready\n')) isReady();
    });
    session.once('exit', () => {
      isNot(new Error('no service: python3-dbus, python3-gi and python3-cryptography are needed'));
    });
  });
  const address = await firstLine(session);
  await ready;
  return { PATH: process.env['PATH'], HOME: home, DBUS_SESSION_BUS_ADDRESS: address };
}

const busConfig = `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:tmpdir=/tmp</listen>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
`;
