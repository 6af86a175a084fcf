/** Builds the addresses of organisations and systems, and checks that an id can be part of one. */

const longest = 200;

/**
 * No separators, no percent signs, no white space or controls, no dot segments: `""` or `.` would turn one system's
 * address into the whole list's.
 */
export function isPathId(id: string): boolean {
  return id !== '.' && id !== '..' && id.length <= longest && /^[^\p{Cc}\p{Cf}\p{Cs}\s/\\?#%]+$/u.test(id);
}

export function orgAddress(baseUrl: string, orgId: string): string {
  return `${baseUrl}/org/${encodeURIComponent(orgId)}`;
}

/** The address of an organisation's systems, without parameters. */
export function listAddress(baseUrl: string, orgId: string): string {
  return `${orgAddress(baseUrl, orgId)}/systems`;
}

export function systemAddress(baseUrl: string, orgId: string, systemId: string): string {
  return `${listAddress(baseUrl, orgId)}/${encodeURIComponent(systemId)}`;
}
