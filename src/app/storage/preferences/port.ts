/** Implements the port for settings and memory with the preferences of the profile in use. */
import { readBaseUrl } from '../../../api/access.ts';
import type { Profile, StoredOrganisation } from './settings-file.ts';
import { isDeepStrictEqual } from 'node:util';
import { encodeValues, storedValues, type ValuesOf } from '../../../state/kernel/setting.ts';
import { type Guards, holdsId, idsWithout, strongerOf } from '../../../state/fleet/protection/guards.ts';
import { protectionTable } from '../../../state/fleet/protection/protection-table.ts';
import { labelTable, noLabel, type OrganisationLabel } from '../../../state/session/organisations.ts';
import { withVisits } from '../../../state/account/organisations/feature.ts';
import { isSameService } from '../../../state/session/session.ts';
import type { Ports } from '../../../state/root/services.ts';
import { columnsFrom, savedViewsFrom, storedViews } from '../../../state/fleet/columns.ts';
import { type ProfileSettings, profileTable } from '../../../state/session/profile-settings.ts';
import type { Preferences } from './preferences.ts';
import type { SettingFields } from './settings-text.ts';

// The addresses for which you accepted a profile's token command. They are compared by origin, as for stored tokens.

/** Until addresses are stored, the command counts as accepted for the profile's own address. */
function addressesOf({ tokenCommandFor, baseUrl }: Profile): readonly string[] {
  return tokenCommandFor ?? (baseUrl === undefined ? [] : [baseUrl]);
}

/** True if the command may run for this normalised address. An unreadable accepted address never matches. */
export function isAcceptedFor(profile: Profile, baseUrl: string): boolean {
  const { origin } = new URL(baseUrl);
  return addressesOf(profile).some((one) => {
    const read = readBaseUrl(one);
    return read.ok && new URL(read.baseUrl).origin === origin;
  });
}

export function withAccepted(profile: Profile, baseUrl: string): Profile {
  if (isAcceptedFor(profile, baseUrl)) return profile;
  return { ...profile, tokenCommandFor: [...addressesOf(profile), baseUrl] };
}

/** Moves the profile to another address, where its command is not accepted. */
function withBaseUrl(profile: Profile, baseUrl: string): Profile {
  const isFollowed = profile.tokenCommand === undefined || isAcceptedFor(profile, baseUrl);
  return { ...profile, baseUrl, ...(!isFollowed && { tokenCommandFor: addressesOf(profile) }) };
}

/** Sets another command, accepted only for this address. */
export function withCommand(profile: Profile, tokenCommand: string, baseUrl: string): Profile {
  const next = { ...profile, tokenCommand, tokenCommandFor: undefined };
  return isAcceptedFor(next, baseUrl) ? next : { ...next, tokenCommandFor: [baseUrl] };
}

/** Limit of remembered list views; evicts the oldest. */
const maxLists = 200;

export function memoryOf(preferences: Preferences): Ports['memory'] {
  /**
   * The organisation's entries, under every spelling of its address and id: the exact key first, with an empty entry if
   * it is missing.
   */
  const organisationsAt = (baseUrl: string, orgId: string): readonly StoredOrganisation[] =>
    keysOf(preferences.profile, baseUrl, orgId).map((key) => preferences.profile.organisations?.[key] ?? {});
  // Applied to the present file, because another session may have changed the organisation.
  type ChangeStored = (stored: StoredOrganisation, earlier: StoredOrganisation) => StoredOrganisation;
  /** Changes every entry of the organisation: an unchanged one would restore a protection that you removed. */
  const changeOrganisation = (baseUrl: string, orgId: string, change: ChangeStored, keysIn = keysOf): void => {
    const { organisations: earlier } = preferences.profile;
    preferences.change((profile) => {
      const keys = keysIn(profile, baseUrl, orgId);
      const organisations = { ...profile.organisations };
      for (const key of keys) organisations[key] = change(organisations[key] ?? {}, earlier?.[key] ?? {});
      return { ...profile, organisations };
    });
  };
  const profileValues = (): ProfileSettings => storedValues(profileTable, preferences.profile).values;
  /**
   * Settings that rollcall cannot read may contain any protection, so the session is read-only until they are fixed.
   */
  const readOnlyInDoubt = <Values extends { readonly isReadOnly: boolean }>(values: Values): Values =>
    preferences.fault === null ? values : { ...values, isReadOnly: true };

  const memory: Ports['memory'] = {
    baseUrl: () => preferences.profile.baseUrl ?? null,
    rememberBaseUrl(baseUrl) {
      if (preferences.profile.baseUrl === baseUrl) return;
      preferences.change((profile) => withBaseUrl(profile, baseUrl));
    },
    lastOrganisation: (baseUrl) => preferences.remembered.lastOrganisations?.[baseUrl] ?? null,
    rememberOrganisation(baseUrl, orgId) {
      if (memory.lastOrganisation(baseUrl) === orgId) return;
      preferences.remember((before) => ({
        ...before,
        lastOrganisations: { ...before.lastOrganisations, [baseUrl]: orgId },
      }));
    },
    counts: (baseUrl) => new Map(Object.entries(preferences.remembered.counts?.[baseUrl] ?? {})),
    rememberCounts(baseUrl, counts) {
      preferences.remember((before) => {
        const known = before.counts?.[baseUrl] ?? {};
        const added = Array.from(counts, ([orgId, count]) => [orgId, withVisits(count, known[orgId])] as const);
        return { ...before, counts: { ...before.counts, [baseUrl]: { ...known, ...Object.fromEntries(added) } } };
      });
    },
    guards: (baseUrl, orgId) =>
      (orgId === null ? everyAt(preferences.profile, baseUrl) : organisationsAt(baseUrl, orgId))
        .map(guardsIn)
        .reduce(strongerOf),
    label(baseUrl, orgId) {
      const [label, ...others] = organisationsAt(baseUrl, orgId).map((stored) => labelIn(stored));
      return readOnlyInDoubt({
        ...(label ?? noLabel),
        ...(others.some(({ isReadOnly }) => isReadOnly) && { isReadOnly: true }),
      });
    },
    rememberGuards(baseUrl, orgId, guards) {
      const after = encodeValues<RuleValues>(protectionTable, guards);
      changeOrganisation(baseUrl, orgId, (stored, earlier) => {
        const before = encodeValues(protectionTable, rulesIn(earlier));
        const protection = withDifferences(stored.protection ?? {}, before, after);
        return { ...stored, protection };
      });
    },
    rememberLabel(baseUrl, orgId, label) {
      const after = encodeValues(labelTable, label);
      changeOrganisation(baseUrl, orgId, (stored, earlier) =>
        withDifferences(stored, encodeValues(labelTable, labelIn(earlier)), after),
      );
    },
    rememberProtected(baseUrl, orgId, systemId, isProtected) {
      changeOrganisation(baseUrl, orgId, (stored) => {
        const others = idsWithout(guardsIn(stored).systems, systemId);
        return { ...stored, protectedSystems: isProtected ? [...others, systemId] : others };
      });
    },
    view(baseUrl, orgId) {
      const key = keyOf(baseUrl, orgId);
      return {
        columns: columnsFrom(preferences.remembered.columns?.[key]),
        views: savedViewsFrom(preferences.profile.organisations?.[key]?.views),
      };
    },
    rememberView(baseUrl, orgId, columns, views) {
      const before = memory.view(baseUrl, orgId);
      if (!isDeepStrictEqual(before.columns.shown, columns.shown)) {
        preferences.remember((remembered) => ({
          ...remembered,
          columns: { ...remembered.columns, [keyOf(baseUrl, orgId)]: columns.shown },
        }));
      }
      const [earlier, later] = [storedViews(before.views), storedViews(views)];
      if (isDeepStrictEqual(earlier, later)) return;
      const change: ChangeStored = (stored) => ({
        ...stored,
        views: withDifferences(stored.views ?? {}, earlier, later),
      });
      changeOrganisation(baseUrl, orgId, change, () => [keyOf(baseUrl, orgId)]);
    },
    listView: (baseUrl, orgId) => preferences.remembered.lists?.[keyOf(baseUrl, orgId)] ?? null,
    rememberListView(baseUrl, orgId, view) {
      if (isDeepStrictEqual(memory.listView(baseUrl, orgId), view)) return;
      preferences.remember((remembered) => {
        const key = keyOf(baseUrl, orgId);
        const others = Object.entries(remembered.lists ?? {}).filter(([one]) => one !== key);
        return { ...remembered, lists: Object.fromEntries([...others, [key, view] as const].slice(-maxLists)) };
      });
    },
    settings: () => readOnlyInDoubt(profileValues()),
    rememberSettings(settings) {
      const before = encodeValues(profileTable, profileValues());
      preferences.change((profile) => withDifferences(profile, before, encodeValues(profileTable, settings)));
    },
    refreshProtection: () => preferences.refreshProtection(),
    profileNames: () => preferences.profileNames,
    useProfile(name) {
      preferences.use(name);
    },
    isNewProfile: () => preferences.isNewProfile,
    saved: () => preferences.savedInHaste(),
    settingsFault: () => preferences.fault,
    rereadSettings() {
      preferences.reread();
    },
    ownCommands: () => preferences.commands,
    restoreSettings: () => preferences.restoreCopy(),
  };
  return memory;
}

function keyOf(baseUrl: string, orgId: string): string {
  return `${baseUrl} ${orgId}`;
}

/** The keys of an organisation: the exact one, and other spellings of its address or id. */
function keysOf({ organisations = {} }: Profile, baseUrl: string, orgId: string): readonly string[] {
  const exact = keyOf(baseUrl, orgId);
  const others = Object.keys(organisations).filter((key) => {
    const id = idAt(key, baseUrl);
    return key !== exact && id !== null && holdsId([id], orgId);
  });
  return [exact, ...others];
}

/** The id in a key, in lower case; null if the key has another address. */
function idAt(key: string, baseUrl: string): string | null {
  const [, address = '', id = ''] = /^(\S+)\s+(.*)$/s.exec(key.trim().toLowerCase()) ?? [];
  const whole = address.includes('://') ? address : baseUrl.replace(/(?<=:\/\/).*/s, address);
  return isSameService(whole, baseUrl.toLowerCase()) ? id : null;
}

/** All organisations at an address; at least one, with the default of every rule. */
function everyAt({ organisations = {} }: Profile, baseUrl: string): readonly StoredOrganisation[] {
  const found = Object.entries(organisations).flatMap(([key, one]) => (idAt(key, baseUrl) === null ? [] : [one]));
  return found.length === 0 ? [{}] : found;
}

function labelIn(stored: StoredOrganisation): OrganisationLabel {
  return storedValues(labelTable, stored).values;
}

function guardsIn(stored: StoredOrganisation): Guards {
  return { ...rulesIn(stored), systems: new Set(stored.protectedSystems) };
}

function rulesIn({ protection = {} }: StoredOrganisation): RuleValues {
  return storedValues(protectionTable, protection).values;
}

type RuleValues = ValuesOf<typeof protectionTable>;

/** Keeps all other keys of `stored`, which another session or version may have written. */
function withDifferences(stored: SettingFields, before: SettingFields, after: SettingFields): Record<string, unknown> {
  const fields = new Map(Object.entries(stored));
  for (const name of Object.keys({ ...before, ...after })) {
    const value = after[name];
    if (isDeepStrictEqual(before[name], value)) continue;
    if (value === undefined) fields.delete(name);
    else fields.set(name, value);
  }
  return Object.fromEntries(fields);
}
