/** The row under the cursor of a screen, for listing its operations. */
import { inJson, type JsonObject } from '../../../api/exact-json.ts';
import { keyRows } from '../../account/enrolment-keys/selectors.ts';
import { systemAtHand } from '../../fleet/list/public.ts';
import { shownOrganisations } from '../../account/organisations/rows.ts';
import type { State } from '../../root/state.ts';
import { grouped } from '../../kernel/spelling.ts';
import type { OperationsRow } from './feature.ts';

/** Null when no operation of the service is about this screen's rows, or there is no row. */
export function rowHere(state: State): OperationsRow | null {
  const { screen } = state;
  if (screen.kind === 'systems' || screen.kind === 'details') {
    const { size } = state.marks.marked;
    if (screen.kind === 'systems' && size > 0) {
      const hostname = `${grouped(size)} marked ${size === 1 ? 'system' : 'systems'}`;
      return { ...rowAt(systemsPath, { hostname }), isMarks: true };
    }
    const system = systemAtHand(state);
    if (system === undefined) return null;
    return rowAt(systemsPath, { systemId: system.systemId, id: system.systemId, hostname: system.hostname });
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

const systemsPath = '/org/{orgId}/systems';

/** Operations on an organisation begin with this path, wherever organisations are listed. */
const organisationsPath = '/org';

function rowAt(path: string, fields: JsonObject): OperationsRow {
  return { path, fields };
}

/** Id of the organisation in the row; null when the row is another thing. */
export function organisationIn(row: OperationsRow | null): string | null {
  const orgId = row?.path === organisationsPath ? row.fields['orgId'] : null;
  return typeof orgId === 'string' ? orgId : null;
}
