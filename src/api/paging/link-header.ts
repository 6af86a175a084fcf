/** Reads the header `Link` of an answer (RFC 8288): where the next page of a list is. */

/** One link: its address, then its parameters, whose texts may have commas in them. */
const oneLink = /<([^>]*)>((?:\s*;\s*[\w!#$&+.^`|~*-]+(?:\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^\s;,"]+))?)*)/g;

const parameter = /;\s*([\w!#$&+.^`|~*-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]+))/g;

/** The address with `rel="next"`; null where none has it. One that is of another page (`anchor`) does not count. */
export function linkHeaderNext(header: string | null): string | null {
  for (const [, address = '', rest = ''] of (header ?? '').matchAll(oneLink)) {
    const parameters = new Map<string, string>();
    for (const [, name = '', quoted, bare = ''] of rest.matchAll(parameter)) {
      const key = name.toLowerCase();
      // The first one counts.
      if (!parameters.has(key)) parameters.set(key, quoted ?? bare);
    }
    const relations = (parameters.get('rel') ?? '').toLowerCase().split(/\s+/);
    if (relations.includes('next') && !parameters.has('anchor')) return address;
  }
  return null;
}
