/** Decides which requests delete systems, in any spelling. The client, the explorer and the pipe all use it. */
import { isJsonObject, isList, type Json, type JsonObject } from '../exact-json.ts';
import { isSentMethod, namedMethods } from '../operations.ts';
import {
  deletesByReading,
  deletesSystemsByName,
  type SaidField,
  type SaidFields,
  fieldsOf,
  idName,
  isDeletedState,
  isDeletion,
  isDeletionFlag,
  isImperative,
  mayBeDeletion,
  namesNothing,
  namesOther,
  namesSelector,
  patchRemoval,
  squeeze,
} from './fields.ts';
import { piecesOf, plainWord, readPath } from './segments.ts';

/** A request, or its template: names in braces stand for any value. */
export interface Asked {
  readonly method: string;
  /** Absolute, or a path. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The text to send; null when there is no body. */
  readonly body?: string | null | undefined;
}

/** The systems that a request would delete. No ids means all systems, or some that rollcall cannot identify. */
export interface SystemsDeletion {
  readonly systemIds: readonly string[];
  /** `replaces`: the body lists the systems that would remain. `unknown`: the method is not a standard one. */
  readonly by: 'deletion' | 'replaces' | 'unknown';
}

export function whyWithheld({ by }: SystemsDeletion, method: string): string {
  if (by === 'unknown') return `rollcall sends no ${method} for systems: its effect on them is not known.`;
  const what = by === 'replaces' ? 'This list would replace the systems of the organisation. ' : '';
  return `${what}rollcall deletes systems after a review. Start rollcall, mark them, and press d.`;
}

/** Null when no service would delete systems for this request. */
export function systemsDeletionIn({ method, url, headers = {}, body = null }: Asked): SystemsDeletion | null {
  const { path, query } = addressOf(url);
  const said = fieldsOf({ query, headers, body });
  for (const one of [method, ...said.fields.flatMap(overridden)]) {
    const found = judge(one, path, said, query.length > 0);
    if (found !== null) return found;
  }
  return findNested(method, said) ?? findProcedure(path, said);
}

export function addressOf(url: string): {
  readonly path: string;
  readonly query: readonly (readonly [string, string])[];
} {
  const address = URL.parse(url);
  const [path = '', query = ''] = /^([^?#]*)(?:\?([^#]*))?/s.exec(url)?.slice(1) ?? [];
  return address === null
    ? { path, query: [...new URLSearchParams(query)] }
    : { path: address.pathname, query: [...address.searchParams] };
}

interface How {
  /** Also true for a non-standard method, because its effect on a system is unknown. */
  readonly isDelete: boolean;
  readonly isPut: boolean;
  readonly isPatch: boolean;
  readonly isRead: boolean;
  readonly isPost: boolean;
  readonly hasQuery: boolean;
}

function judge(method: string, path: string, said: SaidFields, hasQuery: boolean): SystemsDeletion | null {
  const name = method.trim().toUpperCase();
  const isUnknown = /^[A-Z][A-Z\d_-]*$/.test(name) && !namedMethods.has(name) && !isDeletion(method);
  if (isUnknown && (said.fields.some(namesSystems) || piecesOf(path).some(isSystems))) {
    return { systemIds: said.ids, by: 'unknown' };
  }
  const isDelete = isDeletion(method);
  const isRead = !isDelete && (name === 'GET' || name === 'HEAD');
  const how: How = {
    isDelete,
    isRead,
    isPost: name === 'POST',
    isPut: name === 'PUT',
    isPatch: name === 'PATCH',
    hasQuery,
  };
  const { readings, isAmbiguous } = readPath(path);
  if (isAmbiguous) {
    const pieces = piecesOf(path);
    const isAboutSystems = pieces.some((piece) => isSystems(piece) || deletesSystemsByName(piece));
    const isAsked = isDelete || asksToDelete(said, how) || pieces.some((piece) => isVerb(piece, how, mayBeDeletion));
    return isAboutSystems && isAsked ? { systemIds: said.ids, by: 'deletion' } : null;
  }
  for (const segments of readings) {
    const ids = inPath(segments, how, said);
    if (ids !== null) return { systemIds: [...new Set([...ids, ...said.ids])], by: 'deletion' };
    if (replacesSystems(segments, how, said)) return { systemIds: [], by: 'replaces' };
  }
  return null;
}

/** The ids in a path that deletes systems, by itself or with the rest of the request; null when it deletes none. */
function inPath(segments: readonly string[], how: How, said: SaidFields): readonly string[] | null {
  const isValue = valuesOf(segments);
  for (const [at, segment] of segments.entries()) {
    if (isValue[at] === true) continue;
    if (deletesSystemsByName(segment) && isVerb(segment, how, isDeletion)) {
      return idIn(segments.slice(at + 1), how);
    }
    if (!isSystems(segment)) continue;
    const before = segments.slice(0, at).filter((one, n) => isValue[n] === true || !isBeside(one));
    const isAfterVerb = segments.slice(0, at).some((one, n) => isValue[n] !== true && isVerb(one, how, isDeletion));
    if (!isOfOrganisation(before)) continue;
    const inBrackets = /\(\s*["']?([^"')]+)["']?\s*\)/.exec(segment)?.[1];
    const below = [...(inBrackets === undefined ? [] : [inBrackets]), ...segments.slice(at + 1).flatMap(withoutVerb)];
    const named = below.filter((one) => !namesNothing(one));
    const rest = named.length > 1 && namesSelector(named[0] ?? '') ? named.slice(1) : named;
    const isMany = /systems/.test(plainWord(segment));
    if (isAfterVerb || isDeleted(rest, how, said, isMany)) return idIn(rest, how);
  }
  const isOther = segments.some((one, at) => isValue[at] !== true && namesOther(one));
  return !isOther && !how.isRead && isCarried(segments, isValue, how, said) ? [] : null;
}

/**
 * A PUT of the list of systems keeps only those in its body (RFC 9110, 9.3.4). A list or a null in a change of the
 * list's owner does the same (RFC 7396). Ids beside other fields, and items with both, only say which systems a
 * request is for.
 */
function replacesSystems(
  segments: readonly string[],
  { isPut, isPatch, isPost }: How,
  { members }: SaidFields,
): boolean {
  const isReplacing = isPost && aReplacement.test(plainWord(segments.at(-1) ?? ''));
  if (isReplacing && isSystems(segments.at(-2) ?? '')) return isOfOrganisation(segments.slice(0, -2));
  if (!isPut && !isPatch) return false;
  const at = segments.findLastIndex(
    (segment) => !namesNothing(segment) && !wholeWord.test(plainWord(segment)) && !aList.test(plainWord(segment)),
  );
  const isOfSystems = isSystems(segments[at] ?? '') && isOfOrganisation(segments.slice(0, at));
  const isWhole = segments
    .slice(at + 1)
    .every((segment) => wholeWord.test(plainWord(segment)) || aList.test(plainWord(segment)));
  if (isOfSystems && isPut && isWhole) return true;
  if (!isOfSystems && !isOrg(segments.at(-2))) return false;
  const named = members.filter(({ name }) => name !== '');
  const isAlone = named.length < 2;
  return members.some(({ name, value }) => {
    if (!isOfSystems)
      return /^systems?(?:list)?$/.test(name) && typeof value !== 'boolean' && typeof value !== 'number';
    if (namesOther(name) || (name === '' && isPatch && isList(value) && value.some(isPatchStep))) return false;
    if (value === null) return name === '' || ofSystems.test(name) || aList.test(name);
    return isList(value) && (value.length === 0 || !value.every((item) => isOneOfMany(name, item, isAlone)));
  });
}

const ofSystems = /^systems?(?:ids?|list)?$/;
const aList = /^(?:list|items?|data|records?|entries|collection|members|results?|elements|values?)$/;

const aReplacement = /^(?:replace|overwrite)(?:[-_]?all)?$/;
const wholeWord = /^(?:all|every|(?:replace|overwrite)(?:[-_]?all)?)$/;

/** Does a list item only say which system a request is for? */
function isOneOfMany(name: string, item: Json, isAlone: boolean): boolean {
  if (!isJsonObject(item)) return !isAlone && idName.test(name);
  const names = Object.keys(item);
  return names.length > 1 && names.some((one) => idName.test(squeeze(one)));
}

function isPatchStep(item: Json): boolean {
  return isJsonObject(item) && typeof item['op'] === 'string' && typeof item['path'] === 'string';
}

/** The id in `X`, `X/delete` or `delete/X`. */
function idIn(rest: readonly string[], { isDelete }: How): readonly string[] {
  const isVerbAlone = isDelete ? isDeletion : mayBeDeletion;
  return rest.filter((one) => !namesNothing(one) && !isSystems(one) && !isVerbAlone(one)).slice(0, 1);
}

/** Splits `X:delete` in two; an id may contain a colon as well. */
function withoutVerb(segment: string): readonly string[] {
  const [, before, verb = ''] = /^(.+):([^:]+)$/s.exec(segment) ?? [];
  return before !== undefined && isDeletion(verb) ? [before, verb] : [segment];
}

/** Judges the segments below `systems` or `system`: an id, a deletion word, both, or nothing. */
function isDeleted(rest: readonly string[], how: How, said: SaidFields, isMany: boolean): boolean {
  const [first, second] = rest;
  if (first !== undefined && isVerb(first, how, isDeletion) && (!how.isRead || rest.length > 1 || how.hasQuery)) {
    return true;
  }
  if (second !== undefined && isVerb(second, how, mayBeDeletion) && !namesOther(first ?? '')) return true;
  if (how.isDelete && rest.length < 2 && (isMany || !namesOther(first ?? ''))) return true;
  if (how.isPost && rest.length === 1 && mayBeDeletion(first ?? '')) return true;
  if (rest.length > 2 || rest.some(namesOther)) return false;
  const isOfWhole = second === undefined || stateName.test(plainWord(second));
  return said.fields.some((field) => isAction(field, how)) || (isOfWhole && asksToDelete(said, how, rest));
}

/** Matches a path that names no thing, such as `/org/N1/bulk`, when the body names systems and asks to delete them. */
function isCarried(segments: readonly string[], isValue: readonly boolean[], how: How, said: SaidFields): boolean {
  if (!said.fields.some(namesSystems) || said.fields.some(({ name }) => /^(?:tag|label|group|role|polic)/.test(name))) {
    return false;
  }
  const verbs = segments.filter((one, at) => isValue[at] !== true && isDeletion(one));
  const org = segments.findIndex(isOrg);
  const after = org < 0 ? segments.slice(-1) : segments.slice(org + 2);
  const isOfNothing = after.length > 0 && after.every(isBeside);
  return verbs.length > 0 || (how.isDelete && isOfNothing) || asksToDelete(said, how);
}

function isBeside(segment: string): boolean {
  return namesNothing(segment) || isDeletion(segment);
}

/** Marks the segments that are the value of the previous one, such as an organisation or a tag. */
function valuesOf(segments: readonly string[]): readonly boolean[] {
  const values: boolean[] = [];
  for (const at of segments.keys()) {
    const before = segments[at - 1];
    values.push(before !== undefined && values[at - 1] !== true && (isOrg(before) || namesOther(before)));
  }
  return values;
}

/** Do these segments lead to the systems of an organisation, rather than of a tag or a group? */
export function isOfOrganisation(before: readonly string[]): boolean {
  // `/systems/X` without an organisation may be a system; the systems of a tag are not the organisation's.
  if (!before.some(isOrg)) return !namesOther(before.at(-1) ?? '');
  return before.some((one, at) => {
    const [id, ...between] = before.slice(at + 1);
    // Allows `/org/N1/fleet/systems`.
    return isOrg(one) && id !== undefined && between.length < 2 && !between.some(namesOther);
  });
}

function isOrg(segment: string | undefined): boolean {
  return segment !== undefined && /^(?:orgs?|organi[sz]ations?)$/.test(plainWord(segment));
}

/** Also accepts `systems.json`, `systems(1)`, `systems:all` and `enrolled-systems`. */
export function isSystems(segment: string): boolean {
  return /^(?:(?:enroll?ed|managed|registered)[-_]?)?systems?(?![\p{L}\p{N}_-])/u.test(plainWord(segment));
}

function isVerb(segment: string, { isRead }: How, test: (text: string) => boolean): boolean {
  return test(segment) && (!isRead || deletesByReading(segment));
}

/** Services accept another method in a header, the query, or a field of the body. */
const override = /^x?(?:http)?(?:request)?(?:method|verb)(?:override)?$|^(?:methodoverride|override|overridemethod)$/;

/** The method that a field asks for instead of the request's own, as written; empty when it asks for none. */
function overridden({ name, value }: SaidField): readonly string[] {
  return override.test(name) && typeof value === 'string' && (isMethod(value) || isDeletion(value))
    ? [value.trim()]
    : [];
}

const actionName =
  /^(?:bulk|batch)?(?:action|op|operation|command|cmd|do|verb|task|event|intent|mutation|method|function|procedure|job|change)s?(?:type|name)?$|^type$|^kind$|^mode$/;
const stateName = /^(?:new|target|desired)?(?:state|status|lifecycle|lifecyclestate|lifecyclestatus|phase)$|^ensure$/;

function isAction({ name, value }: SaidField, how: How): boolean {
  return actionName.test(name) && typeof value === 'string' && isVerb(value, how, isDeletion);
}

/** `rest`: the segments below `systems`, when the path names them. */
function asksToDelete({ fields }: SaidFields, how: How, rest?: readonly string[]): boolean {
  return fields.some((field) => {
    const { name, value } = field;
    if (isAction(field, how)) return true;
    if (how.isRead) return false;
    if (name === patchRemoval) return rest !== undefined && isWhole(value, rest);
    if (stateName.test(name)) return typeof value === 'string' && isDeletedState(value);
    return isDeletionFlag(name) && isSet(value);
  });
}

/** True for a patch that removes a system, rather than a field of one. */
function isWhole(path: Json, rest: readonly string[]): boolean {
  const steps = typeof path === 'string' ? path.split('/').filter((step) => step !== '') : [];
  return steps.length === 0 || (rest.length === 0 && steps.length === 1);
}

/** False for false, zero and empty values, and for an object that names only tags or the like. */
function isSet(value: Json): boolean {
  if (typeof value === 'string') return !/^\s*(?:false|0|no|off|null|none|never)?\s*$/i.test(value);
  if (isJsonObject(value)) return Object.keys(value).some((name) => !namesOther(name));
  return Array.isArray(value) ? value.length > 0 : value !== null && value !== false && value !== 0;
}

function namesSystems({ name, value }: SaidField): boolean {
  if (ofSystems.test(name)) return value !== null;
  const isKind =
    /^(?:resource|entity|object|target|item|record|collection|model)(?:type|kind|name|s)?$|^(?:type|kind|on)$/;
  return isKind.test(name) && typeof value === 'string' && /^systems?$/.test(plainWord(value));
}

/** Finds requests inside a body: a batch, or lines such as `DELETE /org/N1/systems/X`. */
function findNested(method: string, { objects, texts }: SaidFields): SystemsDeletion | null {
  for (const object of objects) {
    const found = readNested(method, object);
    if (found !== null) return found;
  }
  for (const text of texts) {
    for (const [, named = '', url = ''] of text.matchAll(/(?:^|[\r\n"'])[ \t]*([A-Za-z][A-Za-z-]{1,20})[ \t]+(\S+)/g)) {
      if (!isMethod(named) || !mayBeAddress(url)) continue;
      const { path, query } = addressOf(url);
      const found = judge(named, path, fieldsOf({ query, headers: {}, body: null }), query.length > 0);
      if (found !== null) return found;
    }
  }
  return null;
}

function readNested(method: string, object: JsonObject): SystemsDeletion | null {
  const entries = Object.entries(object);
  const own = entries.find(([, value]) => typeof value === 'string' && isMethod(value))?.[1];
  for (const [name, value] of entries) {
    if (typeof value !== 'string' || !mayBeAddress(value)) continue;
    const named = typeof own === 'string' ? own : isDeletion(name) ? 'DELETE' : isDeletion(method) ? 'POST' : method;
    const { path, query } = addressOf(value);
    const said = fieldsOf({ query, headers: {}, body: typeof own === 'string' ? JSON.stringify(object) : null });
    const found = judge(named, path, said, query.length > 0);
    if (found !== null) return found;
  }
  return null;
}

/** A cheap check, because most texts of a long body are not requests. */
export function mayBeAddress(text: string): boolean {
  if (!/[/\\%]/.test(text) || !/system|[^\0-\x7f]|%/i.test(text)) return false;
  return piecesOf(text).some((piece) => plainWord(piece).includes('system'));
}

/** Non-standard methods count in capital letters only: `move` is an ordinary word. */
function isMethod(text: string): boolean {
  const name = text.trim();
  return isSentMethod(name.toUpperCase()) || /^[A-Z]+(?:-[A-Z]+)*$/.test(name);
}

/** Recognises a procedure by name: JSON-RPC (`systems.delete`), or a GraphQL mutation. */
function findProcedure(path: string, { fields, texts, ids }: SaidFields): SystemsDeletion | null {
  const { readings } = readPath(path);
  if (readings[0]?.some(namesOther) === true) return null;
  const written = [
    ...fields.flatMap(({ name, value }) => (actionName.test(name) && typeof value === 'string' ? [value] : [])),
    ...[...texts, ...fields.map(({ value }) => value)].filter(isMutation),
  ];
  const names = written.flatMap((text) => text.match(/[a-z_$][\w$]*(?:[.:/][\w$]+)*/gi) ?? []);
  return names.some((name) => deletesSystemsByName(name) && isImperative(name))
    ? { systemIds: ids, by: 'deletion' }
    : null;
}

function isMutation(value: Json): value is string {
  return typeof value === 'string' && /\bmutation\b/.test(value);
}
