/** Collects the fields of a request's query, headers and body, at any depth. */
import { plainWord } from './segments.ts';
import { isJsonObject, isList, type Json, jsonIn, type JsonObject } from '../exact-json.ts';
import { type FormPart, formFieldsIn } from '../openapi/form-writing.ts';

// Words with which services delete, in a path, a query or a body.

/** Unmistakable at the beginning or the end of any word. */
const strong = 'delet(?:e|es|ed|ing|ion|ions)|remov(?:e|es|ed|ing|al)|purg(?:e|es|ed|ing)|eras(?:e|es|ed|ing)';
const weak =
  'destroy(?:s|ed)?|destruct|wip(?:e|es|ed|ing)|drop(?:s|ped)?|discard(?:s|ed)?|expunged?|prun(?:e|ed|ing)|clear|clean(?:up)?' +
  '|decommission(?:s|ed)?|(?:de|un)register(?:s|ed)?|(?:un|dis|de)enrol(?:l|s|ls|led|ment|lment)?|offboard(?:ed)?' +
  '|forget|forgotten|trash(?:ed)?|obliterate|annihilate|nuke|retired?|evict(?:ed)?|cull|reap|scrap|dispose|recycle|bin|tombstone' +
  '|terminated?|deprovision(?:ed)?|unpair|disown|eject|del|rm';

/** Words that say how or how many, and name no thing. */
const how =
  'bulk|batch|mass|multi|multiple|many|all|each|every|several|selected|selection|any|forced?|hard|soft|permanent(?:ly)?' +
  '|async|now|confirm|by|ids?|actions?|operations?|ops?|do|run|execute|invoke|perform|method|rpc|api|v' +
  '|enrolment|enrollment|registration';

/** Words that choose systems or carry out a deletion; beside a deletion word they do not change what is deleted. */
const beside =
  `${how}|some|list|items?|entries|records?|stale|inactive|old|unused|offline|disconnected|disabled|expired|dead` +
  '|requests?|jobs?|tasks?|commands?|cmd|start|submit|json|xml|service|controller|manager|default|enrolments|registrations' +
  '|query|where|byfilter|these|those|out|from|org|organi[sz]ation';

const systems = 'systems?|hosts?|machines?|devices?|computers?|nodes?|agents?|endpoints?';

const closed = new RegExp(
  `^(?:${beside}|${systems})*(?:${strong}|${weak})(?:${beside}|${systems}|${strong}|${weak})*$`,
);
const howAlone = new RegExp(`^(?:${how})+$`);
const aVerb = new RegExp(`^(?:${strong}|${weak})$`);
const atAnEnd = new RegExp(`^(?:${strong}|destroy|wipe)|(?:${strong}|destroy|wipe)$`);

/** Deleting one of these things deletes no system: a tag, a note, a message. */
const other =
  /^(?:tags?|labels?|notes?|comments?|keys?|dns|zones?|alias(?:es)?|polic(?:y|ies)|rules?|users?|members?|owners?|groups?|roles?|permissions?|attributes?|propert(?:y|ies)|fields?|settings?|config(?:s|urations?)?|certificates?|tokens?|sessions?|locks?|alerts?|logs?|messages?|events?|history|cache|descriptions?|names?|address(?:es)?|ips?|routes?|ports?|flags?|filters?|search(?:es)?|views?|schedules?|files?|attachments?|images?|logos?|webhooks?|invites?|updates?|metadata|annotations?|links?|locations?|sites?|unapproved|pending|waiting|requirements?|accounts?)$/;
const otherAtEnd = /(?:tags?|labels?|notes?|comments?|keys?|polic(?:y|ies)|rules?|users?|groups?|alias(?:es)?)$/;

const maxWordLength = 120;

/** Splits `bulkDelete_v2` into bulk, delete and v. */
function wordsOf(text: string): readonly string[] {
  return text
    .slice(0, maxWordLength)
    .normalize('NFKC')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[^\p{L}\p{M}]+/u)
    .map(plainWord);
}

/** Is the text about a tag, a key or another thing that is not a system? */
export function namesOther(text: string): boolean {
  const words = wordsOf(text);
  return words.some((word) => other.test(word)) || otherAtEnd.test(words.join(''));
}

/** True for a text that says nothing but deletion: `delete`, `bulk-delete`, `removeAll`, `DeleteSystems`. */
export function isDeletion(text: string): boolean {
  // An id may contain such a word together with digits.
  return !/(?<![\dv])\d/i.test(text) && closed.test(wordsOf(text).join(''));
}

const anywhere = new RegExp(`${strong}|${weak}|absent|gone`, 'i');

/** A cheap first check: without any part of a deletion word, the text cannot ask for a deletion. */
function mayDelete(text: string): boolean {
  return anywhere.test(/^[\0-\x7F]*$/.test(text) ? text : text.normalize('NFKC'));
}

/** Like `isDeletion`, but also accepts unknown words beside it: `delete-everything`. */
export function mayBeDeletion(text: string): boolean {
  if (isDeletion(text)) return true;
  const words = wordsOf(text);
  return (words.some((word) => aVerb.test(word)) || atAnEnd.test(words.join(''))) && !namesOther(text);
}

/** False for forms with which a read names deleted things: `deleted`, `deletions`. */
export function isImperative(text: string): boolean {
  return !/(?:delet|remov|purg|eras|wip)(?:ed|ing|ion|al)|(?:ed|ions?|ing)$/.test(wordsOf(text).join(''));
}

/** Only unmistakable words, because the words of a GET may name its answer: `bin`, `drops`. */
export function deletesByReading(text: string): boolean {
  return isImperative(text) && /delet|remov|purg|erase|destroy|wipe/.test(wordsOf(text).join(''));
}

/** True for a deletion that names systems: `deleteSystem`, `systems.bulkDelete`. */
export function deletesSystemsByName(text: string): boolean {
  return isDeletion(text) && /systems?/.test(wordsOf(text).join(''));
}

/** True for words that say how or how many and name no thing: `bulk`, `all`, `by-id`. */
export function namesNothing(text: string): boolean {
  return /^\D*$/.test(text) && howAlone.test(wordsOf(text).join(''));
}

/** Keeps letters only: services ignore the separators in `X-HTTP-Method-Override` and `_method`. */
export function squeeze(name: string): string {
  return plainWord(name).replace(/[^\p{L}]/gu, '');
}

const around = 'at|on|after|date|time|all|systems?|ids?|list|items?';
const flag = new RegExp(
  `^(?:${around}|is|to|be|mark(?:ed)?|as|for|soft|hard|force|should)*(?:${strong}|destroy(?:ed)?|wiped?|trash(?:ed)?)(?:${around})*$`,
);

/** True for a field whose value asks for a deletion: `isDeleted`, `purge`, `deletedAt`, `idsToDelete`. */
export function isDeletionFlag(name: string): boolean {
  return flag.test(squeeze(name));
}

export function isDeletedState(value: string): boolean {
  return isDeletion(value) || /^\s*(?:absent|gone)\s*$/i.test(value);
}

/** True when the next segment chooses a system: `by-name`, `hostname`. */
export function namesSelector(text: string): boolean {
  return /^(?:by)?(?:host|serial)?(?:names?|ids?|uuids?|guids?|numbers?)$/.test(squeeze(text));
}

export interface SaidField {
  /** In the form of `squeeze`. */
  readonly name: string;
  readonly value: Json;
}

export interface SaidFields {
  readonly fields: readonly SaidField[];
  /** Every object in the body, because each may be a request. */
  readonly objects: readonly JsonObject[];
  /** Every text in the body, or the body itself when it is not JSON. */
  readonly texts: readonly string[];
  /** Possible system ids: texts in lists, and in fields named like an id. */
  readonly ids: readonly string[];
  /** The body (without a name) and the fields reached through objects only, so no list items. */
  readonly members: readonly SaidField[];
}

interface Said {
  readonly query: Iterable<readonly [name: string, value: string]>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

export const idName = /^(?:system|host|machine|device)?ids?$|^systems?$/;

export function fieldsOf({ query, headers, body }: Said): SaidFields {
  const said = { fields: [] as SaidField[], objects: [] as JsonObject[], texts: [] as string[], ids: [] as string[] };
  for (const [name, value] of Object.entries(headers)) said.fields.push({ name: squeeze(name), value });
  const json = body === null ? undefined : jsonIn(body);
  const pairs = [...query];
  if (body !== null && json === undefined) {
    said.texts.push(body);
    const form = formFieldsIn(body);
    for (const field of form ?? []) pairs.push([field.name, field.value]);
    for (const text of textsIn(body, form)) {
      if (!mayDelete(text)) continue;
      // Pushes one by one: a file may have more fields than a call accepts arguments.
      for (const [name, value] of writtenFields(text)) said.fields.push({ name: squeeze(name), value });
      for (const line of jsonLines(text)) collect(said, '', line);
    }
  }
  for (const [written, value] of pairs) {
    const plain = written.replace(/\[\d*\]/g, '');
    const name = squeeze(/\[([^[\]]+)\]$/.exec(plain)?.[1] ?? plain);
    // A parameter without a value counts as true.
    said.fields.push({ name, value: value === '' ? true : value });
    if (idName.test(name)) said.ids.push(...value.split(','));
    collect(said, name, /^\s*[[{]/.test(value) ? jsonIn(value) : undefined);
  }
  collect(said, '', json);
  return {
    ...said,
    members: json === undefined ? [] : membersOf(json),
    ids: [...new Set(said.ids)].filter((id) => id.trim() !== ''),
  };
}

/** The texts to parse: a body, or the parts of a form. A form on one line contains nothing else. */
function textsIn(body: string, form: readonly FormPart[] | null): readonly string[] {
  if (form === null || !body.startsWith('--')) return form !== null && !/[\s<>"{}]/.test(body) ? [] : [body];
  return form.map(({ value }) => value);
}

/** In characters. */
const maxTextRead = 4 * 1024 * 1024;

/**
 * Fields in free text: `action: delete`, `action = delete`, `action="delete"`, `<action>delete</action>`, and columns.
 */
function* writtenFields(text: string): Generator<readonly [name: string, value: string]> {
  // A text too long to parse is treated as a deletion.
  if (text.length > maxTextRead) {
    yield ['action', 'delete'];
    return;
  }
  const ways = [
    /["']?([\w.-]{1,80})["']?[ \t]{0,9}[:=][ \t]{0,9}["']?([^\s,;"'<>{}()[\]&]{1,80})/g,
    /<([\w.:-]{1,80})(?:\s[^<>]{0,500})?>\s{0,80}(?:<!\[CDATA\[)?\s{0,80}([^<>\]]{1,200}?)\s{0,80}(?:\]\]>)?\s{0,80}<\//g,
    /^[ \t-]{0,80}["']?([\w.-]{1,80})["']?[ \t]{0,9}[:=]([^\r\n]{1,200})/gm,
  ];
  for (const way of ways) {
    for (const [, name = '', value = ''] of text.matchAll(way)) yield [name.replace(/^.*:/, ''), bare(value)];
  }
  const [head = '', ...rows] = text.split(/\r?\n/);
  const names = cellsOf(head);
  if (names.length < 2) return;
  for (const row of rows) {
    for (const [at, cell] of cellsOf(row).entries()) if (names[at] !== undefined) yield [names[at], cell];
  }
}

function cellsOf(line: string): readonly string[] {
  return line
    .slice(0, maxRowLength)
    .split(/[,;\t]/)
    .map(bare);
}

const maxRowLength = 10_000;

function bare(value: string): string {
  return value.replace(/\s#.*$/s, '').replace(/^[\s"']+|[\s"',]+$/g, '');
}

/** JSON Lines; none when the text is anything else. */
function jsonLines(text: string): readonly Json[] {
  if (!/^\s*[[{]/.test(text)) return [];
  return text.split('\n').flatMap((line) => jsonIn(line) ?? []);
}

function membersOf(body: Json): readonly SaidField[] {
  const members: SaidField[] = [];
  const left: SaidField[] = [{ name: '', value: body }];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    members.push(next);
    const { value } = next;
    if (isJsonObject(value)) {
      for (const [name, one] of Object.entries(value)) left.push({ name: squeeze(name), value: one });
    } else if (next.name === '' && isList(value)) {
      for (const item of value) members.push(...readPatch(item));
    }
  }
  return members;
}

/** The field that an operation of a JSON Patch (RFC 6902) sets. */
function readPatch(step: Json): readonly SaidField[] {
  if (!isJsonObject(step)) return [];
  const { op, path, value } = step;
  if (typeof op !== 'string' || typeof path !== 'string' || value === undefined) return [];
  return [{ name: squeeze(path.split('/').at(-1) ?? ''), value }];
}

type Collected = { readonly [Part in Exclude<keyof SaidFields, 'members'>]: SaidFields[Part][number][] };

function collect({ fields, objects, texts, ids }: Collected, name: string, value: Json | undefined): void {
  // Iterative, because a deep body would overflow the stack.
  const left: (readonly [name: string, value: Json | undefined, isListed: boolean])[] = [[name, value, false]];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const [named, one, isListed] = next;
    if (typeof one === 'string') {
      texts.push(one);
      if (isListed || idName.test(named)) ids.push(one);
    } else if (isJsonObject(one)) {
      objects.push(one);
      // Pushes one by one: a call accepts no more arguments than the stack holds.
      for (const field of fieldsIn(one, fields).reverse()) left.push(field);
    } else if (Array.isArray(one)) {
      // List items have the name of their list.
      const items = one as readonly Json[];
      for (const item of items) if (typeof item === 'string') fields.push({ name: named, value: item });
      for (const item of items.toReversed()) left.push([named, item, true]);
    }
  }
}

/** Adds the fields of an object and returns the nested values to search. A removed tag does not count as a system. */
function fieldsIn(object: JsonObject, fields: SaidField[]): (readonly [string, Json, boolean])[] {
  const { op, path, value } = object;
  // JSON Patch (RFC 6902): `path` names the target of `op`.
  if (typeof op === 'string' && typeof path === 'string') {
    const isRemoval = /^\s*remove\s*$/i.test(op);
    fields.push(
      isRemoval
        ? { name: patchRemoval, value: path }
        : { name: squeeze(path.split('/').at(-1) ?? ''), value: value ?? null },
    );
    return [];
  }
  const named = Object.entries(object).map(([name, one]) => [squeeze(name), one, name] as const);
  for (const [name, one] of named) fields.push({ name, value: one });
  return named
    .filter(([plain, , name]) => wrapper.test(plain) || !namesOther(name))
    .map(([name, one]) => [name, one, false]);
}

/** Fields that contain parts of a system. */
const wrapper = /^(?:attributes?|properties|fields|metadata|settings)$/;

/** No squeezed name equals this. */
export const patchRemoval = 'JSON Patch';
