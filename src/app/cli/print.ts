/** Prints the output of a command whole, or ends the program with the reason why not. */
import { fstatSync, writeFileSync } from 'node:fs';
import process from 'node:process';

/** Resolves when all of it is written. */
export async function print(text: string): Promise<void> {
  const error = fstatSync(process.stdout.fd).isFile() ? writtenToFile(text) : await writtenToStream(text);
  if (error == null) return;
  // A program that reads the first lines only closes the pipe: that is no error.
  if (error.code === 'EPIPE') process.exit(0);
  process.stderr.write(`rollcall: The output could not be written (${error.code ?? 'unknown'}).\n`);
  process.exit(1);
}

type Failure = NodeJS.ErrnoException | null | undefined;

function writtenToStream(text: string): Promise<Failure> {
  return new Promise((resolve) => {
    // Told to the callback, and as an event, which ends the program where it has no listener.
    process.stdout.on('error', resolve);
    process.stdout.write(text, resolve);
  });
}

/** Node's stream writes to a file once, and takes the part that fits on a disk for all of it. */
function writtenToFile(text: string): Failure {
  try {
    writeFileSync(process.stdout.fd, text);
    return null;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
