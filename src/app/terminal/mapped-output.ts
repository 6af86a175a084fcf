/** How is what is drawn changed on its way to the terminal? */

/** The same stream; what is written to it as text is mapped first. */
export function mappedOutput(stream: NodeJS.WriteStream, map: (text: string) => string): NodeJS.WriteStream {
  return new Proxy(stream, {
    get(target, name) {
      if (name === 'write') {
        const write = target.write.bind(target) as (...about: unknown[]) => boolean;
        return (text: unknown, ...rest: unknown[]) => {
          const mapped = typeof text === 'string' ? map(text) : text;
          // Nothing is left of it, and nobody waits for it to be written.
          return mapped === '' && text !== '' && rest.length === 0 ? true : write(mapped, ...rest);
        };
      }
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}
