/** What is the first line a child process prints? */
import type { ChildProcess } from 'node:child_process';

/** Undefined where the child cannot be started, or ends without a whole line. */
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
