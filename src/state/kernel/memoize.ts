/** How is nothing counted twice? What was made of a value is kept with it: nothing in the state ever changes. */

/** `make`, asked once for each value, and remembered for as long as anybody holds that. */
export function madeOnce<Value extends object, Made extends object>(
  make: (value: Value) => Made,
): (value: Value) => Made {
  const all = new WeakMap<Value, Made>();
  return (value) => {
    const made = all.get(value) ?? make(value);
    all.set(value, made);
    return made;
  };
}
