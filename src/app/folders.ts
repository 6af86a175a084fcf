/** Where does this platform keep what a program writes down? */
import { join } from 'node:path';
import envPaths from 'env-paths';

/**
 * The folder of the runs' records, which must outlive caches and logs: `$XDG_STATE_HOME/rollcall/runs` on Linux, the
 * data folder elsewhere.
 */
export function runsFolder(): string {
  const paths = envPaths('rollcall', { suffix: '' });
  return join(process.platform === 'linux' ? paths.log : paths.data, 'runs');
}
