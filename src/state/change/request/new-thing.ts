/**
 * Decides whether a request creates a new thing and names no existing one. Then a list in its body describes the new
 * thing, and is no list of things to change. When in doubt, the answer is no.
 */
import { isJsonObject, isList, type Json } from '../../../api/exact-json.ts';
import type { Call } from '../../../api/calls/call.ts';
import type { DefinedOperation } from '../../../api/openapi/definition.ts';
import { orgPlaceholder, placeholdersIn } from '../../../api/openapi/path-form.ts';
import type { Failure } from '../../../api/problem.ts';

type Making = Pick<DefinedOperation, 'method' | 'path' | 'operationId' | 'summary'>;

export function makesNewThing(
  operation: Making,
  { method, url }: Pick<Call, 'method' | 'url'>,
  body: Json | undefined,
): boolean {
  if (method !== 'POST' || body === undefined || !isJsonObject(body) || URL.parse(url)?.search !== '') return false;
  return isMaking(operation) && !hasValue(operation.path) && !namesAnother(body);
}

/** Does the path have a parameter besides the organisation? */
function hasValue(path: string): boolean {
  return placeholdersIn(path).some((name) => name !== orgPlaceholder(path));
}

/** Matches `createRule`, `rules_create`, "Create a rule", unless another word says that existing things change. */
function isMaking({ path, operationId, summary }: Making): boolean {
  const [id, said] = [wordsOf(operationId ?? ''), wordsOf(summary)];
  const isSaid = id.some((word) => making.has(word)) || making.has(said[0] ?? '');
  return isSaid && ![...wordsOf(path), ...id, ...said].some((word) => others.has(singular(word)));
}

const making = new Set(['create', 'creates', 'new']);
/** Words for changing existing or many things. A job is new too, but changes existing things. */
const others = new Set([
  ...['update', 'upsert', 'replace', 'set', 'edit', 'change', 'modify', 'patch', 'put', 'save', 'overwrite'],
  ...['assign', 'attach', 'link', 'move', 'copy', 'clone', 'merge', 'sync', 'import', 'apply', 'enable', 'run', 'send'],
  ...['existing', 'all', 'every', 'each', 'many', 'multiple', 'bulk', 'batch', 'mass', 'system', 'host', 'device'],
  ...['job', 'task', 'action', 'command', 'execution', 'operation', 'deployment', 'rollout', 'campaign', 'request'],
]);

/** Names of fields that identify existing things, or select them. */
const identifying = new Set([
  ...['id', 'uuid', 'guid', 'ref', 'reference', 'href', 'self', 'serial', 'hostname', 'selector', 'filter', 'query'],
  ...['system', 'host', 'machine', 'device', 'node', 'agent', 'endpoint', 'computer', 'server', 'asset', 'resource'],
  ...['user', 'member', 'owner', 'account', 'group', 'team', 'organisation', 'organization', 'org', 'project', 'site'],
  ...['target', 'parent', 'object', 'entity', 'source', 'destination', 'action', 'operation', 'command', 'method'],
]);

/** Lists of texts that identify nothing. */
const plainLists = /^(?:tags?|labels?|scopes?|keywords?|aliases|categories|languages|locales|weekdays|days|notes?)$/;

const uuid = /[\da-f]{8}(?:-?[\da-f]{4}){3}-?[\da-f]{12}/i;

/** Does the body name an existing thing? Iterative, since a body may be deeply nested. */
function namesAnother(body: Json): boolean {
  const left: (readonly [name: string, value: Json])[] = [['', body]];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const [name, value] = next;
    if (typeof value === 'string' && uuid.test(value)) return true;
    if (isList(value)) {
      const isOfObjects = value.every((one) => isJsonObject(one));
      if (!isOfObjects && !plainLists.test(wordsOf(name).at(-1) ?? '')) return true;
      for (const one of value) left.push([name, one]);
    } else if (isJsonObject(value)) {
      for (const [field, one] of Object.entries(value)) {
        if (wordsOf(field).some((word) => identifying.has(singular(word)))) return true;
        left.push([field, one]);
      }
    }
  }
  return false;
}

/** Good enough for the words above, not for English. */
function singular(word: string): string {
  return word.replace(/(?<!s)s$/, '');
}

/** Splits identifiers: `systemIds` gives system and ids. */
function wordsOf(text: string): readonly string[] {
  return text
    .slice(0, maxTextLength)
    .replace(/([a-z\d])([A-Z])|([A-Z])([A-Z][a-z])/g, '$1$3 $2$4')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '');
}

const maxTextLength = 1000;

// Reads the files in a body when the request is sent.

/** Reads a file by the path that you typed. `code`: why it cannot be read. */
export type ReadFile = (
  path: string,
  maxBytes: number,
) => { readonly ok: true; readonly bytes: Uint8Array } | { readonly ok: false; readonly code: string };

/** Limit on the files of one request, in bytes. */
const maxFileBytes = 64 * 1024 * 1024;

/** Without `bytes`, the text is the whole body. */
export function withFiles(
  { body, files = [] }: Pick<Call, 'body' | 'files'>,
  readFile: ReadFile,
): { readonly ok: true; readonly bytes?: Uint8Array } | { readonly ok: false; readonly failure: Failure } {
  if (body === null || files.length === 0) return { ok: true };
  const boundary = files[0]?.at === 0 ? null : body.slice(0, body.indexOf('\r\n'));
  const pieces: Uint8Array[] = [];
  let [from, left] = [0, maxFileBytes];
  for (const { path, at, length } of files) {
    const read = readFile(path, left);
    if (!read.ok) return unread(path, read.code);
    const { buffer, byteOffset, byteLength } = read.bytes;
    const isBroken = boundary !== null && Buffer.from(buffer, byteOffset, byteLength).includes(boundary);
    if (isBroken) return unread(path, 'boundary');
    left -= byteLength;
    pieces.push(Buffer.from(body.slice(from, at)), read.bytes);
    from = at + length;
  }
  return { ok: true, bytes: Buffer.concat([...pieces, Buffer.from(body.slice(from))]) };
}

function unread(path: string, code: string): { readonly ok: false; readonly failure: Failure } {
  return { ok: false, failure: { kind: 'fileUnread', path, code } };
}
