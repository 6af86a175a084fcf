/** The organisations that an address names, wherever in its path: what protects one is kept by its exact id. */
import { plainSegments } from '../../../api/deletion/segments.ts';
import type { Organisation } from '../../../api/organisations.ts';

/** Those of `all` whose id is a segment of the path, in any spelling. `baseUrl`: what the address begins with. */
export function organisationsNamed(
  all: readonly Organisation[],
  url: string,
  baseUrl: string,
): readonly Organisation[] {
  const segments = segmentsBelow(url, baseUrl);
  return all.filter((one) => plainSegments(encodeURIComponent(one.orgId)).some((id) => segments.includes(id)));
}

/** The segments of its path below the base URL, as a service may read them. */
export function segmentsBelow(url: string, baseUrl: string): readonly string[] {
  return plainSegments(new URL(url).pathname.slice(new URL(baseUrl).pathname.replace(/\/$/, '').length));
}
