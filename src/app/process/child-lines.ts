/** What are the lines that a child process prints, one after the other? */
import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';

/** Ends where the child ends, or cannot be started. */
export async function* linesOf(child: ChildProcess): AsyncGenerator<string, void> {
  if (child.stdout === null) return;
  const lines = createInterface({ input: child.stdout });
  const end = (): void => {
    lines.close();
  };
  child.once('error', end).once('close', end);
  yield* lines;
}
