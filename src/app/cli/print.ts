/** Prints the output of a command whole, or ends the program with the reason why not. */
import { fstatSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { codeOf } from '../../state/kernel/files.ts';

export async function print(text: string | Uint8Array): Promise<void> {
  try {
    await write(text);
  } catch (error) {
    const code = codeOf(error);
    // A program that reads the first lines only closes the pipe: that is no error.
    if (code === 'EPIPE') process.exit(0);
    process.stderr.write(`rollcall: The output could not be written (${code}).\n`);
    process.exit(1);
  }
}

function ignored(): void {
  // The callback has the error.
}

async function write(text: string | Uint8Array): Promise<void> {
  const { stdout } = process;
  // Node's stream writes to a file once, and mistakes the part that fits on a disk for all of it.
  if (fstatSync(stdout.fd).isFile()) writeFileSync(stdout.fd, text);
  else {
    // Reported to the callback, and as an event, which ends the program where it has no listener: one for every text.
    stdout.off('error', ignored).on('error', ignored);
    const error = await new Promise<Error | null | undefined>((resolve) => {
      stdout.write(text, resolve);
    });
    if (error != null) throw error;
  }
}
