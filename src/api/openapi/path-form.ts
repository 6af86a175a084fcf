/** Path templates: `/org/{orgId}/systems`. */

/** A parameter in a template, such as `{systemId}`. */
export const placeholder = /\{([^{}]+)\}/g;

/** Without repeats, in order of appearance. */
export function placeholdersIn(path: string): readonly string[] {
  return [...new Set([...path.matchAll(placeholder)].map(([, name = '']) => name))];
}

/** The parameter for the organisation: `{orgId}` right after `/org/`. Services ignore case, and read `//` as `/`. */
export function orgPlaceholder(path: string): string | null {
  const segments = path.split('/').filter((segment) => segment !== '');
  const isOrg = (segment = ''): boolean => decode(segment)?.toLowerCase() === 'org';
  const at = segments.findIndex((segment, n) => segment.startsWith('{') && isOrg(segments[n - 1]));
  return /^\{([^{}]+)\}/.exec(segments[at] ?? '')?.[1] ?? null;
}

/** Null when the text is not validly encoded. */
export function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** Faults with their sentences; the first match is the reason. */
const faults: readonly (readonly [RegExp, string])[] = [
  [/^$/, 'Its path is empty.'],
  [/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u, 'Its path contains a control character or a hidden one.'],
  [/^(?!\/)/, 'Its path does not begin with "/".'],
  [/^\/[/\\]/, 'Its path begins with "//", which leads to another address.'],
  [/\s/, 'Its path contains white space.'],
  [/#/, 'Its path contains "#": no service gets what follows it.'],
  [/\?/, 'Its path contains "?" and a query. rollcall api sends a path with its query.'],
  [/\\/, 'Its path contains "\\".'],
  [/\/(?:\.\.|\.(?=[/;]|$))/, 'Its path contains "." or ".." as a step.'],
  [/%(?:2e|2f|5c|25|[01]|7f)|%(?![\da-f]{2})/i, 'Its path contains an encoded separator.'],
  [/\{\}/, 'Its path contains a parameter without a name.'],
  [/\{[^}]*(?:\{|$)|^[^{]*\}|\}[^{]*\}/, 'Its path contains a brace without its other half.'],
];

/** Matches nearly every path, and excludes all faults. */
const usual = /^(?:\/(?:[\w-]+|\{[\w-]+\}))+$/;

/** Why a path cannot be used, as a sentence; null when it can. `isRead`: the path may have a query. */
export function whyNoPath(path: string, isRead: boolean): string | null {
  if (usual.test(path)) return null;
  const judged = isRead ? splitPath(path).path : path;
  return faults.find(([pattern]) => pattern.test(judged))?.[1] ?? null;
}

/** Pairs of names and values, and nothing else. */
const plainQuery = /^[\w.~-]+=[\w.~%+,:-]*(?:&[\w.~-]+=[\w.~%+,:-]*)*$/;

/** Some definitions write a query in the path: `/instances?recursion=1`. Any other `?` is part of the path. */
export function splitPath(path: string): { readonly path: string; readonly query: string } {
  const at = path.indexOf('?');
  return at < 0 || !plainQuery.test(path.slice(at + 1))
    ? { path, query: '' }
    : { path: path.slice(0, at), query: path.slice(at + 1) };
}

/** The path without the names of its parameters: `/org/{}/systems`. */
export function pathForm(path: string): string {
  return path.replace(/\{[^{}/]*\}/g, '{}');
}
