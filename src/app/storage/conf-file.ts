/** Changes a file through conf. Loading it takes some 20 ms: this file of its own keeps it out of the start. */
import { removeAddedListeners } from './lock.ts';
import Conf from 'conf';

// conf's writer ends the program at a signal by sending the signal again: a first ctrl-c would count as two, and stop a
// deletion that waits for its answers.
removeAddedListeners();

/** `read` throws a `SyntaxError` for a text of another form: such a file is cleared. */
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
