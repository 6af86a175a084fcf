/** Finds contradictions of a 2xx status in the body: a total or partial failure, or another system than requested. */
import { cutJson } from './compact.ts';

import { numberText } from './exact-json.ts';

/** Maximum depth of wrappers to search, such as `{"data": {…}}`. */
const maxDepth = 3;

/** Maximum list elements or fields to search; no answer to a deletion has as many. */
const maxFields = 200;

const flags: readonly string[] = ['success', 'succeeded', 'issuccess', 'successful', 'ok'];

/** Field names by which a body claims that a change was (`so`) or was not made, beside the generic success flags. */
export interface Says {
  readonly so: readonly string[];
  readonly not: readonly string[];
}

const verdicts = new Set(['status', 'result', 'outcome']);
const statuses = new Set(['status', 'statuscode', 'httpstatus', 'code']);
const faults = new Set(['error', 'errors', 'fault', 'exception']);

const failureWord =
  /^(error|errors|err|fail|failed|failure|denied|rejected|refused|forbidden|unauthori[sz]ed|invalid|conflict|aborted|cancell?ed|not[ _-]?(found|deleted|disabled|enabled|allowed|permitted))$/i;

/** Fields of failed items in the answer to a request for many. */
const failures = /^(failed|failures?|errors?|rejected|unprocessed)(ids|systems|items|count)?$/;
const successes =
  /^(succeeded|successful|successes|updated|changed|applied|accepted|processed)(ids|systems|items|count)?$/;

const ids = /^(system|host|machine|device|node|agent|endpoint|item|resource)?s?id$/;

/** A failure in the answer to one request for many. `says` locates it: `results.1.error: "locked"`. */
export interface Claim {
  readonly kind: 'partly' | 'failed';
  readonly says: string;
}

/** Null when the body reports no failure. */
export function claimIn(body: unknown): Claim | null {
  const says = contradictionIn(body, null, none);
  if (says === null) return null;
  if (saysDone(body, 0)) return { kind: 'partly', says };
  const isList = typeof body !== 'object' || body === null || Array.isArray(body);
  const fields = isList ? [] : fieldsOf(body);
  const others = isList ? body : Object.fromEntries(fields.flatMap(ofTheWhole));
  const isOfAll = contradictionIn(others, null, none) !== null || fields.some(({ name }) => successes.test(name));
  return { kind: isOfAll ? 'failed' : 'partly', says };
}

const none: Says = { so: [], not: [] };

interface Field {
  readonly key: string;
  readonly value: unknown;
  readonly name: string;
}

/** Field names in lower case without separators: services write `is_success` or `IsSuccess`. */
function fieldsOf(object: object): readonly Field[] {
  const entries = Object.entries(object).slice(0, maxFields) as [string, unknown][];
  return entries.map(([key, value]) => ({ key, value, name: key.toLowerCase().replace(/[_-]/g, '') }));
}

/** Ignores a count or a list of failures, which says nothing about the other items. */
function ofTheWhole({ key, name, value }: Field): readonly (readonly [string, unknown])[] {
  const isOfSome = failures.test(name) && name !== 'error' && typeof value !== 'string';
  return isOfSome && !(name === 'failed' && value === true) ? [] : [[key, value]];
}

/** Does the body report a partial success: a count, a list, or an item without a failure? */
function saysDone(body: unknown, level: number): boolean {
  if (typeof body !== 'object' || body === null || level > maxDepth) return false;
  return fieldsOf(body).some(({ name, value }) => {
    if (failures.test(name)) return false;
    if (successes.test(name) && !isEmpty(value) && !isFalse(value)) return true;
    const isItem = level > 0 && (ids.test(name) || isSuccess(name, value));
    return (isItem && contradictionIn(body, null, none) === null) || saysDone(value, level + 1);
  });
}

function isSuccess(name: string, value: unknown): boolean {
  return flags.includes(name) ? isTrue(value) : statuses.has(name) && Number(value) >= 200 && Number(value) < 300;
}

/**
 * A claim in the body (`data.success: false`) that the change of this system failed; `systemId` null means any of
 * many. Null when there is none.
 */
export function contradictionIn(
  body: unknown,
  systemId: string | null,
  says: Says,
  path: readonly string[] = [],
): string | null {
  if (body === false) return 'false';
  if (typeof body === 'string') return failureWord.test(body.trim()) ? JSON.stringify(body) : null;
  if (typeof body !== 'object' || body === null) return null;
  const own = Array.isArray(body) ? null : ownContradiction(body, systemId, says);
  if (own !== null) return [...path, own].join('.');
  if (path.length === maxDepth) return null;
  for (const [key, inner] of Object.entries(body).slice(0, maxFields)) {
    // Texts and flags of the system's record describe the system, not the change.
    const found = typeof inner === 'object' ? contradictionIn(inner, systemId, says, [...path, key]) : null;
    if (found !== null) return found;
  }
  return null;
}

function ownContradiction(object: object, systemId: string | null, says: Says): string | null {
  const fields = fieldsOf(object);
  const found = fields.find(({ name, value }) => isContradicting(name, value, systemId, says));
  if (found !== undefined) return `${found.key}: ${showValue(found.value)}`;
  const [type, title, id] = ['type', 'title', 'systemid'].map((name) => fields.find((field) => field.name === name));
  const isProblem = typeof type?.value === 'string' && typeof title?.value === 'string' && id === undefined;
  return isProblem ? `title: ${showValue(title.value)}` : null;
}

function isContradicting(name: string, value: unknown, systemId: string | null, says: Says): boolean {
  if (systemId === null && failures.test(name) && !isEmpty(value)) return true;
  if (name === 'systemid')
    return systemId !== null && (typeof value === 'string' ? value : (numberText(value) ?? systemId)) !== systemId;
  if ((flags.includes(name) || says.so.includes(name)) && isFalse(value)) return true;
  if (says.not.includes(name) && isTrue(value)) return true;
  if (faults.has(name) && !isEmpty(value)) return true;
  if (statuses.has(name) && isErrorStatus(value)) return true;
  return verdicts.has(name) && (value === false || (typeof value === 'string' && failureWord.test(value.trim())));
}

function isFalse(value: unknown): boolean {
  return value === false || value === 0 || (typeof value === 'string' && /^(false|no|0)$/i.test(value.trim()));
}

function isTrue(value: unknown): boolean {
  return value === true || value === 1 || (typeof value === 'string' && /^(true|yes|1)$/i.test(value.trim()));
}

function isEmpty(value: unknown): boolean {
  return !value || (typeof value === 'object' && Object.keys(value).length === 0);
}

function isErrorStatus(value: unknown): boolean {
  const status = typeof value === 'string' && /^\d{3}$/.test(value.trim()) ? Number(value) : value;
  return typeof status === 'number' && status >= 400 && status < 600;
}

function showValue(value: unknown): string {
  const text = cutJson(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
