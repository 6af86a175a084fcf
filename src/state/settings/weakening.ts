/** Changes of settings, and the protection that they weaken: it is asked about once before it is saved. */
import type { Guards } from '../review/guards.ts';
import type { OrganisationLabel } from '../organisations/model.ts';
import type { ProfileSettings } from '../profiles/settings.ts';

/** What the settings prompt can change. */
export interface AllSettings {
  readonly guards: Guards;
  readonly label: OrganisationLabel;
  readonly profile: ProfileSettings;
}

export type SettingsKind = keyof AllSettings;

/** Settings as they are to be saved. */
export type SettingsChange = {
  [About in SettingsKind]: { readonly about: About } & Pick<AllSettings, About>;
}[SettingsKind];

export type Weakening =
  | { readonly kind: 'tags' | 'keys'; readonly names: readonly string[] }
  | { readonly kind: 'seenDays' | 'share'; readonly from: number; readonly to: number }
  | { readonly kind: 'session' | 'readOnly' };

/** Nothing, where every protection is as strong as before, or stronger. */
export function weakeningsOf(before: AllSettings, change: SettingsChange): readonly Weakening[] {
  const after = { ...before, ...change };
  const [was, is] = [before.guards, after.guards];
  const tags = without(was.tags, is.tags);
  const keys = without(was.keys, is.keys);
  const weakened: Weakening[] = [];
  if (tags.length > 0) weakened.push({ kind: 'tags', names: tags });
  if (keys.length > 0) weakened.push({ kind: 'keys', names: keys });
  if (is.seenDays < was.seenDays) weakened.push({ kind: 'seenDays', from: was.seenDays, to: is.seenDays });
  if (is.share > was.share) weakened.push({ kind: 'share', from: was.share, to: is.share });
  if (was.session && !is.session) weakened.push({ kind: 'session' });
  const endsIn = (part: 'label' | 'profile'): boolean => before[part].isReadOnly && !after[part].isReadOnly;
  if (endsIn('label') || endsIn('profile')) weakened.push({ kind: 'readOnly' });
  return weakened;
}

/** Those that are no longer there; names protect in any case. */
function without(before: readonly string[], after: readonly string[]): readonly string[] {
  const left = new Set(after.map((name) => name.toLowerCase()));
  return before.filter((name) => !left.has(name.toLowerCase()));
}
