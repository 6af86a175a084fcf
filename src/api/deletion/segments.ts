/** Splits a path as services may read it: some decode twice, cut parameters off, or trim what others keep. */

/** Maximum number of times that a path is decoded. */
const maxDecoded = 8;

interface PathRead {
  /** Decoded once, without the empty segment after a trailing slash. The first reading is the usual one. */
  readonly readings: readonly (readonly string[])[];
  /** A service may see other segments, or go up by one. Only the words count then, not the readings. */
  readonly isAmbiguous: boolean;
}

export function readPath(path: string): PathRead {
  const usual = path
    .replace(/^\//, '')
    .replace(/\/$/, '')
    .split('/')
    .map((segment) => decodeOnce(segment));
  if (usual.length === 1 && usual[0] === '') return { readings: [[]], isAmbiguous: false };
  const wide = usual.flatMap((segment) => segment.normalize('NFKC').split(/[/\\]/));
  // A service that decodes the path before it looks for the query ends the path at the first "?" or "#".
  const ends = usual.findIndex((segment) => /[?#]/.test(segment));
  const cut = ends < 0 ? [] : [[...usual.slice(0, ends), (usual[ends] ?? '').replace(/[?#].*$/s, '')]];
  return {
    readings: [usual, ...(wide.length === usual.length ? [] : [wide]), ...cut],
    // Ignores blanks at the ends: words are compared without them, and they lead nowhere else.
    isAmbiguous: usual.some((segment) => segmentFault(segment.trim()) !== null),
  };
}

/**
 * Why a service may read a segment (decoded once) as another or as several, as words that follow its name; null: safe.
 */
export function segmentFault(segment: string): string | null {
  if (segment === '') return 'must not be empty.';
  if (/[/\\%;]/.test(segment)) return 'cannot contain "/", "\\", "%" or ";".';
  if (/\p{Cc}/u.test(segment)) return 'contains a hidden character.';
  if (segment !== segment.trim()) return 'must not begin or end with a blank.';
  if (/^[.\s]*$/.test(segment.normalize('NFKC'))) return `cannot be "${segment}": that leads to another address.`;
  return null;
}

const separators = /[/\\;=,&?#]|\p{Cc}/u;

/** All pieces of a path by the separators of any service: fully decoded, in lower case. */
export function piecesOf(path: string): readonly string[] {
  if (/^[!-~]*$/.test(path) && !path.includes('%')) return path.split(separators).filter(isNotEmpty);
  const text = decodeFully(path).normalize('NFKC');
  // Some services drop control characters, and others end the text there.
  return [text, text.replace(/\p{Cc}/gu, '')].flatMap((one) => one.split(separators)).filter(isNotEmpty);
}

function isNotEmpty(piece: string): boolean {
  return plainWord(piece) !== '';
}

/** Path segments in one spelling: fully decoded, in lower case, without parameters and empty segments. */
export function plainSegments(path: string): readonly string[] {
  return decodeFully(path)
    .split(/[/\\]/)
    .map((segment) => plainWord(segment.replace(/;.*/s, '')))
    .filter((segment) => segment !== '');
}

/** Removes details that services ignore: case, width, hidden characters, and blanks and dots at the ends. */
export function plainWord(text: string): string {
  // Fast path: a long body has many plain words.
  if (/^[a-z\d_-]*$/.test(text)) return text;
  const word = text
    .normalize('NFKC')
    .replace(/[\p{C}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/gu, '')
    .toLowerCase()
    .replace(/^[\s+]+/, '');
  // A loop, because a regular expression would backtrack at each run of blanks.
  let end = word.length;
  while (end > 0 && /[\s.+]/.test(word.charAt(end - 1))) end -= 1;
  return word.slice(0, end);
}

function decodeFully(path: string): string {
  let text = path;
  for (let times = 0; times < maxDecoded; times += 1) {
    const next = decodeOnce(text);
    if (next === text) return text;
    text = next;
  }
  return text;
}

/** Also decodes `%u0073`, which some servers accept. */
function decodeOnce(text: string): string {
  if (!text.includes('%')) return text;
  return text
    .replace(/%u([\da-f]{4})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
    .replace(/(?:%[\da-f]{2})+/gi, (encoded) => {
      try {
        return decodeURIComponent(encoded);
      } catch {
        return decodeBytes(encoded);
      }
    });
}

/** Decodes bytes that are not UTF-8: plain ASCII, and overlong ASCII (RFC 3629, 10). */
function decodeBytes(encoded: string): string {
  const bytes = encoded.replace(/%(..)/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
  return bytes.replace(/[\xc0\xc1][\x80-\xbf]|\xe0[\x80\x81][\x80-\xbf]/g, (long) => {
    const [low = 0, high = 0] = Array.from(long, (byte) => byte.charCodeAt(0)).reverse();
    return String.fromCharCode(((high & 0x1f) << 6) | (low & 0x3f));
  });
}
