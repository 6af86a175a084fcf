/** Changes of settings, and the protection that they weaken: it is asked about once before it is saved. */
import type { Guards } from '../review/guards.ts';
import type { OrganisationLabel } from '../organisations/label.ts';
import type { ProfileSettings } from '../profiles/settings.ts';

/** What the settings prompt changes. */
export type SettingsKind = SettingsChange['about'];

/** Settings as they are to be saved. */
export type SettingsChange =
  | { readonly about: 'guards'; readonly guards: Guards }
  | { readonly about: 'label'; readonly label: OrganisationLabel }
  | { readonly about: 'profile'; readonly settings: ProfileSettings };

export type Weakening =
  | { readonly kind: 'tags'; readonly names: readonly string[] }
  | { readonly kind: 'keys'; readonly names: readonly string[] }
  | { readonly kind: 'seenDays'; readonly from: number; readonly to: number }
  | { readonly kind: 'share'; readonly from: number; readonly to: number }
  | { readonly kind: 'session' }
  | { readonly kind: 'readOnly' };

/** Nothing, where every protection is as strong as before, or stronger. */
export function weakeningsOf(
  before: { readonly guards: Guards; readonly label: OrganisationLabel; readonly profile: ProfileSettings },
  change: SettingsChange,
): readonly Weakening[] {
  switch (change.about) {
    case 'guards':
      return weakenedGuards(before.guards, change.guards);
    case 'label':
      return before.label.isReadOnly && !change.label.isReadOnly ? [{ kind: 'readOnly' }] : [];
    case 'profile':
      return before.profile.isReadOnly && !change.settings.isReadOnly ? [{ kind: 'readOnly' }] : [];
  }
}

function weakenedGuards(before: Guards, after: Guards): readonly Weakening[] {
  const tags = without(before.tags, after.tags);
  const keys = without(before.keys, after.keys);
  const weakened: Weakening[] = [];
  if (tags.length > 0) weakened.push({ kind: 'tags', names: tags });
  if (keys.length > 0) weakened.push({ kind: 'keys', names: keys });
  if (after.seenDays < before.seenDays) weakened.push({ kind: 'seenDays', from: before.seenDays, to: after.seenDays });
  if (after.share > before.share) weakened.push({ kind: 'share', from: before.share, to: after.share });
  if (before.session && !after.session) weakened.push({ kind: 'session' });
  return weakened;
}

/** Those that are no longer there; names protect in any case. */
function without(before: readonly string[], after: readonly string[]): readonly string[] {
  const left = new Set(after.map((name) => name.toLowerCase()));
  return before.filter((name) => !left.has(name.toLowerCase()));
}
