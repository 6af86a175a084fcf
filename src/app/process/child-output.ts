/** Reads the lines that a child process prints. */
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

/** The first line as soon as it is whole; undefined where the child cannot be started, or ends without one. */
export function firstLine(child: ChildProcess): Promise<string | undefined> {
  return new Promise((resolve) => {
    let text = '';
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      const end = text.indexOf('\n');
      if (end >= 0) resolve(text.slice(0, end));
    });
    const ended = (): void => {
      resolve(undefined);
    };
    child.once('close', ended).once('error', ended);
  });
}
