/** Counts the systems that a request names: in its path, query or body, or in requests inside its body. */
import { isJsonObject, isList, type Json, scalarText } from '../exact-json.ts';
import { type SaidField, type SaidFields, fieldsOf, isDeletion, namesNothing, namesOther } from './fields.ts';
import { readPath } from './segments.ts';
import { addressOf, type Asked, isSystems, mayBeAddress } from './systems-deletion.ts';

/** Also matches `targetSystemIds`, `hosts` and `system_list`. */
const ofSystems = /(?:system|host|machine|device|node|agent|endpoint)s?(?:ids?|list)?$/;

/** Ids without a type: those of a list usually are of systems; a single id is only where the path says so. */
const ofAnything = /^ids$/;
const ofOne = /^id$/;

/**
 * When unsure whether two names are one system, counts both: one too many is safer than one too few. In a request for
 * many systems without a system field, each list counts unless its name is another thing, such as tags. Systems chosen
 * by a filter or "all" are not counted.
 */
export function systemsNamedIn({ method, url, headers = {}, body = null }: Asked): number {
  const { path, query } = addressOf(url);
  const said = fieldsOf({ query, headers, body });
  const own = readPathIds(path);
  const named = new Set(own.ids);
  for (const field of said.fields) {
    const isOfSystems = ofSystems.test(field.name) || ofAnything.test(field.name);
    if (isOfSystems || (ofOne.test(field.name) && own.isOfSystems)) for (const id of idsIn(field)) named.add(id);
  }
  for (const word of said.texts.flatMap((text) => text.split(/\s/))) {
    if (mayBeAddress(word)) for (const id of readPathIds(addressOf(word).path).ids) named.add(id);
  }
  for (const id of inMutation(said)) named.add(id);
  const isListed = (own.isAction || own.isBulk) && method !== 'GET' && named.size <= 1;
  return Math.max(named.size, isListed ? new Set(listMembers(said)).size : 0);
}

/** Counts every value of a GraphQL mutation about systems, because its names do not say what a value is. */
function inMutation({ members, texts }: SaidFields): readonly string[] {
  const mutation = texts.find((text) => /\bmutation\b/.test(text) && ofMutation.test(text));
  if (mutation === undefined) return [];
  const written = Array.from(mutation.matchAll(/"([^"\\\n]*)"/g), ([, text = '']) => text);
  const variables = members.flatMap(({ name, value }) =>
    name === 'variables' && isJsonObject(value) ? Object.entries(value) : [],
  );
  return [...written, ...variables.flatMap(([name, value]) => (namesOther(name) ? [] : idsIn({ value })))].filter(
    (text) => text !== '',
  );
}

const ofMutation = /system|host|machine|device|node|agent|endpoint/i;

function listMembers({ members }: SaidFields): readonly string[] {
  return members.flatMap((field) => (isList(field.value) && !namesOther(field.name) ? idsIn(field) : []));
}

/**
 * Accepts a list, an object keyed by id, or a text with separators. An item that is an object counts by its ids,
 * otherwise as one.
 */
function idsIn({ value }: Pick<SaidField, 'value'>): readonly string[] {
  if (isJsonObject(value)) return Object.keys(value);
  const items: readonly Json[] = isList(value) ? value : [value];
  return items.flatMap((item, at) => {
    if (isJsonObject(item)) {
      const own = Object.entries(item).flatMap(([name, one]) => (/id$/i.test(name) ? (scalarText(one) ?? []) : []));
      return own.length > 0 ? own : [`item ${at}`];
    }
    const text = typeof item === 'boolean' || item === null ? null : scalarText(item);
    return (text ?? '').split(/[,;\s]+/).filter((id) => id !== '');
  });
}

/** An action such as `quarantine`, rather than an id. */
const isWord = /^[a-z]+(?:[-_][a-z]+)*$/i;

/** `isOfSystems`: the path leads to systems, or to one; `isAction`: to all of them, or to an action on many. */
function readPathIds(path: string): {
  readonly ids: readonly string[];
  readonly isOfSystems: boolean;
  readonly isAction: boolean;
  readonly isBulk: boolean;
} {
  const ids: string[] = [];
  let [isOfSystems, isAction] = [false, false];
  const { readings } = readPath(path);
  for (const segments of readings) {
    const at = segments.findIndex(isSystems);
    if (at < 0) continue;
    isOfSystems = true;
    const rest = segments.slice(at + 1).filter((one) => !namesNothing(one));
    const [id] = rest;
    isAction ||= id === undefined || (rest.length === 1 && isWord.test(id));
    if (id !== undefined && !namesOther(id) && !isDeletion(id)) ids.push(...id.split(/[,;]/));
  }
  const isBulk = readings.some((segments) => segments.some((one) => /bulk|batch/i.test(one)));
  return { ids, isOfSystems, isAction, isBulk };
}
