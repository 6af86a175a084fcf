/** Which requests delete systems, however their address is written: they leave after a review, and no other way. */

/** What a request would delete; `systemId` null: all systems that its body names. */
export interface SystemsDeletion {
  readonly orgId: string;
  readonly systemId: string | null;
}

/**
 * `DELETE …/org/<x>/systems` and `…/systems/<y>`, in any case and encoded as often as anybody likes: what a service may
 * take for it is it. Null for every other request.
 */
export function systemsDeletionIn(method: string, address: string): SystemsDeletion | null {
  if (method.toUpperCase() !== 'DELETE') return null;
  const path = URL.parse(address)?.pathname ?? address;
  const segments = decodedFully(path)
    .split(/[/\\]+/)
    // Parameters of a segment (`systems;v=1`) are no part of its name.
    .map((segment) => segment.replace(/;.*$/s, '').trim())
    .filter((segment) => segment !== '' && segment !== '.');
  for (const named of [1, 0]) {
    const [org, orgId, systems, systemId] = segments.slice(-3 - named);
    if (orgId !== undefined && segments.length >= 3 + named && isWord(org, 'org') && isWord(systems, 'systems')) {
      return { orgId, systemId: systemId ?? null };
    }
  }
  return null;
}

/** Letters of other alphabets that look like these, and hidden ones between them. */
function isWord(segment: string | undefined, word: string): boolean {
  return (
    segment
      ?.normalize('NFKC')
      .replace(/\p{Cf}|\p{M}/gu, '')
      .toLowerCase() === word
  );
}

/** So often an address is encoded at most. */
const mostDecoded = 8;

function decodedFully(path: string): string {
  let text = path;
  for (let times = 0; times < mostDecoded; times += 1) {
    const next = decodedOnce(text);
    if (next === text) return text;
    text = next;
  }
  return text;
}

/** What is no encoded text stays as it is. */
function decodedOnce(text: string): string {
  return text.replace(/(?:%[\da-f]{2})+/gi, (encoded) => {
    try {
      return decodeURIComponent(encoded);
    } catch {
      return encoded;
    }
  });
}
