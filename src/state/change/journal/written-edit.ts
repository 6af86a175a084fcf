/** The operation of a run in its file: without secrets, and without its part of the definition. */
import * as z from 'zod/mini';
import type { Json } from '../../../api/exact-json.ts';
import type { Definition } from '../../../api/openapi/definition.ts';
import { bodyTypeIn } from '../../../api/calls/call.ts';
import { acceptedTypes, bodyOf, responsesOf } from '../../../api/openapi/bodies.ts';
import { parametersOf } from '../../../api/openapi/parameters.ts';
import { mask, maxLevels } from '../../../api/secrets.ts';
import { addressFor, type ServiceAddress } from '../../../api/calls/operations-at.ts';
import { type Edit, type EditedOperation, type EditPlan, holdsHidden } from '../edit.ts';

export interface WrittenEdit {
  readonly operation: EditedOperation;
  readonly systemParameter: string | null;
  readonly listField: string | null;
  /** By place and name, such as `path systemId`. */
  readonly parameters: Readonly<Record<string, Json>>;
  /** Absent: the systems were reviewed by the records of a list. */
  readonly isByRecord?: boolean | undefined;
  /** Absent: the edit has no body, or each system has its own. */
  readonly body?: Json;
}

export function editShape() {
  const operation = z.object({
    ...{ id: z.string(), method: z.string(), path: z.string(), summary: z.string() },
    ...{ operationId: z.nullable(z.string()), isDeprecated: z.boolean() },
  });
  return z.object({
    operation,
    systemParameter: z.nullable(z.string()),
    listField: z.nullable(z.string()),
    parameters: z.record(z.string(), z.unknown()),
    isByRecord: z.optional(z.boolean()),
    body: z.optional(z.unknown()),
  });
}

export function writtenEdit({ operation, systemParameter, listField, isByRecord, values, secrets }: Edit): WrittenEdit {
  const { id, method, path, summary, operationId, isDeprecated } = operation;
  const masking = { secrets, levels: maxLevels };
  const parameters = [...values.parameters].map(
    ([key, value]) => [key, mask(value, masking, { name: key.replace(/^\w+ /, '') })] as const,
  );
  return {
    operation: { id, method, path, summary, operationId, isDeprecated },
    ...{ systemParameter, listField, parameters: Object.fromEntries(parameters) },
    ...(isByRecord && { isByRecord }),
    ...(values.body !== undefined && { body: mask(values.body, masking) }),
  };
}

/** Restores an edit from a file. `own`: bodies by the id of the system; empty if all share one. */
export function editWritten(written: WrittenEdit, own: ReadonlyMap<string, Json>): Edit {
  const { operation, systemParameter, listField, isByRecord = false, parameters, body } = written;
  const values = { parameters: new Map(Object.entries(parameters)), body };
  const bodies = own.size > 0 ? own : null;
  return {
    ...{ operation, systemParameter, listField, values, bodies, isByRecord },
    ...{ expected: null, secrets: [], nonce: '', plan: null },
  };
}

/** The parts of the definition needed to send an edit; null: the definition lacks its operation. */
export function planOf(
  definition: Definition,
  { operation: { id }, values }: Pick<Edit, 'operation' | 'values'>,
  where: ServiceAddress,
): EditPlan | null {
  const operation = definition.operations.find((one) => one.id === id);
  if (operation === undefined) return null;
  return {
    baseUrl: addressFor(definition, operation, where),
    operation,
    parameters: parametersOf(definition, operation),
    body: bodyOf(definition, operation, bodyTypeIn(values)),
    accept: acceptedTypes(responsesOf(definition, operation)),
  };
}

/** Are secrets masked in it, so that it cannot be sent again? */
export function lacksSecrets({ values: { parameters, body }, bodies }: Edit): boolean {
  return [...parameters.values(), ...(body === undefined ? [] : [body]), ...(bodies?.values() ?? [])].some(holdsHidden);
}

export function writtenBodies({ bodies, secrets }: Edit): ReadonlyMap<string, Json> | null {
  if (bodies === null) return null;
  return new Map([...bodies].map(([id, body]) => [id, mask(body, { secrets, levels: maxLevels })] as const));
}
