/** Changes what Ink writes on its way to the terminal. */

/** The same stream; text that is written to it is mapped first. */
export function mappedOutput(stream: NodeJS.WriteStream, map: (text: string) => string): NodeJS.WriteStream {
  return new Proxy(stream, {
    get(target, name) {
      if (name === 'write') {
        const write = target.write.bind(target) as (...about: unknown[]) => boolean;
        return (text: unknown, ...rest: unknown[]) => write(typeof text === 'string' ? map(text) : text, ...rest);
      }
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

/** xterm's control sequences: the alternate screen, and CUP to its first cell. */
const enterAlternateScreen = '\u{1B}[?1049h';
const home = '\u{1B}[H';

/** On the alternate screen the cursor stays in the line of the shell: a frame from there would scroll the screen. */
export function homeOnAlternateScreen(text: string): string {
  return text.replace(enterAlternateScreen, enterAlternateScreen + home);
}

const nextLines = new RegExp(String.raw`(?:\u{1B}\[E){2,}`, 'gu');

/** Joins runs of CNL (ECMA-48, 8.3.12) into one: Ink writes one for each line that has not changed. */
export function joinNextLines(text: string): string {
  return text.replaceAll(nextLines, (run) => `\u{1B}[${run.length / 3}E`);
}
