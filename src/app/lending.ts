/** How does another program get the terminal for a while: the shell, or a pager? */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';

/** Lends the terminal until `use` is over; then every line is drawn anew. */
export type Lend = (use: () => Promise<void>) => Promise<void>;

/** The shell has it until the program is continued (fg), as with every program that ctrl-z stops. */
export function suspend(lend: Lend): void {
  void lend(async () => {
    const continued = once(process, 'SIGCONT');
    // The whole group: what started this program (npm, sh) would go on waiting for it otherwise.
    process.kill(0, 'SIGSTOP');
    await continued;
  });
}

/** Shows a file in the person's pager: $PAGER, else less. */
export function showInPager(lend: Lend, path: string, env: NodeJS.ProcessEnv): void {
  void lend(async () => {
    const pager = (env['PAGER'] ?? '') === '' ? 'less' : (env['PAGER'] ?? 'less');
    // A pager may be set with flags, which a shell splits.
    const child = spawn('sh', ['-c', `${pager} "$1"`, 'sh', path], { stdio: 'inherit' });
    await once(child, 'close').catch(() => undefined);
  });
}
