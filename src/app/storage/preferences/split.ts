/** Moves rollcall's own memory from the settings of an earlier version to `state.json`: once, with a copy kept. */
import { writeWhole } from '../atomic-write.ts';
import { whileLocked } from '../lock.ts';
import { readOwnFile } from '../own-file.ts';
import type { Remembered, RememberedStore } from '../remembered.ts';
import { changeSettingsFile, type PreferencesFile, type Profile, readSettingsFile } from './settings-file.ts';

/** An interruption loses nothing: both files are read until the settings no longer have it. */
export async function splitSettings(path: string, remembered: RememberedStore): Promise<void> {
  if (unsplit(path) === null) return;
  await whileLocked(path, async () => {
    const settings = unsplit(path);
    if (settings === null || !isCopied(path, Buffer.from(settings.text))) return;
    const { stored, profiles, found } = settings;
    for (const [name, one] of found) remembered.change(name, (before) => merged(one, before));
    await remembered.saved();
    if (!found.every(([name, one]) => holds(remembered.stored(name), one))) return;
    const others = Object.entries(profiles).map(([name, profile]) => [name, withoutRemembered(profile)] as const);
    changeSettingsFile(path, stored, { ...stored.value, profiles: Object.fromEntries(others) });
  });
}

function unsplit(path: string) {
  const stored = readSettingsFile(path);
  if (stored.kind !== 'understood' || stored.text === null) return null;
  const { profiles = {} }: PreferencesFile = stored.value;
  const found = Object.entries(profiles).flatMap(([name, profile]) => {
    const one = rememberedIn(profile);
    return one === null ? [] : [[name, one] as const];
  });
  return found.length === 0 ? null : { stored, text: stored.text, profiles, found };
}

/** False where the copy is of other settings: later settings are the person's. */
function isCopied(path: string, text: Buffer): boolean {
  const copy = `${path}.before-split`;
  const earlier = readOwnFile(copy);
  if (earlier.kind === 'missing') writeWhole(copy, text);
  return earlier.kind === 'missing' || (earlier.kind === 'read' && earlier.bytes.equals(text));
}

function rememberedIn({ lastOrganisations, organisations = {} }: Profile): Remembered | null {
  const columns = Object.entries(organisations).flatMap(([key, one]) =>
    one.columns === undefined ? [] : [[key, one.columns] as const],
  );
  if (lastOrganisations === undefined && columns.length === 0) return null;
  return { lastOrganisations: { ...lastOrganisations }, columns: Object.fromEntries(columns) };
}

function merged(earlier: Remembered, later: Remembered): Remembered {
  return {
    ...later,
    lastOrganisations: { ...earlier.lastOrganisations, ...later.lastOrganisations },
    columns: { ...earlier.columns, ...later.columns },
  };
}

function holds(stored: Remembered, wanted: Remembered): boolean {
  const keysOf = ({ lastOrganisations = {}, columns = {} }: Remembered): readonly string[] =>
    [lastOrganisations, columns].flatMap((one, at) => Object.keys(one).map((key) => `${at} ${key}`));
  const there = new Set(keysOf(stored));
  return keysOf(wanted).every((key) => there.has(key));
}

function withoutRemembered({ organisations, ...profile }: Profile): Profile {
  const others = Object.entries(organisations ?? {}).map(([key, one]) => [key, { ...one, columns: undefined }]);
  const left = organisations && (Object.fromEntries(others) as typeof organisations);
  return { ...profile, lastOrganisations: undefined, organisations: left };
}
