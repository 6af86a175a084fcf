/** How does a command print what it has to say? Whole, or the program ends and says why not. */
import process from 'node:process';

/** Resolves when all of it is written. */
export async function print(text: string): Promise<void> {
  const error = await new Promise<NodeJS.ErrnoException | null | undefined>((resolve) => {
    // It is told to the callback, and as an event that nobody may leave unheard.
    process.stdout.on('error', resolve);
    process.stdout.write(text, resolve);
  });
  if (error == null) return;
  // Whoever reads the first lines only closes the pipe: that is no mistake.
  if (error.code === 'EPIPE') process.exit(0);
  process.stderr.write(`rollcall: The output could not be written (${error.code ?? 'unknown'}).\n`);
  process.exit(1);
}
