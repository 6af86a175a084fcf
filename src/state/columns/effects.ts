/** Effects of columns and saved views. */
import type { Effects } from '../kernel/feature.ts';

export const tableColumnsEffects: Effects<'tableColumns'> = {
  rememberOrganisationView({ baseUrl, orgId, columns, views }, { ports }) {
    ports.memory.rememberView(baseUrl, orgId, columns, views);
    return null;
  },
};
