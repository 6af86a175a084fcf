/** How is a socket reached in a folder whose path may be too long for an address? */
import fs from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

/** An address has 108 bytes on Linux and 104 elsewhere, with the zero at its end. */
const maxBytes = 103;

export interface SocketFolder {
  /** By which a socket with this name is made and reached. */
  readonly addressOf: (name: string) => string;
  /** After the last socket that was made in it is gone. */
  readonly close: () => void;
}

/** `longest`: a name as long as any. Throws with a code where there is no address for it. */
export function openSocketFolder(folder: string, longest: string): SocketFolder {
  if (Buffer.byteLength(join(folder, longest)) <= maxBytes) {
    return { addressOf: (name) => join(folder, name), close: () => undefined };
  }
  // What Node does with a longer one differs by its version: at worst it cuts it, and two sessions miss each other.
  if (process.platform !== 'linux') {
    throw Object.assign(new Error(`${folder} is too long for a socket.`), { code: 'ENAMETOOLONG' });
  }
  const open = fs.openSync(folder, fs.constants.O_RDONLY | fs.constants.O_DIRECTORY);
  return {
    addressOf: (name) => `/proc/self/fd/${open}/${name}`,
    close: () => {
      fs.closeSync(open);
    },
  };
}
