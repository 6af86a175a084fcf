/** How are the preferences asked for what the program wants to remember? */
import { defaultGuards, guardsText, readGuards } from '../state/guards.ts';
import { noLabel } from '../state/organisation-label.ts';
import type { Memory } from '../state/ports.ts';
import { savedViewsFrom, storedViews } from '../state/saved-views.ts';
import { columnsFrom } from '../state/table-columns.ts';
import { defaultProfileSettings } from '../state/profile-settings.ts';
import type { StoredOrganisation } from './preferences/format.ts';
import type { Preferences } from './preferences/preferences.ts';

export function memoryOf(preferences: Preferences): Memory {
  const organisationAt = (baseUrl: string, orgId: string): StoredOrganisation =>
    preferences.profile.organisations?.[`${baseUrl} ${orgId}`] ?? {};

  return {
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
    guards(baseUrl, orgId) {
      const text = organisationAt(baseUrl, orgId).guards;
      const read = text === undefined ? null : readGuards(text);
      return read?.ok === true ? read.guards : defaultGuards;
    },
    label(baseUrl, orgId) {
      const { word, colour, readOnly } = organisationAt(baseUrl, orgId);
      return {
        word: word === undefined || word === '' ? null : word,
        colour: colour ?? null,
        isReadOnly: readOnly ?? noLabel.isReadOnly,
      };
    },
    rememberOrganisationSettings(baseUrl, orgId, guards, { word, colour, isReadOnly }) {
      const { columns, views } = organisationAt(baseUrl, orgId);
      const settings: StoredOrganisation = {
        ...(columns !== undefined && { columns }),
        ...(views !== undefined && { views }),
        guards: guardsText(guards),
        ...(word !== null && { word }),
        ...(colour !== null && { colour }),
        readOnly: isReadOnly,
      };
      preferences.change((profile) => ({
        ...profile,
        organisations: { ...profile.organisations, [`${baseUrl} ${orgId}`]: settings },
      }));
    },
    view(baseUrl, orgId) {
      const { columns, views } = organisationAt(baseUrl, orgId);
      return { columns: columnsFrom(columns), views: savedViewsFrom(views) };
    },
    rememberView(baseUrl, orgId, columns, views) {
      const settings: StoredOrganisation = {
        ...organisationAt(baseUrl, orgId),
        columns: [...columns.shown],
        views: storedViews(views),
      };
      preferences.change((profile) => ({
        ...profile,
        organisations: { ...profile.organisations, [`${baseUrl} ${orgId}`]: settings },
      }));
    },
    settings() {
      const { days, pageSize, readOnly } = preferences.profile;
      return {
        days: days ?? defaultProfileSettings.days,
        pageSize: pageSize ?? defaultProfileSettings.pageSize,
        isReadOnly: readOnly ?? defaultProfileSettings.isReadOnly,
      };
    },
    rememberSettings({ days, pageSize, isReadOnly }) {
      preferences.change((profile) => ({ ...profile, days, pageSize, readOnly: isReadOnly }));
    },
    profileNames: () => preferences.profileNames,
    useProfile(name) {
      preferences.use(name);
    },
    saved: () => preferences.saved(),
  };
}
