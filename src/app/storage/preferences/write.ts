/** How is the file of preferences changed? With conf, a whole change at a time, one program after the other. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import Conf from 'conf';
import { readPlainFile } from '../../../state/kernel/regular-file.ts';
import { takeLock } from '../lock.ts';
import { requireOwnFolder } from '../private-folder.ts';
import { replaceFile } from '../atomic-write.ts';
import { maxBytes, type PreferencesFile, preferencesFile } from './format.ts';

export type Change = (file: PreferencesFile) => PreferencesFile;

/** Longer than any program takes for a change: one that holds the lock for so long is stopped (ctrl-z). */
const patienceMs = 10_000;

/**
 * Rejects as `fs` does, and where the file became unreadable since. What other programs wrote meanwhile stays; one that
 * holds the lock is not waited for any longer when `haste` is aborted.
 */
export async function changePreferences(
  path: string,
  change: Change,
  haste: AbortSignal = new AbortController().signal,
): Promise<void> {
  const release = await locked(path, haste);
  try {
    replaceFile(path, await changedText(path, change));
  } finally {
    release();
  }
}

/**
 * What is to stand in the file. conf works on a copy: of a disk that is full it does not notice that its file was
 * written in part only, and puts that in the place of the whole one.
 */
async function changedText(path: string, change: Change): Promise<string> {
  const before = await readPlainFile(path, maxBytes).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  });
  requireOwnFolder(dirname(path));
  const scratch = mkdtempSync(`${path}.`);
  try {
    if (before !== null) writeFileSync(join(scratch, 'config.json'), before, { mode: 0o600 });
    const conf = openConf(scratch);
    conf.store = preferencesFile.parse(change(preferencesFile.parse(conf.store)));
    const text = readFileSync(conf.path, 'utf8');
    // Of an object's text no beginning can be read.
    preferencesFile.parse(JSON.parse(text));
    return text;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function openConf(folder: string): Conf {
  return new Conf<Record<string, unknown>>({ cwd: folder, configFileMode: 0o600 });
}

async function locked(path: string, haste: AbortSignal): Promise<() => void> {
  const folder = join(dirname(path), 'locks');
  for (const begun = performance.now(); ;) {
    const lock = await takeLock(folder, path);
    if (lock.kind === 'held') return lock.release;
    // No lock can be had here: the change itself takes a few milliseconds.
    if (lock.kind === 'failed') return () => undefined;
    if (haste.aborted || performance.now() - begun >= patienceMs) return () => undefined;
    await setTimeout(10);
  }
}
