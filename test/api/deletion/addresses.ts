/** Addresses that delete systems, in spellings that some service reads as such; and services that read them. */

import { systemsDeletionIn } from '../../../src/api/deletion/systems-deletion.ts';
import { seededRandom } from '../../../src/demo/fleet/random.ts';

/** A request as it is sent. */
export interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

export const base = 'https://api.example.com/v1';

type Random = () => number;

function oneOf<T>(random: Random, ...all: readonly T[]): T {
  return all[Math.floor(random() * all.length)] as T;
}

const verbs = [
  'delete remove purge destroy erase wipe bulk-delete bulk_delete bulkDelete bulkdelete batch-remove batchDelete',
  'delete-all deleteMany removeAll DELETE Purge mass-delete delete-systems deleteSystems decommission unenroll',
  'deregister',
].flatMap((line) => line.split(' '));

/** Without any spelling: what a service would call it. Each of its segments is spelled by itself. */
function plainRequest(random: Random): {
  method: string;
  path: string[];
  query: string;
  body: string | null;
  header?: string;
} {
  const org = ['org', oneOf(random, 'N1', '6f1d0c2a9b7e', 'n7Kq2wTd')];
  const id = oneOf(random, 'K3F9Q', 'X7', 'POS01', 'a-b_c');
  const target = random() < 0.7 ? [...org, 'systems', id] : [...org, 'systems'];
  const verb = oneOf(random, ...verbs);
  const change = oneOf(random, 'POST', 'PUT', 'PATCH');
  const ids = '{"systemIds":["A","B"]}';
  const plain = { method: 'DELETE', path: target, query: '', body: null };
  const post = { ...plain, method: 'POST' };
  switch (Math.floor(random() * 10)) {
    case 0:
      return { ...plain, method: change, path: [...org, 'systems', verb], body: ids };
    case 1:
      return { ...plain, method: change, path: [...org, 'systems', id, verb] };
    case 2:
      return { ...post, path: [...org, 'systems', verb, id] };
    case 3:
      return { ...post, path: [...org, `systems:${oneOf(random, 'delete', 'batchDelete', 'purge')}`], body: ids };
    case 4:
      return { ...post, query: `?${oneOf(random, '_method', '_METHOD', 'X-HTTP-Method-Override')}=delete` };
    case 5:
      return { ...post, header: oneOf(random, 'X-HTTP-Method-Override', 'X-HTTP-Method', 'x-method-override') };
    case 6:
      return { ...post, body: oneOf(random, '{"_method":"DELETE"}', '{"action":"delete"}', '{"deleted":true}') };
    default:
      return plain;
  }
}

/** A character of a word, encoded as often as it is, or in another case. */
function spelledCharacter(random: Random, character: string): string {
  const chance = random();
  if (chance < 0.9) return chance < 0.1 ? oneOf(random, character.toUpperCase(), character.toLowerCase()) : character;
  let text = `%${character.charCodeAt(0).toString(16)}`;
  for (let times = Math.floor(random() * 3); times > 0; times -= 1) text = text.replaceAll('%', '%25');
  return random() < 0.5 ? text : text.replace(/%[\da-f]{2}/g, (code) => code.toUpperCase());
}

function spelled(random: Random, segment: string): string {
  const word = random() < 0.5 ? segment : Array.from(segment, (one) => spelledCharacter(random, one)).join('');
  const chance = random();
  if (chance < 0.75) return word;
  return (
    word + oneOf(random, '.', '%2e', '%20', '+', ';', ';a=1', '%3b', '%3Ba', '%00', '%0a', '%252e', '%09', '..', ' ')
  );
}

const separators = '/ // /./ /%2e/ /%252e/ \\ %2f %2F %5c %252f /x/../ /notes/..;/'.split(' ');
const detours = '/notes/%2e%2e/ /notes/%252e%252e/ /n/%25252e%25252e/ /n/..;a=b/ /n/%c0%ae%c0%ae/ /;/'.split(' ');

function separator(random: Random): string {
  const chance = random();
  if (chance < 0.8) return '/';
  return chance < 0.9 ? oneOf(random, ...separators) : oneOf(random, ...detours);
}

/** Anything made of pieces that matter: few of these delete a system, and no one meant them to. */
function soup(random: Random): string {
  const pieces = [...'org N1 systems K3F9Q notes .. . ..; %2e%2e %252e%252e ; %2f delete'.split(' '), ...['']] as const;
  const length = 3 + Math.floor(random() * 6);
  return Array.from({ length }, () => `/${spelled(random, oneOf(random, ...pieces))}`).join('');
}

export function anAddress(random: Random): Sent {
  const { method, path, query, body, header } = plainRequest(random);
  const written = random() < 0.15 ? soup(random) : path.map((one) => separator(random) + spelled(random, one)).join('');
  const end = random() < 0.9 ? '' : oneOf(random, '/', '//', '/.', '/%2e', ';', '?', '.');
  const url = `${base}/${written.replace(/^[/\\]/, '')}${end}${query}`;
  return { method, url, headers: header === undefined ? {} : { [header]: 'DELETE' }, body };
}

/** How a service, and the proxy before it, read the path that arrives. */
interface Reading {
  /** How often it decodes before it splits, and once more each segment. */
  readonly decodes: number;
  readonly decodesSegments: boolean;
  readonly cutsParameters: 'first' | 'after' | 'never';
  readonly resolvesDots: boolean;
  readonly keepsEmpty: boolean;
  readonly trims: RegExp;
  readonly takesBackslash: boolean;
  readonly controls: 'kept' | 'left out' | 'end';
}

export function aService(random: Random): Reading {
  return {
    decodes: Math.floor(random() * 4),
    decodesSegments: random() < 0.7,
    cutsParameters: oneOf(random, 'first', 'after', 'never'),
    resolvesDots: random() < 0.8,
    keepsEmpty: random() < 0.2,
    trims: oneOf(random, /$^/g, /[.\s]+$/g, /^\s+|\s+$/g, /^[\s+]+|[\s.+]+$/g),
    takesBackslash: random() < 0.5,
    controls: oneOf(random, 'kept', 'left out', 'end'),
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text
      .replaceAll(/%c0%ae/gi, '.')
      .replaceAll(/%([2-7][\da-f])/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
  }
}

function readBy(service: Reading, path: string): readonly string[] {
  const withoutParameters = (text: string): string => text.replace(/;[^/]*/g, '');
  let text = service.cutsParameters === 'first' ? withoutParameters(path) : path;
  for (let times = 0; times < service.decodes; times += 1) text = decoded(text);
  if (service.cutsParameters === 'after') text = withoutParameters(text);
  if (service.controls === 'end') text = text.replace(/\0.*$/s, '');
  if (service.controls === 'left out') text = text.replace(/\p{Cc}/gu, '');
  if (service.takesBackslash) text = text.replaceAll('\\', '/');
  const segments: string[] = [];
  for (const raw of text.split('/').slice(1)) {
    const one = service.decodesSegments ? decoded(raw) : raw;
    if (one === '' && !service.keepsEmpty) continue;
    if (service.resolvesDots && (one === '.' || one === '..')) {
      if (one === '..') segments.pop();
      continue;
    }
    segments.push(one.replace(service.trims, '').toLowerCase());
  }
  return segments;
}

const known = new Set<string>(verbs.map((verb) => verb.toLowerCase()));
const ofCollection = new Set(['systems:delete', 'systems:batchdelete', 'systems:purge']);

/** Is it the deletion of systems for this service, whose routes stand below the base URL? */
export function isDeletionFor(service: Reading, { method, url, headers, body }: Sent): boolean {
  const { pathname, search } = new URL(url);
  const [version, org, orgId, systems = '', first, second, ...more] = readBy(service, pathname);
  if (version !== 'v1' || org !== 'org' || orgId === undefined || orgId === '' || more.length > 0) return false;
  const isOverridden =
    /method[^=]*=delete/i.test(search) || Object.keys(headers).length > 0 || /_method/.test(body ?? '');
  const isDelete = method === 'DELETE' || isOverridden;
  if (ofCollection.has(systems)) return first === undefined && method !== 'GET';
  if (systems !== 'systems' || first === '') return false;
  if (second === undefined && (isDelete || /"action"|"deleted"/.test(body ?? ''))) return true;
  if (method === 'DELETE') return false;
  return known.has(first ?? '') || (second !== undefined && known.has(second));
}

/** Enough to see what the judge overlooks. */
const maxShown = 20;

/** Yields `taken` addresses at random, each of which some service takes for a deletion. */
export function* deletionsAtRandom(taken: number, seed: number): Generator<Sent> {
  const random = seededRandom(seed);
  for (let left = taken; left > 0;) {
    const sent = anAddress(random);
    if (![1, 2, 3, 4].some(() => isDeletionFor(aService(random), sent))) continue;
    left -= 1;
    yield sent;
  }
}

/** The first of these that the judge lets through. */
export function letThrough(taken: number, seed: number): readonly Sent[] {
  const through: Sent[] = [];
  for (const sent of deletionsAtRandom(taken, seed)) {
    if (systemsDeletionIn(sent) === null && through.push(sent) === maxShown) break;
  }
  return through;
}
