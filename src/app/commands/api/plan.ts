/** The plan of the call that the words ask for, with the definition's facts where there is one. */
import type { Json } from '../../../api/exact-json.ts';
import { placeholdersIn, orgPlaceholder } from '../../../api/openapi/path-form.ts';
import { type CallPlan, type CallValues, parameterKey } from '../../../api/calls/call.ts';
import type { DefinedOperation, Parameter, RequestBody, ShapeOf } from '../../../api/openapi/definition.ts';
import { bodyNamesOf } from '../../../api/openapi/shape.ts';
import { secretsIn } from '../../../state/explorer/form/secrets.ts';
import { type OperationParts, partsOf, shapeIn } from '../../../state/explorer/form/shapes.ts';
import { typedValue } from '../../../state/explorer/form/typed/typed-value.ts';
import { missingFields } from '../../../state/explorer/form/typed/validate.ts';
import { nothingSet } from '../../../state/explorer/form/values.ts';
import { didYouMean } from '../../../state/kernel/spelling.ts';
import { secretsOf } from '../../../api/secrets.ts';
import type { Known } from './known-operation.ts';
import type { ApiWords, Field } from './words.ts';

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

const undescribed: Pick<OperationParts, 'parameters' | 'body'> = { parameters: [], body: null };

/** Every field has one place: in the path, where its name stands there; else a parameter, else the body. */
export function planOf({ baseUrl, words, known, input }: PlanParts): PlanMade {
  const { method, path } = words;
  const inPath = placeholdersIn(path);
  const isRead = method === 'GET' || method === 'HEAD';
  const takesBody = !isRead && input === undefined;
  const described = known === null ? undescribed : partsOf(known.definition, known.operation);
  const object = known === null ? null : objectOf(known, described.body);
  const bodyFields = known === null ? null : bodyNamesOf(known.definition, described.body).fields;
  const declared = described.parameters.filter(({ in: place }) => place !== 'path');
  const written = new Set(words.query.map(({ meant: [name] }) => name));
  const parameters: Parameter[] = inPath.map(
    (name) => described.parameters.find((one) => one.in === 'path' && one.name === name) ?? asText(name, 'path'),
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
      const fault = unknownName(name, bodyFields, 'field');
      if (fault !== null) return { ok: false, says: fault };
      const [only, second] = fields;
      body.push([name, only === undefined || second !== undefined ? value : bodyValue(only, known, object)]);
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
  const isNeeded = takesBody && (bodyGiven !== undefined || described.body?.isRequired === true);
  const missing = isNeeded && object !== null ? missingFields(object, bodyGiven) : [];
  if (missing.length > 0) return { ok: false, says: `The body needs ${missing.slice(0, 20).join(', ')}.` };
  const given = { parameters: values, body: bodyGiven };
  return {
    ok: true,
    plan: {
      ...{ baseUrl, parameters },
      operation: { ...(known?.operation ?? unknownOperation), id, method, path },
      body: known === null && !isRead ? anyJson : described.body,
      values: given,
      query: words.query,
      secrets: [
        ...(known === null ? [] : secretsIn({ ...known, values: { ...nothingSet, ...given } })),
        ...secretsTyped(given, words),
      ],
    },
  };
}

const unknownOperation: Omit<DefinedOperation, 'id' | 'method' | 'path'> = {
  ...{ tag: null, summary: '', operationId: null, isDeprecated: false, weight: 'change', unusable: null },
  ...{ source: {}, pathItem: {} },
};

/** One that the definition does not describe. */
function asText(name: string, place: 'path' | 'query'): Parameter {
  const isPath = place === 'path';
  const style = isPath ? 'simple' : 'form';
  const about = { description: '', schema: {}, unusable: null, isDeclared: false };
  return { name, in: place, isRequired: isPath, style, explode: !isPath, ...about };
}

function grouped(fields: readonly Field[]): ReadonlyMap<string, readonly Field[]> {
  const all = new Map<string, Field[]>();
  for (const field of fields) all.set(field.name, [...(all.get(field.name) ?? []), field]);
  return all;
}

type ObjectShape = ShapeOf<'object'>;

/** The shape of a body that is an object; null for any other body. */
function objectOf({ definition }: Known, body: RequestBody | null): ObjectShape | null {
  const shape = body === null ? null : shapeIn(definition, body.schema, '');
  return shape?.kind === 'object' ? shape : null;
}

/** A text as the type that the body's field has. */
function bodyValue({ name, isText, value }: Field, known: Known | null, object: ObjectShape | null): Json {
  const field = object?.fields.find((one) => one.name === name);
  if (!isText || typeof value !== 'string' || known === null || field === undefined) return value;
  return typedValue(shapeIn(known.definition, field.schema, name), value, known.now);
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
