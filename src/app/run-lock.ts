/** May this session delete in an organisation now? One at a time: whoever listens on its address has it. */
import { rmSync } from 'node:fs';
import { connect } from 'node:net';
import process from 'node:process';
import type { Hold, Holder } from '../state/ports.ts';
import { addressFor, listenOn } from './address-lock.ts';

/** A session that is stopped (ctrl-z) does not answer; it holds all the same. */
const patienceMs = 500;

/** The operating system takes the address back when the program ends, however it ends: nothing can be left behind. */
export async function holdOrganisation(folder: string, baseUrl: string, orgId: string): Promise<Hold> {
  const address = addressFor(folder, `${baseUrl}\n${orgId}`);
  const greeting = `${process.pid} ${Date.now()}\n`;
  const held = await listenOn(address, greeting);
  if (held.kind !== 'taken') return held;
  const holder = await ask(address);
  if (holder !== 'nobody') return { kind: 'taken', holder };
  // A file of a session that was killed. Only where addresses are files: elsewhere there is no such thing.
  rmSync(address, { force: true });
  const again = await listenOn(address, greeting);
  return again.kind === 'taken' ? { kind: 'taken', holder: null } : again;
}

/** Is a session at work in the organisation? One that does not answer is. */
export async function isHeld(folder: string, baseUrl: string, orgId: string): Promise<boolean> {
  return (await ask(addressFor(folder, `${baseUrl}\n${orgId}`))) !== 'nobody';
}

/** Who holds it; null where they do not say, `nobody` where nobody listens. */
function ask(address: string): Promise<Holder | 'nobody' | null> {
  return new Promise((resolve) => {
    let said = '';
    const socket = connect(address);
    socket
      .setEncoding('utf8')
      .setTimeout(patienceMs, () => {
        socket.destroy();
        resolve(null);
      })
      .on('error', (error: NodeJS.ErrnoException) => {
        resolve(error.code === 'ECONNREFUSED' || error.code === 'ENOENT' ? 'nobody' : null);
      })
      .on('data', (text: string) => {
        said += text;
      })
      .on('end', () => {
        const [, pid, since] = /^(\d{1,10}) (\d{1,16})\n$/.exec(said) ?? [];
        resolve(pid === undefined ? null : { pid: Number(pid), since: Number(since) });
      });
  });
}
