/** What does this session change in settings that others may have changed meanwhile? Only what it sets anew itself. */
import { isDeepStrictEqual } from 'node:util';

type Fields = Readonly<Record<string, unknown>>;

/**
 * `stored`, with what differs between `before` and `after`. Whatever else stands in it stays as it is: what another
 * session set, and what this version does not know.
 */
export function withDifferences(stored: Fields, before: Fields, after: Fields): Record<string, unknown> {
  const fields = new Map(Object.entries(stored));
  for (const name of Object.keys({ ...before, ...after })) {
    const value = after[name];
    if (isDeepStrictEqual(before[name], value)) continue;
    if (value === undefined) fields.delete(name);
    else fields.set(name, value);
  }
  return Object.fromEntries(fields);
}
