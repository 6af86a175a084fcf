/** Answers and changes what the program remembers, from the preferences of the profile in use. */
import { isDeepStrictEqual } from 'node:util';
import { type Guards, guardsText, storedGuards } from '../../../state/review/guards.ts';
import { noLabel, type OrganisationLabel } from '../../../state/organisations/model.ts';
import type { Memory } from '../../../state/ports.ts';
import { savedViewsFrom, storedViews, columnsFrom } from '../../../state/columns/model.ts';
import { defaultProfileSettings, type ProfileSettings } from '../../../state/profiles/settings.ts';
import type { Preferences, Profile, StoredOrganisation } from './preferences.ts';

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
    guards: (baseUrl, orgId) => storedGuards(organisationAt(baseUrl, orgId).guards ?? '').guards,
    unreadGuard: (baseUrl, orgId) => storedGuards(organisationAt(baseUrl, orgId).guards ?? '').unread,
    label(baseUrl, orgId) {
      const { word = '', colour = null, readOnly = noLabel.isReadOnly } = organisationAt(baseUrl, orgId);
      return { word: word === '' ? null : word, colour, isReadOnly: readOnly };
    },
    rememberOrganisationSettings(baseUrl, orgId, guards, label) {
      const before = labelled(memory.guards(baseUrl, orgId), memory.label(baseUrl, orgId));
      const after = labelled(guards, label);
      changeOrganisation(baseUrl, orgId, (stored) => withDifferences(stored, before, after));
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
    settings() {
      const usual = defaultProfileSettings;
      const { days = usual.days, pageSize = usual.pageSize, readOnly = usual.isReadOnly } = preferences.profile;
      const { markDisabled = usual.marksDisabled } = preferences.profile;
      return { days, pageSize, isReadOnly: readOnly, marksDisabled: markDisabled };
    },
    rememberSettings(settings) {
      const [before, after] = [profileFields(memory.settings()), profileFields(settings)];
      preferences.change((profile) => withDifferences(profile, before, after));
    },
    refreshReadOnly: () => preferences.refreshReadOnly(),
    profileNames: () => preferences.profileNames,
    useProfile(name) {
      preferences.use(name);
    },
    saved: () => preferences.savedInHaste(),
  };
  return memory;
}

function labelled(guards: Guards, { word, colour, isReadOnly }: OrganisationLabel): StoredOrganisation {
  return {
    guards: guardsText(guards),
    readOnly: isReadOnly,
    ...(word !== null && { word }),
    ...(colour !== null && { colour }),
  };
}

function profileFields({ days, pageSize, isReadOnly, marksDisabled }: ProfileSettings): Profile {
  return { days, pageSize, readOnly: isReadOnly, markDisabled: marksDisabled };
}

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
