/** With which preferences and settings does a command begin? */
import type { Memory } from '../../state/ports.ts';
import type { Environment } from './environment.ts';
import type { Flags } from './flags.ts';
import { memoryOf } from '../storage/preferences/port.ts';
import { importPreferencesWriter } from '../ports.ts';
import {
  defaultProfile,
  openPreferences,
  type Preferences,
  sessionPreferences,
} from '../storage/preferences/preferences.ts';
import { settingsFrom, type SettingsRead } from './settings.ts';
import { readStandardInput } from './stdin.ts';

export interface Opening {
  readonly preferences: Preferences;
  readonly memory: Memory;
  readonly settings: SettingsRead;
  /** What came on standard input; null where nothing was to be read there. */
  readonly typed: string | null;
}

/** Reads the token from standard input, where a flag says so. `onProblem` is told when saving preferences fails. */
export async function opened(
  flags: Flags,
  environment: Environment,
  onProblem?: (says: string) => void,
): Promise<Opening> {
  const typed = flags.tokenStdin ? await readStandardInput() : null;
  const preferences = flags.demo
    ? sessionPreferences()
    : await openPreferences(flags.profile ?? defaultProfile, importPreferencesWriter, onProblem);
  const memory = memoryOf(preferences);
  const remembered = { ...memory.settings(), baseUrl: memory.baseUrl() };
  return { preferences, memory, settings: settingsFrom(flags, environment, remembered, typed), typed };
}
