/**
 * The definition of the service for `rollcall api`, and its operation by `operationId`, path, or an address that
 * matches the path.
 */
import { readDefinition } from '../../../api/openapi/read-definition.ts';
import type { Definition, DefinitionFault, DefinedOperation } from '../../../api/openapi/definition.ts';
import type { Definitions, KeptDefinition } from '../../../state/explorer/definition.ts';
import type { Problem } from '../../../api/problem.ts';
import type { Reader } from '../../../state/fleet/list/effects.ts';
import type { Call, QueryPart } from '../../../api/calls/call.ts';
import { organisationsNamed, segmentsBelow, writtenParts } from '../../../api/calls/call-address.ts';
import { decode, splitPath } from '../../../api/openapi/path-form.ts';
import { problemSentence } from '../../../screens/text/problem-wording.ts';
import { organisationById } from '../../../state/session/organisations.ts';
import type { Organisation } from '../../../api/organisations.ts';
import { namesOf, organisationOf, type Refusal } from '../access.ts';

/** The cache lifetime, in milliseconds: a younger definition is used without a request. */
const freshMs = 5 * 60_000;

export interface DefinitionSource {
  readonly definitions: Definitions;
  readonly profile: string;
  readonly baseUrl: string;
  /** Null: send no request. */
  readonly reader: Reader | null;
  /** Milliseconds since 1970. */
  readonly now: number;
}

export type DefinitionFound =
  | { readonly kind: 'read'; readonly definition: Definition }
  | { readonly kind: 'problem'; readonly problem: Problem }
  | { readonly kind: 'fault'; readonly fault: DefinitionFault }
  /** No definition is stored, and no request was sent. */
  | { readonly kind: 'none' };

/** Falls back to an expired definition if the service does not answer. */
export async function findDefinition(source: DefinitionSource): Promise<DefinitionFound> {
  const { definitions, profile, baseUrl, reader, now } = source;
  const kept = await definitions.recall(profile, baseUrl);
  const isFresh = kept !== null && Math.abs(now - kept.at) < freshMs;
  if (isFresh || reader === null) return kept === null ? { kind: 'none' } : readKept(kept);
  const answer = await reader.definition(kept);
  if (!answer.ok) return kept === null ? { kind: 'problem', problem: answer.problem } : readKept(kept);
  const { text, etag, lastModified } = answer.value;
  const found = text ?? kept?.text ?? new Uint8Array();
  const read = readDefinition(found);
  if (!read.ok) return kept === null ? { kind: 'fault', fault: read.fault } : readKept(kept);
  definitions.keep(profile, baseUrl, { text, etag, lastModified, sha256: definitions.identify(found), at: now });
  return { kind: 'read', definition: read.value };
}

function readKept({ text }: KeptDefinition): DefinitionFound {
  const read = readDefinition(text);
  return read.ok ? { kind: 'read', definition: read.value } : { kind: 'fault', fault: read.fault };
}

// Finds the operation of the definition by its `operationId`, its path, or an address that matches the path.

export interface Known {
  readonly definition: Definition;
  readonly operation: DefinedOperation;
  /** Values from the written path, still encoded, by their names in the operation's path. */
  readonly inPath: ReadonlyMap<string, string>;
}

/** Null if the definition has no such operation. */
export function knownOperation(definition: Definition, words: Meant): Known | null {
  const { operationId } = words;
  const [named, another] =
    operationId == null ? [] : definition.operations.filter((one) => one.operationId === operationId);
  // An ambiguous operationId matches no operation.
  if (named !== undefined && another === undefined) return { definition, operation: named, inPath: new Map() };
  const operation = operationMeant(definition.operations, words);
  if (operation === null) return null;
  const inPath = valuesIn(trim(splitPath(operation.path).path), trim(words.path))?.values ?? new Map();
  return { definition, operation, inPath };
}

export function whyNotDescribed({ operations }: Definition, { method, path }: Meant): string {
  const others = operations.filter((one) => operationMeant([one], { method: one.method, path }) !== null);
  const methods = others.map((one) => one.method).join(', ');
  const remedy = methods === '' ? 'rollcall api --list shows all.' : `It has: ${methods}.`;
  return `The definition has no ${method} ${path}. ${remedy}`;
}

type Named = Pick<DefinedOperation, 'method' | 'path'>;

/** `query`: as it was written. */
type Meant = Named & { readonly query?: readonly QueryPart[]; readonly operationId?: string | null };

/**
 * The operation with exactly this path, else the best matching template; null: none. A trailing slash makes no
 * difference.
 */
export function operationMeant<Operation extends Named>(
  operations: readonly Operation[],
  { method, path, query = [] }: Meant,
): Operation | null {
  const all = operations.filter((one) => one.method === method);
  // A path template with a query matches only if the request has that query.
  const withQuery = all.filter((one) => hasQuery(one.path, query));
  const found = withQuery.map((one) => ({ ...one, path: splitPath(one.path).path }));
  const own = operationAmong(found, path);
  if (own !== null) return withQuery[found.indexOf(own)] ?? null;
  return operationAmong(all, path);
}

function hasQuery(path: string, written: readonly QueryPart[]): boolean {
  const own = writtenParts(splitPath(path).query);
  return own.length > 0 && own.every(({ encoded }) => written.some((one) => one.encoded === encoded));
}

function operationAmong<Operation extends Named>(ofMethod: readonly Operation[], path: string): Operation | null {
  const written = trim(path);
  const same = ofMethod.find((one) => one.path === path) ?? ofMethod.find((one) => trim(one.path) === written);
  if (same !== undefined) return same;
  const fitting = ofMethod
    .flatMap((operation) => {
      const found = valuesIn(trim(operation.path), written);
      return found === null ? [] : [{ operation, literals: found.literals }];
    })
    .sort((a, b) => b.literals - a.literals);
  return fitting[0]?.operation ?? null;
}

function trim(path: string): string {
  return path.length > 1 ? path.replace(/\/$/, '') : path;
}

interface Fit {
  /** The number of literally equal segments. */
  readonly literals: number;
  readonly values: ReadonlyMap<string, string>;
}

/** Null if the path does not match the template. */
function valuesIn(template: string, path: string): Fit | null {
  const [own, given] = [template.split('/'), path.split('/')];
  if (own.length !== given.length) return null;
  let literals = 0;
  const values = new Map<string, string>();
  for (const [at, segment] of own.entries()) {
    const other = given[at] ?? '';
    if (segment === other || segment === decode(other)) literals += 1;
    // A placeholder in braces is not filled in yet, so it matches any other.
    else if (segment.includes('{') && /^\{[^{}]+\}$/.test(other)) continue;
    else if (!addValues(values, segment, other)) return null;
  }
  return { literals, values };
}

/** `{name}.json` matches the segment `a.json` with the name `a`. False if the segment does not match. */
function addValues(values: Map<string, string>, template: string, segment: string): boolean {
  const [first = '', ...pieces] = template.split(/\{([^{}]+)\}/);
  if (pieces.length === 0 || !segment.startsWith(first)) return false;
  let from = first.length;
  for (let at = 0; at < pieces.length; at += 2) {
    const [name = '', after = ''] = pieces.slice(at, at + 2);
    const isLast = at + 2 === pieces.length;
    // Adjacent placeholders cannot be separated.
    if (!isLast && after === '') return false;
    const end = isLast ? segment.length - after.length : segment.indexOf(after, from + 1);
    const value = segment.slice(from, Math.max(from, end));
    if (value === '' || !segment.startsWith(after, end) || decode(value) === null) return false;
    // A placeholder that occurs twice must have one value.
    if ((values.get(name) ?? value) !== value) return false;
    values.set(name, value);
    from = end + after.length;
  }
  return true;
}

// The organisation that replaces `{orgId}` in a path of `rollcall api`.

export interface OrganisationChoice {
  /** The value of `--org`: an id or a name. */
  readonly wanted: string | null;
  /** Requires the full name or id, because the request changes something. */
  readonly isWhole: boolean;
  /** The organisation that you opened last. */
  readonly last: string | null;
}

/**
 * The organisations that the path of a change names; the first one owns the change. Their ids are checked against the
 * account's list, because protection is stored by exact id. Returns a refusal if an id after `/org/` is not in the list
 * or differs from `--org`, or if `--org` matches none.
 */
export async function organisationsIn(
  reader: Reader,
  { url, orgId }: Call,
  { baseUrl, wanted }: { readonly baseUrl: string; readonly wanted: string | null },
): Promise<readonly Organisation[] | Refusal> {
  const read = await reader.organisations();
  if (!read.ok) return { code: 2, message: `Nothing was sent. ${problemSentence(read.problem)}` };
  const all = read.value;
  const named = organisationsNamed(all, url, baseUrl);
  const own = orgId === null ? undefined : organisationById(all, orgId);
  if (own === undefined && (orgId !== null || segmentsBelow(url, baseUrl).includes('org'))) {
    return { code: 2, message: `The path names no organisation of this account. ${namesOf(all)}` };
  }
  const organisations = [...new Set(own === undefined ? named : [own, ...named])];
  const meant = wanted === null ? null : organisationOf(all, wanted, true);
  if (meant !== null && 'message' in meant) return meant;
  const isOther =
    meant !== null && organisations.length > 0 && !organisations.some(({ orgId }) => orgId === meant.orgId);
  return isOther ? { code: 2, message: '--org names another organisation than the path.' } : organisations;
}

/** The wanted organisation, else the last one, else the only one. Its name is requested only if it is not known yet. */
export async function organisationIdFor(
  reader: Reader,
  { wanted, last, isWhole }: OrganisationChoice,
): Promise<{ readonly orgId: string; readonly note: string | null } | Refusal> {
  if (wanted === null && last !== null) return { orgId: last, note: `The organisation is the last one, ${last}.` };
  const read = await reader.organisations();
  if (!read.ok) return { code: 1, message: problemSentence(read.problem) };
  const all = read.value;
  if (wanted !== null) return organisationOf(all, wanted, isWhole);
  const [only] = all;
  if (only === undefined) return { code: 2, message: 'This account belongs to no organisation.' };
  if (all.length > 1) return { code: 2, message: `Several organisations: choose one with --org. ${namesOf(all)}` };
  return { orgId: only.orgId, note: `The organisation is ${namesOf(all)}.` };
}
