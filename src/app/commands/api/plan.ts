/** The plan of the call that the words ask for, with the definition's facts where there is one. */
import { isJsonObject, isList, type Json } from '../../../api/exact-json.ts';
import { placeholdersIn, orgPlaceholder } from '../../../api/openapi/path-form.ts';
import { type CallPlan, type CallValues, parameterKey } from '../../../api/calls/call.ts';
import type { DefinedOperation, Parameter, RequestBody, ShapeOf } from '../../../api/openapi/definition.ts';
import { acceptedTypes } from '../../../api/openapi/bodies.ts';
import { hasBody } from '../../../api/methods.ts';
import { fieldNamesOf } from '../../../api/openapi/shape.ts';
import { secretsIn } from '../../../state/explorer/form/secrets.ts';
import { type OperationParts, partsOf, shapeIn } from '../../../state/explorer/form/shapes.ts';
import { typedValue } from '../../../state/explorer/form/typed/typed-value.ts';
import { validate } from '../../../state/explorer/form/typed/validate.ts';
import { nothingSet } from '../../../state/explorer/form/values.ts';
import { parameterSecretName } from '../../../api/secret-names.ts';
import { secretsOf } from '../../../api/secrets.ts';
import { placeMeant, type RequestPlaces } from './field-places.ts';
import type { Known } from './known-operation.ts';
import type { ApiWords, Field, FieldPlace } from './words.ts';

export interface PlanParts {
  readonly baseUrl: string;
  readonly words: ApiWords;
  readonly known: Known | null;
  /** The body as it was given; undefined: fields are the body. */
  readonly input: Json | undefined;
}

export type PlanMade =
  /** `misfits`: a sentence for each text that does not fit the definition. */
  | { readonly ok: true; readonly plan: Omit<CallPlan, 'orgId'>; readonly misfits: readonly string[] }
  | { readonly ok: false; readonly says: string };

const anyJson: RequestBody = {
  ...{ type: 'application/json', types: ['application/json'], isRequired: false, description: '', schema: {} },
  ...{ form: null, unusable: null, missing: () => [], canBeNull: () => true, takes: () => true },
};

const undescribed: OperationParts = { parameters: [], body: null, responses: [] };

/** Every field has one place: in the path, where its name stands there; else a parameter, else the body. */
export function planOf({ baseUrl, words, known, input }: PlanParts): PlanMade {
  const { method, path } = words;
  const inPath = placeholdersIn(path);
  const isBare = !hasBody(method);
  const takesBody = !isBare && input === undefined;
  const type = typeGiven(words.fields);
  const described = known === null ? undescribed : partsOf(known.definition, known.operation, type);
  const { body: taken } = described;
  if (type !== null && taken !== null && taken.type !== type) {
    return { ok: false, says: `The body is ${taken.types.join(' or ')}, and not ${type.slice(0, 80)}.` };
  }
  const object = known === null ? null : objectOf(known, described.body);
  const declared = described.parameters.filter(({ in: place }) => place !== 'path');
  const written = new Set(words.query.map(({ meant: [name] }) => name));
  const parameters: Parameter[] = inPath.map(
    (name) => described.parameters.find((one) => one.in === 'path' && one.name === name) ?? asText(name, 'path'),
  );
  parameters.push(...declared.filter(({ in: place, name }) => place === 'header' || !written.has(name)));
  const isOpen = known === null || fieldNamesOf(known.definition, described.body) === null;
  const named = [...inPath.filter((one) => one !== orgPlaceholder(path)), ...declared.map((one) => one.name)];
  const given = type === null || taken === null ? words.fields : words.fields.filter((one) => !isType(one));
  const placed = grouped(given, {
    ...{ method, parameters: [...parameters], written, offered: known === null ? null : named },
    ...{ bodyFields: takesBody ? namesIn(object) : [], body: takesBody ? { isOpen } : null },
  });
  if ('says' in placed) return { ok: false, says: placed.says };
  const values = new Map<string, Json>();
  const body: [string, Json][] = [];
  const misfits: string[] = [];

  for (const { name, place, fields } of placed.groups) {
    const [only, second] = fields;
    const value = only !== undefined && second === undefined ? only.value : fields.map((field) => field.value);
    const isText = fields.every((field) => field.isText);
    if (place === 'body') {
      const taken = only === undefined || second !== undefined ? value : bodyValue(only, name, known, object);
      body.push([name, taken]);
      if (isText)
        misfits.push(
          ...misfitOf(
            name,
            taken,
            object?.fields.find((one) => one.name === name),
            known,
          ),
        );
      continue;
    }
    const parameter = parameters.find((one) => one.in === place && one.name === name);
    if (isText && typeof value === 'string') misfits.push(...misfitOf(name, value, parameter, known));
    if (parameter === undefined) parameters.push(asText(name, 'query'));
    values.set(parameterKey({ name, in: place }), isListInBrackets(parameter, value, known) ? [value] : value);
  }
  const id = known?.operation.id ?? `${method} ${path}`;
  const fromFields = body.length > 0 ? Object.fromEntries(body) : undefined;
  const bodyGiven = isBare ? undefined : input === undefined ? fromFields : input;
  const all = { parameters: values, body: bodyGiven };
  return {
    ok: true,
    misfits,
    plan: {
      ...{ baseUrl, parameters },
      operation: { ...(known?.operation ?? unknownOperation), id, method, path },
      body: known === null && !isBare ? anyJson : described.body,
      values: all,
      accept: acceptedTypes(described.responses),
      query: words.query,
      secrets: [
        ...(known === null ? [] : secretsIn({ ...known, values: { ...nothingSet, ...all } })),
        ...secretsTyped(all, words),
      ],
    },
  };
}

/** The media type of the body, where a field names one of several. */
function typeGiven(fields: readonly Field[]): string | null {
  const value = fields.find(isType)?.value;
  return typeof value === 'string' ? value.trim().toLowerCase() : null;
}

function isType({ name, place }: Field): boolean {
  return place === null && name.toLowerCase() === 'content-type';
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

interface Group {
  readonly name: string;
  readonly place: FieldPlace;
  readonly fields: readonly Field[];
}

/** The fields by their places, in the order of their first ones. */
function grouped(
  fields: readonly Field[],
  request: RequestPlaces,
): { readonly groups: readonly Group[] } | { readonly says: string } {
  const all = new Map<string, Group>();
  for (const field of fields) {
    const meant = placeMeant(field, request);
    if ('says' in meant) return meant;
    const key = `${meant.place} ${meant.name}`;
    all.set(key, { ...meant, fields: [...(all.get(key)?.fields ?? []), field] });
  }
  return { groups: [...all.values()] };
}

type ObjectShape = ShapeOf<'object'>;

/** The shape of a body that is an object; null for any other body. */
function objectOf({ definition }: Known, body: RequestBody | null): ObjectShape | null {
  const shape = body === null ? null : shapeIn(definition, body.schema, '');
  return shape?.kind === 'object' ? shape : null;
}

function namesIn(object: ObjectShape | null): readonly string[] {
  return object?.fields.map(({ name }) => name) ?? [];
}

/** One item of a list that is written with brackets (`expand[]=…`): without them it would be another value. */
function isListInBrackets(parameter: Parameter | undefined, value: Json, known: Known | null): boolean {
  if (known === null || parameter?.style !== 'deepObject' || isList(value) || isJsonObject(value)) return false;
  return shapeIn(known.definition, parameter.schema, parameter.name).kind === 'list';
}

/** A text as the type that the body's field has. */
function bodyValue({ isText, value }: Field, name: string, known: Known | null, object: ObjectShape | null): Json {
  const field = object?.fields.find((one) => one.name === name);
  if (!isText || typeof value !== 'string' || known === null || field === undefined) return value;
  return typedValue(shapeIn(known.definition, field.schema, name), value);
}

/** A text as a value of its field; a list of one item in a parameter is written without its brackets. */
function misfitOf(
  name: string,
  given: Json,
  field: { readonly schema: Json } | undefined,
  known: Known | null,
): readonly string[] {
  if (known === null || field === undefined) return [];
  const shape = shapeIn(known.definition, field.schema, name);
  const value = typeof given === 'string' ? typedValue(shape, given) : given;
  const isOfParameter = 'in' in field && (shape.kind === 'list' || shape.kind === 'object');
  const says = isOfParameter ? null : validate(shape, value);
  return says === null ? [] : [`"${name}" does not fit: ${says}. ${name}:=JSON sends it as it is.`];
}

/** The typed texts that are secrets, whatever the definition says. */
function secretsTyped({ parameters, body }: CallValues, { query }: ApiWords): readonly string[] {
  const named = [...parameters].map(([key, value]) => ({ [parameterSecretName(key)]: value }));
  const written = query.map(({ meant }) => ({ [meant[0]]: meant[1] }));
  return secretsOf([...named, ...written, body ?? null]);
}
