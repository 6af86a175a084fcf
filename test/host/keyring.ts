/** Starts a real keychain: a private D-Bus session, and in it gnome-keyring with its files in a folder. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished } from 'vitest';
import { firstLine } from '../../src/app/process/child.ts';
import { processesIn } from './processes.ts';

/** Run in the session: says where its bus is, and lasts until standard input ends. */
const scripts = {
  unlocked: 'echo -n password | gnome-keyring-daemon --unlock --components=secrets >&2',
  locked: 'gnome-keyring-daemon --start --components=secrets >&2',
} as const;

/** The environment in which the keyring of `home` is found; the session ends with the test, or with `end`. */
export async function aKeyring(home: string, as: keyof typeof scripts) {
  const script = `${scripts[as]}; echo "$DBUS_SESSION_BUS_ADDRESS"; exec cat`;
  const env = { PATH: process.env['PATH'] ?? '', HOME: home, XDG_RUNTIME_DIR: home };
  const session = spawn('dbus-run-session', ['--', 'bash', '-c', script], { env, stdio: ['pipe', 'pipe', 'ignore'] });
  const daemons = () => processesIn(home).filter(({ program }) => program === 'gnome-keyring-daemon');
  const end = async (): Promise<void> => {
    if (session.exitCode !== null) return;
    // The daemon may notice late, or never, that its bus is gone, and it writes to a folder that is removed next.
    for (const { pid } of daemons()) process.kill(pid);
    await expect.poll(daemons).toEqual([]);
    session.stdin.end();
    await once(session, 'exit');
  };
  onTestFinished(end);
  const address = await firstLine(session);
  if (address === undefined) throw new Error('no D-Bus session: dbus-run-session and gnome-keyring are needed');
  return { env: { ...env, DBUS_SESSION_BUS_ADDRESS: address }, end };
}
