/** The plan of the call that the words ask for, with the definition's facts where there is one. */
import { isJsonObject, type Json } from '../../../api/exact-json.ts';
import { placeholdersIn, orgPlaceholder } from '../../../api/calls/path.ts';
import { type Call, type CallPlan, type CallValues, parameterKey } from '../../../api/calls/call.ts';
import type { DefinedOperation, Parameter, RequestBody } from '../../../api/openapi/definition.ts';
import { didYouMean } from '../../../state/kernel/did-you-mean.ts';
import { secretsOf } from '../../../api/secrets.ts';
import type { ApiWords, Field } from './words.ts';

/** The definition's facts about the operation. */
export interface Known {
  readonly operation: DefinedOperation;
  readonly parameters: readonly Parameter[];
  readonly body: RequestBody | null;
  /** The fields of its body; null where any name may be one. */
  readonly bodyFields: readonly string[] | null;
  /** The fields that its body must have. */
  readonly requiredFields: readonly string[];
  /** A text as the type that the body's field has. */
  readonly typed: (name: string, text: string) => Json;
  /** The texts among the values that are secrets. */
  readonly secretsIn: (values: CallValues) => readonly string[];
  /** The call that reads the target of a change; null where nothing does. */
  readonly targetOf: (call: Call) => Call | null;
  /** Does it answer with a web page? */
  readonly isPageExpected: boolean;
}

export interface PlanParts {
  readonly baseUrl: string;
  readonly words: ApiWords;
  readonly known: Known | null;
  /** The body as it was given; undefined: fields are the body. */
  readonly input: Json | undefined;
}

export type PlanMade =
  { readonly ok: true; readonly plan: Omit<CallPlan, 'orgId'> } | { readonly ok: false; readonly says: string };

const anyJson: RequestBody = {
  ...{ type: 'application/json', isRequired: false, description: '', schema: {}, unusable: null },
};

/** Every field has one place: in the path, where its name stands there; else a parameter, else the body. */
export function planOf({ baseUrl, words, known, input }: PlanParts): PlanMade {
  const { method, path } = words;
  const inPath = placeholdersIn(path);
  const isRead = method === 'GET' || method === 'HEAD';
  const takesBody = !isRead && input === undefined;
  const declared = (known?.parameters ?? []).filter(({ in: place }) => place !== 'path');
  const written = new Set(words.query.map(({ meant: [name] }) => name));
  const parameters: Parameter[] = inPath.map(
    (name) => known?.parameters.find(isPathParameter(name)) ?? asText(name, 'path'),
  );
  parameters.push(...declared.filter(({ in: place, name }) => place === 'header' || !written.has(name)));
  const values = new Map<string, Json>();
  const body: [string, Json][] = [];

  for (const [name, fields] of grouped(words.fields)) {
    const value = fields.length === 1 ? (fields[0]?.value ?? null) : fields.map((field) => field.value);
    const parameter = parameters.find((one) => one.name === name);
    if (written.has(name)) return { ok: false, says: `"${name}" is given twice.` };
    // A name that stands in two places is the body's only where no parameter has it.
    if (parameter !== undefined) {
      values.set(parameterKey(parameter), value);
    } else if (takesBody) {
      const fault = unknownName(name, known?.bodyFields ?? null, 'field');
      if (fault !== null) return { ok: false, says: fault };
      body.push([name, fields.length > 1 ? value : bodyValue(fields[0], known)]);
    } else {
      const names = [...inPath.filter((one) => one !== orgPlaceholder(path)), ...declared.map((one) => one.name)];
      const fault = unknownName(name, known === null ? null : names, 'parameter');
      if (fault !== null) return { ok: false, says: fault };
      parameters.push(asText(name, 'query'));
      values.set(parameterKey({ name, in: 'query' }), value);
    }
  }
  const id = known?.operation.id ?? `${method} ${path}`;
  const fromFields = body.length > 0 ? Object.fromEntries(body) : undefined;
  const bodyGiven = isRead ? undefined : input === undefined ? fromFields : input;
  const missing = takesBody ? missingFields(known, bodyGiven) : null;
  if (missing !== null) return { ok: false, says: missing };
  const given = { parameters: values, body: bodyGiven };
  return {
    ok: true,
    plan: {
      ...{ baseUrl, parameters },
      operation: { ...(known?.operation ?? unknownOperation), id, method, path },
      body: known === null && !isRead ? anyJson : (known?.body ?? null),
      values: given,
      query: words.query,
      secrets: [...(known?.secretsIn(given) ?? []), ...secretsTyped(given, words)],
    },
  };
}

const unknownOperation: Omit<DefinedOperation, 'id' | 'method' | 'path'> = {
  ...{ tag: null, summary: '', operationId: null, isDeprecated: false, weight: 'change', unusable: null },
  ...{ source: {}, pathItem: {} },
};

function isPathParameter(name: string) {
  return (one: Parameter): boolean => one.in === 'path' && one.name === name;
}

/** One that the definition does not describe. */
function asText(name: string, place: 'path' | 'query'): Parameter {
  const isPath = place === 'path';
  const style = isPath ? 'simple' : 'form';
  const about = { description: '', schema: {}, unusable: null, isDeclared: false };
  return { name, in: place, isRequired: isPath, style, explode: !isPath, ...about };
}

/** The sentence for the fields that a body lacks; null where it has them, or where there is none and none is required. */
function missingFields(known: Known | null, body: Json | undefined): string | null {
  if (known === null || (body === undefined && known.body?.isRequired !== true)) return null;
  const missing = known.requiredFields.filter((name) => !(isJsonObject(body) && Object.hasOwn(body, name)));
  return missing.length === 0 ? null : `The body needs ${missing.slice(0, 20).join(', ')}.`;
}

function grouped(fields: readonly Field[]): ReadonlyMap<string, readonly Field[]> {
  const all = new Map<string, Field[]>();
  for (const field of fields) all.set(field.name, [...(all.get(field.name) ?? []), field]);
  return all;
}

function bodyValue(field: Field | undefined, known: Known | null): Json {
  if (field === undefined) return null;
  return field.isText && typeof field.value === 'string' && known !== null
    ? known.typed(field.name, field.value)
    : field.value;
}

/** The sentence for an unknown name; null where it is known, or where nothing can tell. */
function unknownName(name: string, names: readonly string[] | null, what: string): string | null {
  if (names === null || names.includes(name)) return null;
  const meant = didYouMean(name, names);
  if (meant !== null) return `There is no ${what} "${name}". Did you mean ${meant}?`;
  const list = names.length === 0 ? 'There are none.' : `There are: ${names.slice(0, 20).join(', ')}.`;
  return `There is no ${what} "${name}". ${list}`;
}

/** The typed texts that are secrets, whatever the definition says. */
function secretsTyped({ parameters, body }: CallValues, { query }: ApiWords): readonly string[] {
  const named = [...parameters].map(([key, value]) => ({ [key.replace(/^\w+ /, '')]: value }));
  const written = query.map(({ meant }) => ({ [meant[0]]: meant[1] }));
  return secretsOf([...named, ...written, body ?? null]);
}
