/** Compares versions: parts between dots as numbers where both are; a missing part comes first. */

/** `<4.10`, `>=4.2.0`; null where the value has no version behind its sign. */
export function versionTest(value: string): ((version: string | null) => boolean) | null {
  const [, side, wanted = ''] = /^(<=|>=|<|>)(\d[\w.+-]*)$/.exec(value) ?? [];
  if (side === undefined) return null;
  return (version) => {
    if (version === null || !/\d/.test(version)) return false;
    const difference = compareVersions(version.toLowerCase(), wanted);
    if (difference === 0) return side.endsWith('=');
    return side.startsWith('<') ? difference < 0 : difference > 0;
  };
}

function compareVersions(a: string, b: string): number {
  const [left, right] = [partsOf(a), partsOf(b)];
  for (let at = 0; at < Math.max(left.length, right.length); at++) {
    const [one, other] = [left[at], right[at]];
    if (one === other) continue;
    if (one === undefined) return -1;
    if (other === undefined) return 1;
    const difference = Number(one) - Number(other);
    return Number.isNaN(difference) ? (one < other ? -1 : 1) : Math.sign(difference);
  }
  return 0;
}

function partsOf(version: string): readonly string[] {
  return version
    .replace(/^v/, '')
    .split(/[.+-]/)
    .map((part) => (/^\d+$/.test(part) ? String(Number(part)) : part));
}
