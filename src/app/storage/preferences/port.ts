/** Answers and changes what the program remembers, from the preferences of the profile in use. */
import { isDeepStrictEqual } from 'node:util';
import { encoded, storedValues, type ValuesOf } from '../../../state/kernel/setting.ts';
import { storedGuards } from '../../../state/review/guards.ts';
import { protectionTable } from '../../../state/review/protection-table.ts';
import { labelTable } from '../../../state/organisations/model.ts';
import type { Memory } from '../../../state/ports.ts';
import { savedViewsFrom, storedViews, columnsFrom } from '../../../state/columns/model.ts';
import { profileTable } from '../../../state/profiles/settings.ts';
import type { Preferences, StoredOrganisation } from './preferences.ts';

export function memoryOf(preferences: Preferences): Memory {
  const organisationAt = (baseUrl: string, orgId: string): StoredOrganisation =>
    preferences.profile.organisations?.[`${baseUrl} ${orgId}`] ?? {};
  // Applied to the file as it is at that moment: another session may have changed the same organisation.
  type ChangeStored = (stored: StoredOrganisation) => StoredOrganisation;
  const changeOrganisation = (baseUrl: string, orgId: string, change: ChangeStored): void => {
    const key = `${baseUrl} ${orgId}`;
    preferences.change((profile) => ({
      ...profile,
      organisations: { ...profile.organisations, [key]: change(profile.organisations?.[key] ?? {}) },
    }));
  };

  const memory: Memory = {
    baseUrl: () => preferences.profile.baseUrl ?? null,
    rememberBaseUrl(baseUrl) {
      if (preferences.profile.baseUrl === baseUrl) return;
      preferences.change((profile) => ({ ...profile, baseUrl }));
    },
    lastOrganisation: (baseUrl) => preferences.profile.lastOrganisations?.[baseUrl] ?? null,
    rememberOrganisation(baseUrl, orgId) {
      if (preferences.profile.lastOrganisations?.[baseUrl] === orgId) return;
      preferences.change((profile) => ({
        ...profile,
        lastOrganisations: { ...profile.lastOrganisations, [baseUrl]: orgId },
      }));
    },
    guards: (baseUrl, orgId) => guardsIn(organisationAt(baseUrl, orgId)).guards,
    unreadGuard: (baseUrl, orgId) => guardsIn(organisationAt(baseUrl, orgId)).unread,
    label: (baseUrl, orgId) => storedValues(labelTable, organisationAt(baseUrl, orgId)).values,
    rememberGuards(baseUrl, orgId, guards) {
      const { values, unread } = storedValues(protectionTable, fieldsIn(organisationAt(baseUrl, orgId).protection));
      const readable = Object.entries(encoded(protectionTable, values)).filter(([key]) => !unread.includes(key));
      const before = Object.fromEntries(readable);
      const after = encoded<RuleValues>(protectionTable, guards);
      changeOrganisation(baseUrl, orgId, (stored) => ({
        ...stored,
        protection: withDifferences(fieldsIn(stored.protection), before, after),
      }));
    },
    rememberLabel(baseUrl, orgId, label) {
      const before = encoded(labelTable, memory.label(baseUrl, orgId));
      changeOrganisation(baseUrl, orgId, (stored) => withDifferences(stored, before, encoded(labelTable, label)));
    },
    rememberProtected(baseUrl, orgId, systemId, isProtected) {
      changeOrganisation(baseUrl, orgId, (stored) => {
        const others = [...guardsIn(stored).guards.systems].filter((id) => id !== systemId);
        return { ...stored, protectedSystems: isProtected ? [...others, systemId] : others };
      });
    },
    view(baseUrl, orgId) {
      const { columns, views } = organisationAt(baseUrl, orgId);
      return { columns: columnsFrom(columns), views: savedViewsFrom(views) };
    },
    rememberView(baseUrl, orgId, columns, views) {
      const before = memory.view(baseUrl, orgId);
      changeOrganisation(baseUrl, orgId, (stored) => ({
        ...withDifferences(stored, { columns: before.columns.shown }, { columns: columns.shown }),
        views: withDifferences(stored.views ?? {}, storedViews(before.views), storedViews(views)),
      }));
    },
    settings: () => storedValues(profileTable, preferences.profile).values,
    rememberSettings(settings) {
      const before = encoded(profileTable, memory.settings());
      preferences.change((profile) => withDifferences(profile, before, encoded(profileTable, settings)));
    },
    refreshProtection: () => preferences.refreshProtection(),
    profileNames: () => preferences.profileNames,
    useProfile(name) {
      preferences.use(name);
    },
    isNewProfile: () => preferences.isNewProfile,
    saved: () => preferences.savedInHaste(),
  };
  return memory;
}

function guardsIn({ protection, protectedSystems }: StoredOrganisation): ReturnType<typeof storedGuards> {
  return storedGuards(protection, protectedSystems);
}

function fieldsIn(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

type RuleValues = ValuesOf<typeof protectionTable>;

type Fields = Readonly<Record<string, unknown>>;

/**
 * `stored`, with what differs between `before` and `after`. Whatever else stands in it stays as it is: what another
 * session set, and what this version does not know.
 */
function withDifferences(stored: Fields, before: Fields, after: Fields): Record<string, unknown> {
  const fields = new Map(Object.entries(stored));
  for (const name of Object.keys({ ...before, ...after })) {
    const value = after[name];
    if (isDeepStrictEqual(before[name], value)) continue;
    if (value === undefined) fields.delete(name);
    else fields.set(name, value);
  }
  return Object.fromEntries(fields);
}
