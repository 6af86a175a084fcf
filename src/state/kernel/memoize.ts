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

/** Keeps the last result, and makes another one when a value is not the same as then. */
export function keepLast<Values extends readonly unknown[], Made>(
  make: (...values: Values) => Made,
): (...values: Values) => Made {
  let last: { readonly values: Values; readonly made: Made } | null = null;
  return (...values) => {
    if (last?.values.every((value, index) => value === values[index]) !== true)
      last = { values, made: make(...values) };
    return last.made;
  };
}
