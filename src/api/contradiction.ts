/** Finds what contradicts a 2xx status in its body: a failure, or another system than the requested one. */

/** Levels of wrappers that are searched, such as `{"data": {…}}`. */
const deepest = 3;

/** Elements of a list, or fields, that are searched: no response to a deletion has as many. */
const most = 200;

const flags = new Set(['success', 'succeeded', 'issuccess', 'successful', 'ok', 'deleted', 'isdeleted', 'removed']);
const verdicts = new Set(['status', 'result', 'outcome']);
const statuses = new Set(['status', 'statuscode', 'httpstatus', 'code']);
const faults = new Set(['error', 'errors', 'fault', 'exception']);

const failureWord =
  /^(error|errors|err|fail|failed|failure|denied|rejected|refused|forbidden|unauthori[sz]ed|invalid|conflict|aborted|cancell?ed|not[ _-]?(found|deleted|allowed|permitted))$/i;

/** What in the body of a 2xx says that the system with this id was not deleted (`data.success: false`), or null. */
export function contradictionIn(body: unknown, systemId: string): string | null {
  return contradictionAt(body, systemId, [], 0);
}

function contradictionAt(value: unknown, systemId: string, path: readonly string[], depth: number): string | null {
  const told = (what: string): string => [path.join('.'), what].filter((part) => part !== '').join(': ');
  if (value === false) return told('false');
  if (typeof value === 'string') return failureWord.test(value.trim()) ? told(JSON.stringify(value)) : null;
  if (typeof value !== 'object' || value === null) return null;
  if (!Array.isArray(value)) {
    const own = ownContradiction(value, systemId);
    if (own !== null) return [...path, own].join('.');
  }
  if (depth === deepest) return null;
  for (const [key, inner] of Object.entries(value).slice(0, most)) {
    // Texts and flags of a system's record describe the system, not its deletion.
    if (typeof inner !== 'object') continue;
    const found = contradictionAt(inner, systemId, [...path, key], depth + 1);
    if (found !== null) return found;
  }
  return null;
}

function ownContradiction(object: object, systemId: string): string | null {
  const fields = Object.entries(object).slice(0, most);
  const names = fields.map(([key]) => plain(key));
  for (const [at, [key, value]] of fields.entries()) {
    const name = names[at] ?? '';
    if (isContradicting(name, value, systemId)) return `${key}: ${shown(value)}`;
  }
  const isProblem = ['type', 'title'].every((name) => typeof fields[names.indexOf(name)]?.[1] === 'string');
  return isProblem && !names.includes('systemid') ? `title: ${shown(fields[names.indexOf('title')]?.[1])}` : null;
}

function isContradicting(name: string, value: unknown, systemId: string): boolean {
  if (name === 'systemid')
    return (typeof value === 'string' || typeof value === 'number') && String(value) !== systemId;
  if (flags.has(name) && isFalse(value)) return true;
  if (faults.has(name) && !isEmpty(value)) return true;
  if (statuses.has(name) && isErrorStatus(value)) return true;
  return verdicts.has(name) && (value === false || (typeof value === 'string' && failureWord.test(value.trim())));
}

/** Services write names in any case: `is_success`, `IsSuccess`. */
function plain(key: string): string {
  return key.toLowerCase().replace(/[_-]/g, '');
}

function isFalse(value: unknown): boolean {
  return value === false || value === 0 || (typeof value === 'string' && /^(false|no|0)$/i.test(value.trim()));
}

function isEmpty(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0;
  return value === undefined || value === null || value === false || value === 0 || value === '';
}

/** An HTTP error, as a number or as its digits. */
function isErrorStatus(value: unknown): boolean {
  const status = typeof value === 'string' && /^\d{3}$/.test(value.trim()) ? Number(value) : value;
  return typeof status === 'number' && status >= 400 && status < 600;
}

function shown(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
