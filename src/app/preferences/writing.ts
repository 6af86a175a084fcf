/** How is the file of preferences changed? With conf, a whole change at a time, one program after the other. */
import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import Conf from 'conf';
import { addressFor, listenOn } from '../address-lock.ts';
import { formatVersion, migrated, type PreferencesFile, preferencesFile } from './format.ts';

export type Change = (file: PreferencesFile) => PreferencesFile;

/** Longer than any program takes for a change: one that holds the lock for so long is stopped (ctrl-z). */
const patienceMs = 10_000;

/** Rejects as `fs` does, and where the file became unreadable since. What other programs wrote meanwhile stays. */
export async function changePreferences(path: string, change: Change): Promise<void> {
  const release = await locked(path);
  try {
    const conf = openConf(dirname(path));
    conf.store = preferencesFile.parse(change(preferencesFile.parse(conf.store)));
  } finally {
    release();
  }
}

function openConf(folder: string): Conf {
  return new Conf<Record<string, unknown>>({
    cwd: folder,
    configFileMode: 0o600,
    projectVersion: formatVersion,
    migrations: {
      [formatVersion]: (conf) => {
        conf.store = migrated(conf.store);
      },
    },
  });
}

async function locked(path: string): Promise<() => void> {
  const address = addressFor(dirname(path), path);
  for (const begun = performance.now(); performance.now() - begun < patienceMs;) {
    const listening = await listenOn(address, '');
    if (listening.kind === 'held') return listening.release;
    // No address can be had here: the change itself takes less than a millisecond.
    if (listening.kind === 'failed') return () => undefined;
    await setTimeout(10);
  }
  // Where addresses are files, that of a program that was killed is still there.
  if (!address.startsWith('\0')) rmSync(address, { force: true });
  return () => undefined;
}
