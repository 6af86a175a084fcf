/** The one count of the systems that a request names: in its path, its query, its body, or in requests inside its body. */
import { isList, type Json, scalarText } from '../exact-json.ts';
import { type Fields, fieldsOf, idName } from './fields.ts';
import { readPath } from './segments.ts';
import { addressOf, type Asked, isOfOrganisation, isSystems, mayBeAddress } from './systems-deletion.ts';
import { isDeletion, namesNothing, namesOther } from './words.ts';

/** An id of anything, where the path does not say that it is of a system. */
const anyId = /^ids?$/;

/**
 * Names that are told apart. A list counts by its name; in a request for many systems without such a name, each list counts
 * that is not called by another thing, such as tags. Systems that a filter or "all" chooses are named by nothing.
 */
export function systemsNamedIn({ method, url, headers = {}, body = null }: Asked): number {
  const { path, query } = addressOf(url);
  const said = fieldsOf({ query, headers, body });
  const own = namedInPath(path);
  const named = new Set(own.ids);
  for (const { name, value } of said.fields) {
    if (!idName.test(name) || (anyId.test(name) && !own.isOfSystems)) continue;
    for (const id of idsIn(value)) named.add(id);
  }
  for (const word of said.texts.flatMap((text) => text.split(/\s/))) {
    if (mayBeAddress(word)) for (const id of namedInPath(addressOf(word).path).ids) named.add(id);
  }
  const isListed = own.isOfSystems && method !== 'GET' && [...named].every((id) => isWord.test(id));
  return Math.max(named.size, isListed ? new Set(listedIn(said)).size : 0);
}

/** An action such as `quarantine`, rather than an id. */
const isWord = /^[a-z]+(?:[-_][a-z]+)*$/i;

function listedIn({ lists }: Fields): readonly string[] {
  return lists.flatMap(({ name, value }) => (namesOther(name) ? [] : idsIn(value)));
}

function idsIn(value: Json): readonly string[] {
  const items = isList(value) ? value : [value];
  const texts = items.flatMap((item) => (typeof item === 'boolean' || item === null ? [] : (scalarText(item) ?? [])));
  return texts.flatMap((text) => text.split(',')).filter((id) => id.trim() !== '');
}

/** `isOfSystems`: it leads to the systems of an organisation, or to one of them. */
function namedInPath(path: string): { readonly ids: readonly string[]; readonly isOfSystems: boolean } {
  const ids: string[] = [];
  let isOfSystems = false;
  for (const segments of readPath(path).readings) {
    const at = segments.findIndex((one, n) => isSystems(one) && isOfOrganisation(segments.slice(0, n)));
    if (at < 0) continue;
    isOfSystems = true;
    const id = segments.slice(at + 1).find((one) => !namesNothing(one));
    if (id !== undefined && !namesOther(id) && !isDeletion(id)) ids.push(id);
  }
  return { ids, isOfSystems };
}
