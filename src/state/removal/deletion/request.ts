/** The request of a run for one system, the fields that it sets, and what of them is recorded. */
import { type Call } from '../../../api/calls/call.ts';
import { isOfRecord, takesIfMatch, withIfMatch } from '../../../api/calls/if-match.ts';
import { isJsonObject, type JsonObject } from '../../../api/exact-json.ts';
import { masked, mostLevels } from '../../../api/secrets.ts';
import type { System } from '../../../api/system.ts';
import type { SystemChange } from '../../../api/systems.ts';
import { editCall, type FieldsSet, fieldsSent } from '../../change/edit.ts';
import { fieldsBefore } from '../../change/journal/read.ts';
import type { Run, Work } from '../../change/run.ts';
import { runRows } from '../../change/run-kinds.ts';
import type { Effect } from '../../root/state.ts';

/**
 * The request of the kind, or of the operation that was filled in; null: it cannot be built for this system. `etag`: the version
 * of the record that was read, which a request to that record itself is for.
 */
export function requestFor(run: Run, system: System, etag: string | null): SystemChange | Call | null {
  const { kind, edit, baseUrl, organisation } = run;
  if (edit === null) return runRows[kind].request;
  const where = { baseUrl: baseUrl ?? '', orgId: organisation.orgId };
  const built = editCall(edit, where, system);
  if (!built.ok) return null;
  const { call } = built;
  const isOfReading = isOfRecord(call, where.baseUrl, where.orgId, system.systemId);
  return isOfReading ? withIfMatch(call, etag, takesIfMatch(edit.plan?.parameters ?? [])) : call;
}

/** Fields of the system that the request sets, as they are and as they will be; none where the record has no such fields. */
export function settingOf({ edit }: Run, system: System, record: unknown): { readonly set?: FieldsSet } {
  const sent = edit === null ? null : fieldsSent(edit, system);
  return edit === null || sent === null
    ? {}
    : { set: { sent, before: fieldsBefore(edit.operation.method, sent, record) } };
}

/** The request of a run for one system, sent once its record is saved. */
export function changing({ id: run, organisation: { orgId } }: Run, work: Work, request: SystemChange | Call): Effect {
  const { systemId } = work.system;
  const rereadAt = 'rereadAt' in work ? (work.rereadAt ?? 0) : 0;
  return { kind: 'changeSystem', run, request, orgId, systemId, rereadAt };
}

/** The fields as a record has them: without secrets. */
export function recordedFields(sent: JsonObject, request: SystemChange | Call): JsonObject {
  const secrets = typeof request === 'string' ? [] : request.secrets;
  const fields = masked(sent, { secrets, levels: mostLevels });
  return isJsonObject(fields) ? fields : {};
}
