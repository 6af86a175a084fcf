/** Calls `make` once for each value, which never changes; the result is collected with the value. */
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
