/** Builds a call from its values, and refuses values that would make it another request than the one meant. */
import { isList, type Json, writeExactly } from '../exact-json.ts';
import { hasBody, isReadMethod, whyNotSent } from '../methods.ts';
import { jsonPatch } from '../openapi/bodies.ts';
import type { Missing, RequestBody } from '../openapi/definition.ts';
import { buildPath, isMeant } from './path.ts';
import { type Call, type CallFault, type CallPlan, type FileInBody, parameterKey, type QueryPart } from './call.ts';
import { formBody, wordsOfFile } from './form-body.ts';
import { splitPath } from '../openapi/path-form.ts';
import { queryOf, writtenParts } from './query.ts';
import { pageParametersIn } from '../paging/page-parameters.ts';
import { simpleText, headerFault, headerValueFault } from './value-text.ts';

export type CallBuilt =
  { readonly ok: true; readonly value: Call } | { readonly ok: false; readonly faults: readonly CallFault[] };

/** Sends only values that were set: no default, and no example. */
export function buildCall(plan: CallPlan): CallBuilt {
  const { operation, baseUrl } = plan;
  const unusable = operation.unusable ?? whyNotSent(operation.method);
  if (unusable !== null) return failed([{ key: 'address', says: unusable }]);
  const path = buildPath(plan);
  const query = buildQuery(plan);
  const headers = buildHeaders(plan);
  const body = buildBody(plan);
  const faults = [...(path.ok ? [] : path.faults), ...query.faults, ...headers.faults, ...body.faults];
  if (!path.ok || faults.length > 0) return failed(faults);

  const search = query.parts.map(({ encoded }) => encoded).join('&');
  const url = URL.parse(`${baseUrl}${path.path}${search === '' ? '' : `?${search}`}`);
  const pairs = query.parts.map(({ meant }) => meant);
  if (url === null || !isMeant(url, baseUrl, path.meant, pairs)) {
    return failed([{ key: 'address', says: 'These values would lead to another address than the one meant.' }]);
  }
  const pageParameters = isReadMethod(operation.method)
    ? pageParametersIn(plan.parameters.filter(({ isDeclared }) => isDeclared))
    : [];
  return {
    ok: true,
    value: {
      method: operation.method,
      url: url.href,
      headers: Object.fromEntries([...acceptOf(plan), ...headers.entries, ...body.entries]),
      body: body.text,
      ...(body.files.length > 0 && { files: body.files }),
      orgId: path.orgId,
      operation: operation.id,
      secrets: plan.secrets ?? [],
      ...(path.steps.length > 0 && { steps: path.steps }),
      ...(pageParameters.length > 0 && { pageParameters }),
    },
  };
}

function buildQuery({ operation, parameters, values, query = [] }: CallPlan) {
  const parts: QueryPart[] = [...writtenParts(splitPath(operation.path).query), ...query];
  const faults: CallFault[] = [];
  for (const parameter of parameters) {
    if (parameter.in !== 'query') continue;
    const key = parameterKey(parameter);
    const value = values.parameters.get(key);
    if (value === undefined) {
      if (parameter.isRequired) faults.push({ key, says: parameter.unusable ?? `"${parameter.name}" must be set.` });
      continue;
    }
    const built = parameter.unusable === null ? queryOf(parameter, value) : { ok: false, says: parameter.unusable };
    if ('parts' in built) parts.push(...built.parts);
    else faults.push({ key, says: built.says });
  }
  return { parts, faults };
}

function buildHeaders({ parameters, values }: CallPlan) {
  const entries: [name: string, text: string][] = [];
  const faults: CallFault[] = [];
  for (const parameter of parameters) {
    if (parameter.in !== 'header') continue;
    const { name } = parameter;
    const key = parameterKey(parameter);
    const value = values.parameters.get(key);
    const unusable = parameter.unusable ?? headerFault(name);
    if (value === undefined) {
      if (parameter.isRequired) faults.push({ key, says: unusable ?? `"${name}" must be set.` });
      continue;
    }
    const read = unusable === null ? simpleText(value, parameter) : { ok: false as const, says: unusable };
    const text = read.ok ? (read.texts[0] ?? '') : '';
    const says = read.ok ? headerValueFault(name, text) : read.says;
    const isTwice = entries.some(([other]) => other.toLowerCase() === name.toLowerCase());
    if (says !== null) faults.push({ key, says });
    else if (isTwice) faults.push({ key, says: `"${name}" is set twice.` });
    else entries.push([name, text]);
  }
  return { entries, faults };
}

interface BodyBuilt {
  readonly text: string | null;
  readonly entries: readonly (readonly [string, string])[];
  readonly files: readonly FileInBody[];
  readonly faults: readonly CallFault[];
}

const noBody: BodyBuilt = { text: null, entries: [], files: [], faults: [] };

/** No body when none is set and none is required; `{}` when one is required. */
function buildBody({ operation, body, values }: CallPlan): BodyBuilt {
  const isBare = !hasBody(operation.method);
  if (values.body === undefined && (body?.isRequired !== true || isBare)) return noBody;
  const says = isBare
    ? `A ${operation.method} request has no body.`
    : body === null
      ? 'This operation takes no body.'
      : body.unusable;
  if (says !== null || body === null) return { ...noBody, faults: [{ key: 'body', says: says ?? '' }] };
  if (body.isFile) return fileBody(body, values.body);
  const value = values.body === undefined ? {} : values.body;
  const faults = body.missing(value).map(lacking);
  if (faults.length > 0) return { ...noBody, faults };
  if (body.form === null) {
    const type = jsonType(body);
    if (type === null) return { ...noBody, faults: [{ key: 'body', says: `rollcall does not write ${body.type}.` }] };
    if (type === jsonPatch && !isList(value))
      return { ...noBody, faults: [{ key: 'body', says: `JSON Patch (${jsonPatch}) takes a list of steps.` }] };
    return { ...noBody, text: writeExactly(value), entries: [['Content-Type', type]] };
  }
  const built = formBody(body.form, value);
  if (!built.ok) return { ...noBody, faults: [{ key: 'body', says: built.says }] };
  const { text, type, files } = built;
  return { text, entries: [['Content-Type', type]], files, faults: [] };
}

/** A file as it is: its content is read when the request is sent. */
function fileBody({ type }: RequestBody, path: Json | undefined): BodyBuilt {
  if (typeof path !== 'string' || path.trim() === '')
    return { ...noBody, faults: [{ key: 'body', says: `The body is a file (${type}): set its path.` }] };
  const text = wordsOfFile(path);
  return { ...noBody, text, entries: [['Content-Type', type]], files: [{ path, at: 0, length: text.length }] };
}

/** The field at the top of the body shows it. */
function lacking({ names }: Missing): CallFault {
  const says = `${names.map((name) => `"${name}"`).join(' or ')} must be set in the body.`;
  return { key: 'body', field: names[0]?.split(/[.[]/, 1)[0] ?? '', says };
}

/** The type to send, as it is declared, without parameters; null when it is not JSON. */
function jsonType(body: RequestBody): string | null {
  const type = body.type.split(';')[0]?.trim().toLowerCase() ?? '';
  return /^(?:application|text)\/(?:[\w.-]+\+)?json$/.test(type) ? type : null;
}

function acceptOf({ accept = [] }: CallPlan): readonly (readonly [string, string])[] {
  return accept.length === 0 ? [] : [['Accept', [...new Set([...accept, 'application/problem+json'])].join(', ')]];
}

function failed(faults: readonly CallFault[]): CallBuilt {
  return { ok: false, faults };
}
