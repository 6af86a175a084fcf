/** Checks that an id can be part of a path: `""` or `.` would turn one system's address into the whole list's. */

const longest = 200;

/** No separators, no percent signs, no white space or controls, no dot segments. */
export function isPathId(id: string): boolean {
  return id !== '.' && id !== '..' && id.length <= longest && /^[^\p{Cc}\p{Cf}\p{Cs}\s/\\?#%]+$/u.test(id);
}
