/** Memoizes by identity: the result is kept with the value that it was made of, which never changes. */

/** Calls `make` once for each value; the result is collected with the value. */
export function memoize<Value extends object, Made extends object>(
  make: (value: Value) => Made,
): (value: Value) => Made {
  const all = new WeakMap<Value, Made>();
  return (value) => {
    const made = all.get(value) ?? make(value);
    all.set(value, made);
    return made;
  };
}
