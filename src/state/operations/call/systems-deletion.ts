/** Deleting systems, in any spelling: only the review does that. */
import { isJsonObject, parseExactly } from '../../../api/exact-json.ts';
import { systemsDeletionIn } from '../../../api/systems-deletion.ts';
import { inPlainSpelling } from '../../kernel/hidden-characters.ts';
import { decoded } from './address.ts';
import type { Call } from './call.ts';

/** Would this call delete systems? One of them, or several at once. */
export function deletesSystems(call: Pick<Call, 'method' | 'url' | 'headers' | 'body'>): boolean {
  const { searchParams } = new URL(call.url);
  const isOther = isOverridden([...searchParams]) || isOverridden(namedBy(call));
  return isSystemsDeletion(isOther ? 'DELETE' : call.method, call.url);
}

/** The same before the call is put together: names in braces stand for any id. */
export function isSystemsDeletion(method: string, path: string): boolean {
  if (systemsDeletionIn(method, path) !== null) return true;
  const isDelete = method === 'DELETE';
  const segments = plainSegments(URL.parse(path)?.pathname ?? path);
  return segments.some((segment, at) => {
    if (segment !== 'org' || segments[at + 2] !== 'systems') return false;
    const below = segments.slice(at + 3);
    if (isDelete && below.length < 2) return true;
    const isChange = isDelete || (method !== 'GET' && method !== 'HEAD');
    return isChange && below.length < 3 && wordOfDeletion.test(below.at(-1) ?? '');
  });
}

/** The last part of a path that deletes what stands before it: `delete`, `bulk-delete`, `remove_all`. */
const wordOfDeletion =
  /^((bulk|batch|mass|multi|multiple|many)[-_]?)?(delete|remove|purge)([-_]?(all|many|bulk|systems?))?$/;

/** Services take another method from a header, from the query, or from a field of the body. */
const override =
  /^(_method|x-http-method|x-method|x-http-method-override|x-method-override|http_?method(_?override)?)$/i;

function isOverridden(named: readonly (readonly [name: string, value: unknown])[]): boolean {
  return named.some(
    ([name, value]) => override.test(name) && typeof value === 'string' && /^\s*delete\s*$/i.test(value),
  );
}

function namedBy({ headers, body }: Pick<Call, 'headers' | 'body'>): readonly (readonly [string, unknown])[] {
  const json = body === null ? null : parseExactly(body);
  return [...Object.entries(headers), ...(isJsonObject(json) ? Object.entries(json) : [])];
}

/** The segments of a path in the way in which some service could read them: decoded to the end, in lower case, without parameters. */
export function plainSegments(path: string): readonly string[] {
  let text = path;
  for (let before = ''; before !== text;) {
    before = text;
    text =
      decoded(text) ?? text.replace(/%([2-7][\da-f])/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
  }
  return text
    .split(/[/\\]/)
    .map((segment) => inPlainSpelling(segment.replace(/;.*/s, '')).replace(/[. ]+$/, ''))
    .filter((segment) => segment !== '');
}
