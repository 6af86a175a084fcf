/** Plans of calls for tests, and what was built from them. */
import type { Json } from '../../../src/api/exact-json.ts';
import { buildCall } from '../../../src/api/calls/build-call.ts';
import { type Call, type CallPlan, parameterKey } from '../../../src/api/calls/call.ts';
import { placeholdersIn } from '../../../src/api/openapi/path-form.ts';
import type { DefinedOperation, Parameter, RequestBody } from '../../../src/api/openapi/definition.ts';

export const baseUrl = 'https://api.example.com/v1';
export const orgId = '6f1d0c2a9b7e4d35a8c4e1f20b7d9a63';

export function operation(method: string, path: string): DefinedOperation {
  const words = { tag: null, summary: '', operationId: null, isDeprecated: false, weight: 'read' as const };
  return { id: `${method} ${path}`, method, path, ...words, unusable: null, source: {}, pathItem: {} };
}

export function parameter(name: string, place: Parameter['in'], more: Partial<Parameter> = {}): Parameter {
  const style = place === 'query' ? 'form' : 'simple';
  const usual = { isRequired: place === 'path', description: '', style, explode: place === 'query' } as const;
  return { name, in: place, ...usual, schema: {}, unusable: null, isDeclared: true, ...more };
}

export const jsonBody: RequestBody = {
  ...{ type: 'application/json', types: ['application/json'], isRequired: false, description: '', schema: {} },
  ...{ form: null, isFile: false, unusable: null, missing: () => [], canBeNull: () => true, takes: () => true },
};

/** `values`: by the name of a parameter of the path, or of `more.parameters`. */
export function plan(
  request: string,
  values: Readonly<Record<string, Json>> = {},
  more: Partial<Omit<CallPlan, 'values'>> & { readonly bodyValue?: Json } = {},
): CallPlan {
  const [method = '', path = ''] = request.split(/ (.*)/s);
  const { bodyValue, ...rest } = more;
  const named = placeholdersIn(path).map((name) => parameter(name, 'path'));
  const parameters = [...named, ...(more.parameters ?? [])];
  const set = parameters.flatMap((one): [string, Json][] => {
    const value = Object.hasOwn(values, one.name) ? values[one.name] : undefined;
    return value === undefined ? [] : [[parameterKey(one), value]];
  });
  return {
    ...{ baseUrl, orgId, operation: operation(method, path), body: null, ...rest, parameters },
    values: { parameters: new Map(set), body: bodyValue },
  };
}

export function built(...args: Parameters<typeof plan>): Call {
  const call = buildCall(plan(...args));
  if (!call.ok) throw new Error(call.faults.map(({ message }) => message).join(' '));
  return call.value;
}

/** The sentence of each fault, by its key. */
export function refusals(...args: Parameters<typeof plan>): Readonly<Record<string, string>> {
  const call = buildCall(plan(...args));
  return call.ok ? {} : Object.fromEntries(call.faults.map(({ key, message }) => [key, message]));
}
