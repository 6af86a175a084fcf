/** Operations that are filled in for many systems. */
import { parameterKey } from '../../src/api/calls/call.ts';
import type { Json } from '../../src/api/exact-json.ts';
import { bodyOf } from '../../src/api/openapi/bodies.ts';
import { parametersOf } from '../../src/api/openapi/parameters.ts';
import type { Edit } from '../../src/state/change/edit.ts';
import { type RunKind, runRows } from '../../src/state/change/run-kinds.ts';
import { aDefinition, operationIn } from './definition.ts';

const fields = { type: 'object', additionalProperties: {} };
const jsonBody = { requestBody: { content: { 'application/json': { schema: fields } } } };

/** A service whose systems can be described, pinged, and changed together. */
export const editable = aDefinition({
  'PATCH /org/{orgId}/systems/{systemId}': { ...jsonBody, summary: 'Describe a system' },
  'PUT /org/{orgId}/systems/{systemId}': { ...jsonBody, summary: 'Write a system' },
  'PUT /org/{orgId}/systems/{systemId}/place': { ...jsonBody, summary: 'Place a system' },
  'GET /org/{orgId}/systems/{systemId}/place': { summary: 'Tells the place of a system' },
  'POST /org/{orgId}/systems/{systemId}/ping': {
    summary: 'Ping a system',
    parameters: [{ name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } }],
  },
  'POST /org/{orgId}/systems/{systemId}/reboot': { summary: 'Reboot a system' },
  'POST /org/{orgId}/systems/tags': { ...jsonBody, summary: 'Tag systems' },
});

interface Filled {
  readonly id?: string;
  readonly body?: Json;
  readonly parameters?: Readonly<Record<string, Json>>;
}

/** A description for each system, unless something else is said. */
export function anEdit({ id = 'PATCH /org/{orgId}/systems/{systemId}', body, parameters = {} }: Filled = {}): Edit {
  const operation = operationIn(editable, id);
  const all = parametersOf(editable, operation);
  const isOfOne = operation.path.includes('{systemId}');
  return {
    operation,
    systemParameter: isOfOne ? parameterKey({ name: 'systemId', in: 'path' }) : null,
    listField: isOfOne ? null : 'systemIds',
    values: {
      parameters: new Map(Object.entries(parameters)),
      body: body ?? (operation.method === 'POST' ? undefined : { description: 'moved' }),
    },
    ...{ bodies: null, expected: null, isByRecord: false, secrets: [], nonce: 'n' },
    plan: { operation, parameters: all, body: bodyOf(editable, operation) },
  };
}

/** The edit of a kind that needs one. */
export function editOf(kind: RunKind): { readonly edit?: Edit } {
  return runRows[kind].request === null ? { edit: anEdit() } : {};
}
