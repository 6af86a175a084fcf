/** The operation of a review in its file: written without what no file may hold, and judged again where it is opened. */
import { systemsDeletionIn } from '../../../api/deletion/systems-deletion.ts';
import type { Definition } from '../../../api/openapi/definition.ts';
import type { ServiceAddress } from '../../../api/calls/operations-at.ts';
import type { System } from '../../../api/system.ts';
import { type Edit, editCall, editCallForAll } from '../../change/edit.ts';
import { editWritten, lacksSecrets, planOf, writtenBodies, writtenEdit } from '../../change/journal/written-edit.ts';
import type { ReviewedChange } from './format.ts';

export function reviewedChange(edit: Edit): ReviewedChange {
  const bodies = writtenBodies(edit);
  return { edit: writtenEdit(edit), ...(bodies !== null && { bodies: Object.fromEntries(bodies) }) };
}

/** `says`: why it is not opened, in whole sentences. */
type ChangeRead = { readonly ok: true; readonly edit: Edit } | { readonly ok: false; readonly says: string };

/** By the definition here: nothing of the file decides what is sent where. */
export function changeIn(
  { edit: written, bodies = {} }: ReviewedChange,
  definition: Definition,
  { basePath, ...where }: ServiceAddress & { readonly orgId: string },
  systems: readonly System[],
): ChangeRead {
  const read = editWritten(written, new Map(Object.entries(bodies)));
  const plan = planOf(definition, read, { baseUrl: where.baseUrl, basePath });
  const { method, path } = written.operation;
  if (plan?.operation.method !== method || plan.operation.path !== path)
    return refused("This review is of an operation that the service's definition does not have.");
  const name = read.systemParameter?.replace(/^path /, '');
  const isOfSystem = name === undefined ? read.listField !== null : path.split('/').includes(`{${name}}`);
  if (!isOfSystem || lacksSecrets(read))
    return refused('This review lacks values of its operation. Fill in the operation here instead (A).');
  // A field that the file does not have may have been set since.
  const edit: Edit = { ...read, isByRecord: true, operation: plan.operation, plan };
  const calls =
    edit.listField === null
      ? systems.map((system) => editCall(edit, where, system))
      : [editCallForAll(edit, where, systems)];
  const failed = calls.find((call) => !call.ok);
  if (failed?.ok === false) return refused(`This review cannot be sent from here. ${failed.says}`);
  if (calls.some((call) => call.ok && systemsDeletionIn(call.call) !== null))
    return refused('This review would delete systems under another name. It is not opened.');
  return { ok: true, edit };
}

function refused(says: string): ChangeRead {
  return { ok: false, says };
}
