/** The row that a screen has under its cursor, for what can be done with it. */
import { inJson, type JsonObject } from '../../../api/exact-json.ts';
import { keyRows } from '../../account/enrolment-keys/selectors.ts';
import { systemAtHand } from '../../fleet/list/public.ts';
import { shownOrganisations } from '../../account/organisations/counting.ts';
import type { State } from '../../root/state.ts';
import type { OperationsRow } from './feature.ts';

/** Null where the screen has no list of things that the service has operations for, or no row. */
export function rowHere(state: State): OperationsRow | null {
  const { screen } = state;
  if (screen.kind === 'systems' || screen.kind === 'details') {
    const system = systemAtHand(state);
    if (system === undefined) return null;
    return rowAt('/org/{orgId}/systems', { systemId: system.systemId, id: system.systemId, hostname: system.hostname });
  }
  if (screen.kind === 'organisations') {
    const organisation = shownOrganisations(state)[state.organisations.position.row];
    if (organisation === undefined) return null;
    const { orgId, orgName } = organisation;
    return rowAt(organisationsPath, { orgId, id: orgId, orgName });
  }
  if (screen.kind === 'keysSeen') {
    const key = keyRows(state)[screen.list.row];
    return key?.id == null
      ? null
      : rowAt('/org/{orgId}/enrolment-keys', { id: inJson(key.id), description: key.description });
  }
  return null;
}

/** Their operations begin with it, wherever they are listed. */
const organisationsPath = '/org';

function rowAt(path: string, fields: JsonObject): OperationsRow {
  return { path, fields };
}

/** The organisation that the row is, by its id; null where it is another thing. */
export function organisationIn(row: OperationsRow | null): string | null {
  const orgId = row?.path === organisationsPath ? row.fields['orgId'] : null;
  return typeof orgId === 'string' ? orgId : null;
}
