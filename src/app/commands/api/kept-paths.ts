/** The paths of the operations for the completions of a shell, from the stored definition: no service is asked. */
import process from 'node:process';
import type { Flags } from '../../cli/flags.ts';
import type { Environment } from '../../cli/settings.ts';
import { loadStartup } from '../../cli/startup.ts';
import { cacheFolder } from '../../process/compile-cache.ts';
import { openDefinitions } from '../../storage/definitions.ts';
import { findDefinition } from './definition.ts';

/** No character of such a path means something to a shell: the service that wrote it must not run anything. */
const harmless = /^[\w./{}-]{1,200}$/;

/** One a line; empty where no definition is stored. */
export async function keptPaths(flags: Flags, environment: Environment): Promise<string> {
  const { preferences, settings } = await loadStartup(flags, environment);
  if (!settings.ok || settings.settings.baseUrl === null) return '';
  const found = await findDefinition({
    definitions: openDefinitions(cacheFolder(process.env, 'definitions')),
    profile: preferences.profileName,
    baseUrl: settings.settings.baseUrl,
    reader: null,
    now: Date.now(),
  });
  if (found.kind !== 'read') return '';
  const paths = found.definition.operations.filter(({ unusable }) => unusable === null).map(({ path }) => path);
  return [...new Set(paths)]
    .filter((path) => harmless.test(path))
    .map((path) => `${path}\n`)
    .join('');
}
