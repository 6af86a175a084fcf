/**
 * Changes a file through conf. A file of its own, because conf takes some 20 ms to load and a start does not need it.
 */
import { removeAddedListeners } from './lock.ts';
import Conf from 'conf';

// conf's writer repeats a signal to end the program: the first ctrl-c would count as two, and stop a deletion that
// waits for its answers.
removeAddedListeners();

/** `read` throws a `SyntaxError` for an invalid file, which is then cleared. */
export function changeByConf<File extends Record<string, unknown>>(
  folder: string,
  name: string,
  read: (text: string) => File,
  change: (before: File) => File,
): void {
  const conf = new Conf<File>({
    cwd: folder,
    configName: name,
    configFileMode: 0o600,
    clearInvalidConfig: true,
    accessPropertiesByDotNotation: false,
    deserialize: read,
  });
  conf.store = change(conf.store);
}
