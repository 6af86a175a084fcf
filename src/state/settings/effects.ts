/** Effects of settings: those of an organisation, and those of the profile. */
import type { Effects } from '../kernel/feature.ts';

export const settingsEffects: Effects<'settings'> = {
  recallOrganisationSettings({ baseUrl, orgId }, { ports: { memory }, dispatch }) {
    const guards = memory.guards(baseUrl, orgId);
    const label = memory.label(baseUrl, orgId);
    dispatch({ kind: 'organisationSettingsRecalled', orgId, guards, label });
    const unread = memory.unreadGuard(baseUrl, orgId);
    if (unread !== null) {
      const says = `A guard of this organisation is unreadable: "${unread}". Its usual guards hold too.`;
      dispatch({ kind: 'preferencesFailed', says });
    }
    return { kind: 'organisationViewRecalled', orgId, ...memory.view(baseUrl, orgId) };
  },
  rememberOrganisationSettings({ baseUrl, orgId, guards, label }, { ports }) {
    ports.memory.rememberOrganisationSettings(baseUrl, orgId, guards, label);
    return null;
  },
  rememberProfileSettings({ settings }, { ports }) {
    ports.memory.rememberSettings(settings);
    return null;
  },
};
