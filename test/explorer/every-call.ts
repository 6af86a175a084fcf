/**
 * Fills in the form of every operation of a document, once with what is required and once with everything, and judges the
 * requests by means that share no code with the form: ajv, the parsers of the platform, and the document itself.
 */
import fc from 'fast-check';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv';
import { ExactNumber, isJsonObject, isList, type Json } from '../../src/api/exact-json.ts';
import { buildCall } from '../../src/api/calls/build-call.ts';
import { bodyTypeIn, bodyTypeKey, type Call, type CallValues } from '../../src/api/calls/call.ts';
import { acceptedTypes } from '../../src/api/openapi/bodies.ts';
import type { DefinedOperation, Shape, ShapeOf } from '../../src/api/openapi/definition.ts';
import { entriesOf, fieldsIn, type FormContext, shapeAt } from '../../src/state/explorer/form/form-lines.ts';
import { partsOf, shapeIn, nothingSet, withValueAt } from '../../src/state/explorer/form/shapes.ts';
import { definitionFrom } from '../support/definition.ts';

export interface Walked {
  /** Operations that can be sent. */
  readonly operations: number;
  readonly calls: number;
  /** Bodies that ajv has judged. */
  readonly bodies: number;
  /** Each with its operation; empty: all is right. */
  readonly wrong: readonly string[];
}

const baseUrl = 'https://service.example';
const deepest = 4;
/** Limit on the values of one form: a hostile one has thousands at each level. */
const maxSet = 300;

type Tree = Readonly<Record<string, unknown>>;

/** `isSound`: its schemas can be met. Of another document some values are refused, and no body fits its schema. */
export function walked(text: string, isSound = true): Walked {
  const definition = definitionFrom(text);
  const judge = aJudge(JSON.parse(text) as Tree, isSound);
  const wrong: string[] = [];
  let [operations, calls] = [0, 0];
  for (const operation of definition.operations) {
    if (operation.unusable !== null) continue;
    operations += 1;
    for (const isWhole of [false, true]) {
      const { types = [] } = partsOf(definition, operation).body ?? {};
      for (const type of isWhole && types.length > 1 ? types : [null]) {
        const values = filled({ definition, operation, values: withType(type) }, isWhole);
        const { parameters, body, responses } = partsOf(definition, operation, bodyTypeIn(values));
        const plan = { baseUrl, orgId: 'N1', operation, parameters, body, values, accept: acceptedTypes(responses) };
        const built = buildCall(plan);
        const says = built.ok
          ? judge.faults(operation, built.value, values)
          : isSound
            ? built.faults.map((fault) => fault.message)
            : [];
        wrong.push(...says.map((one) => `${operation.id}${isWhole ? ' in full' : ''}: ${one}`));
        calls += 1;
      }
    }
  }
  return { operations, calls, bodies: judge.bodies(), wrong };
}

function withType(type: string | null): CallValues {
  return type === null ? nothingSet : { ...nothingSet, parameters: new Map([[bodyTypeKey, type]]) };
}

/** Every line of the form that can be set, or those that must be, each with a whole value. */
function filled({ definition, operation, values: start }: FormContext, isWhole: boolean): CallValues {
  let left = maxSet;
  const valueOf = (whole: Shape, name: string, level: number): Json => {
    left -= 1;
    let [shape, tags]: [Shape, Record<string, Json>] = [whole, {}];
    // The first shape of a place, and of the shapes inside it.
    for (let depth = 0; shape.kind === 'choice' && depth < deepest * 2; depth += 1) {
      const { variants, discriminator }: ShapeOf<'choice'> = shape;
      const [first] = variants;
      if (first === undefined) break;
      if (discriminator !== null && first.tag !== null) tags = { ...tags, [discriminator]: first.tag };
      shape = shapeIn(definition, first.schema, name);
    }
    if (shape.kind === 'object' && level < deepest) {
      const fields = shape.fields.filter((field) => (isWhole || field.isRequired) && !Object.hasOwn(tags, field.name));
      const set = fields.flatMap((field): [string, Json][] =>
        left > 0 ? [[field.name, valueOf(shapeIn(definition, field.schema, field.name), field.name, level + 1)]] : [],
      );
      return { ...Object.fromEntries(set), ...tags };
    }
    if (shape.kind === 'list' && level < deepest) {
      const items = shapeIn(definition, shape.items, '');
      return Array.from({ length: Math.max(1, shape.minItems ?? 0) }, () => valueOf(items, name, level + 1));
    }
    return valueFor(shape, name);
  };
  const { body } = partsOf(definition, operation, bodyTypeIn(start));
  return fieldsIn(entriesOf({ definition, operation, values: start })).reduce((values, { path, role, isRequired }) => {
    const isOfBody = path[0] === 'body';
    const isNeeded = isRequired && (!isOfBody || body?.isRequired === true);
    if (role !== 'value' || path[0] === bodyTypeKey || !(isWhole || isNeeded) || left < 1) return values;
    const shape = shapeAt({ definition, operation, values }, path);
    return withValueAt(values, path, valueOf(shape, String(path.at(-1)), 0));
  }, start);
}

const examples: Readonly<Record<string, string>> = {
  date: '2026-12-01',
  'date-time': '2026-12-01T10:00:00Z',
  uuid: '00000000-0000-4000-8000-000000000000',
  email: 'a@b.example',
  uri: 'https://a.example',
  ipv4: '192.0.2.1',
  byte: 'YWJj',
};

function valueFor(shape: Shape, name: string): Json {
  switch (shape.kind) {
    case 'text': {
      const known = examples[shape.format ?? ''] ?? matching(shape.pattern);
      const length = Math.max(1, shape.minLength ?? 0);
      return known ?? (name.replaceAll(/[^a-z]/gi, '') + 'abcdefgh'.repeat(30)).slice(0, length);
    }
    case 'number':
      return new ExactNumber(shape.minimum ?? shape.maximum ?? '1');
    case 'yesNo':
      return true;
    case 'enum':
      return shape.values[0] ?? 'a';
    case 'list':
      return [];
    case 'object':
      return {};
    case 'choice':
    case 'free':
      return 'a';
  }
}

function matching(pattern: string | null): string | undefined {
  if (pattern === null || pattern.length > 60) return undefined;
  try {
    return fc.sample(fc.stringMatching(new RegExp(pattern, 'u')), { seed: 1, numRuns: 1 })[0];
  } catch {
    return undefined;
  }
}

function aJudge(document: Tree, isSound: boolean) {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, coerceTypes: false, logger: false });
  const form = new Ajv2020({ strict: false, validateFormats: false, coerceTypes: 'array', logger: false });
  const plain = { ...(ofRequests(document) as object), $id: 'doc' };
  if (isSound) for (const one of [ajv, form]) one.addSchema(plain, 'doc', undefined, false);
  let bodies = 0;
  const compiled = (by: typeof ajv, pointer: string): ValidateFunction | null => {
    try {
      return by.compile({ $ref: `doc#${pointer}` });
    } catch {
      // The schema itself is none: the document is hostile.
      return null;
    }
  };
  const bodyFaults = (operation: DefinedOperation, call: Call, values: CallValues): readonly string[] => {
    const type = call.headers['Content-Type'] ?? '';
    const bare = type.split(';')[0] ?? '';
    const { body } = call;
    if (body === null || !isSound) return [];
    const isForm = !bare.endsWith('json');
    const pointer = schemaPointer(document, operation, bare);
    if (pointer === null) return [`${bare} is not declared`];
    // A file is sent as it is, whatever its schema is.
    if (call.files?.[0]?.at === 0) return [];
    const check = compiled(isForm ? form : ajv, pointer);
    if (check === null) return [];
    const value = isForm ? formValue(type, body) : (JSON.parse(body) as unknown);
    bodies += 1;
    if (check(value)) return [];
    const says = (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ''}`);
    return [`body ${body.slice(0, 200)} of ${JSON.stringify(values.body)}: ${says.slice(0, 3).join('; ')}`];
  };
  return {
    bodies: () => bodies,
    faults: (operation: DefinedOperation, call: Call, values: CallValues): readonly string[] => [
      ...addressFaults(operation, call, values),
      ...bodyFaults(operation, call, values),
    ],
  };
}

/** The schemas of requests: a read-only field is not sent, and so is not required (OpenAPI 3, "Schema Object"). */
function ofRequests(piece: unknown, level = 0): unknown {
  // The hostile document has thousands of levels, where no schema is.
  if (level > deepestSchema || typeof piece !== 'object' || piece === null) return level > deepestSchema ? {} : piece;
  if (Array.isArray(piece)) return piece.map((one: unknown) => ofRequests(one, level + 1));
  const tree = piece as Tree;
  const properties = isTree(tree['properties']) ? tree['properties'] : {};
  const isSent = (name: string): boolean => !isTree(properties[name]) || properties[name]['readOnly'] !== true;
  const entries = Object.entries(tree).map(([name, value]): [string, unknown] => {
    // Bases that allow nothing else could not be met together: generators write them all the same.
    if (name === 'allOf' && Array.isArray(value)) {
      const open = value.map((one: unknown) => (isTree(one) ? { ...one, additionalProperties: true } : one));
      return [name, ofRequests(open, level + 1)];
    }
    if (name !== 'required' || !Array.isArray(value)) return [name, ofRequests(value, level + 1)];
    return [name, value.filter((one) => typeof one !== 'string' || isSent(one))];
  });
  return Object.fromEntries(entries);
}

const deepestSchema = 100;

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Follows references, and answers where the schema of a body is. */
function schemaPointer(document: Tree, { method, path }: DefinedOperation, type: string): string | null {
  const steps = ['paths', path, method.toLowerCase()];
  let body = [...steps, 'requestBody'];
  const reference = at(document, [...body, '$ref']);
  if (typeof reference === 'string') body = reference.slice(2).split('/').map(unescaped);
  const content = at(document, [...body, 'content']);
  if (!isTree(content)) return null;
  const declared = Object.keys(content).find((one) => (one.split(';')[0] ?? '').trim().toLowerCase() === type);
  const any = declared ?? Object.keys(content).find((one) => one.includes('*'));
  if (any === undefined) return null;
  const entry = content[any];
  if (!isTree(entry) || !Object.hasOwn(entry, 'schema')) return '/x-none';
  return `/${[...body, 'content', any, 'schema'].map((one) => encodeURIComponent(one.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`;
}

function unescaped(step: string): string {
  return decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
}

function at(document: unknown, steps: readonly string[]): unknown {
  let value = document;
  for (const step of steps) value = isTree(value) && Object.hasOwn(value, step) ? value[step] : undefined;
  return value;
}

/** A form as the platform reads it; brackets are levels. */
function formValue(type: string, body: string): unknown {
  const pairs = type.startsWith('multipart') ? partsIn(type, body) : [...new URLSearchParams(body)];
  const root: Record<string, unknown> = {};
  for (const [written, value] of pairs) {
    const steps = [...written.matchAll(/[^[\]]+|\[\]/g)].map(([step]) => step);
    let owner = root;
    steps.forEach((step, index) => {
      const isList = steps[index + 1] === '[]';
      if (index === steps.length - 1 || isList) {
        const parsed: unknown = /^[{[]/.test(value) ? JSON.parse(value) : value;
        const earlier = owner[step];
        owner[step] = isList
          ? [...((earlier as unknown[] | undefined) ?? []), parsed]
          : earlier === undefined
            ? parsed
            : [earlier, parsed].flat();
        steps.length = index + 1;
      } else owner = (owner[step] ??= {}) as Record<string, unknown>;
    });
  }
  return root;
}

/** Names and texts of the parts (RFC 7578, 4). */
function partsIn(type: string, body: string): readonly (readonly [name: string, value: string])[] {
  const boundary = /boundary=(.*)$/.exec(type)?.[1] ?? '';
  return body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => {
      const [head = '', ...rest] = part.split('\r\n\r\n');
      return [/ name="([^"]*)"/.exec(head)?.[1] ?? '', rest.join('\r\n\r\n').slice(0, -2)];
    });
}

/** The path has the template's literals, and every value of the query and the headers is there. */
function addressFaults({ path, method }: DefinedOperation, call: Call, { parameters }: CallValues): readonly string[] {
  const faults: string[] = [];
  const { pathname, searchParams, origin } = new URL(call.url);
  const literals = path.split(/\{[^{}]*\}/).map((literal) => encodeURI(decodeURI(literal)));
  const pattern = literals.map((one) => one.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('.+');
  if (origin !== baseUrl || !new RegExp(`^${pattern}$`).test(pathname)) faults.push(`address ${call.url}`);
  if (call.method !== method) faults.push(`method ${call.method}`);
  for (const [key, value] of parameters) {
    const [place = '', name = ''] = key.split(/ (.*)/s);
    const texts = textsIn(value);
    if (
      place === 'header' &&
      !textsIn(call.headers[name] ?? '')
        .join()
        .includes(texts.join(','))
    )
      faults.push(`header ${name}`);
    if (place !== 'query') continue;
    const all = [...searchParams].filter(([one]) => one === name || one.startsWith(`${name}[`) || isJsonObject(value));
    const sent = all.map(([, one]) => one).join(' ');
    if (!texts.every((one) => sent.includes(one))) faults.push(`query ${name} ${call.url}`);
  }
  return faults;
}

/** The scalars in a value. */
function textsIn(value: Json): readonly string[] {
  if (isList(value)) return value.flatMap(textsIn);
  if (isJsonObject(value)) return Object.values(value).flatMap(textsIn);
  return [value instanceof ExactNumber ? value.digits : String(value)];
}
