/** Where does this platform keep what a program writes down? */
import { join } from 'node:path';

/**
 * The folder of the runs' records, which must outlive caches and logs: `$XDG_STATE_HOME/rollcall/runs` on Linux, the
 * data folder elsewhere. The demo's are kept apart: nothing in them was ever real. Rejects for a person without a home.
 */
export async function runsFolder(isDemo: boolean): Promise<string> {
  // Loading it already asks for the home folder, and throws where there is none.
  const { default: envPaths } = await import('env-paths');
  const paths = envPaths('rollcall', { suffix: '' });
  return join(process.platform === 'linux' ? paths.log : paths.data, isDemo ? 'demo-runs' : 'runs');
}

/** The file for the tokens of whoever asks for a file: beside the preferences. Rejects for a person without a home. */
export async function tokenFilePath(): Promise<string> {
  const { default: envPaths } = await import('env-paths');
  return join(envPaths('rollcall', { suffix: '' }).config, 'tokens.json');
}

/** The folder for notes of crashes: above that of the runs. Rejects for a person without a home. */
export async function notesFolder(): Promise<string> {
  return join(await runsFolder(false), '..');
}
