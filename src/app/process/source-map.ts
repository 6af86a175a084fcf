/** Tells the places of a stack trace in the source, by the source map beside each bundled file. */
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

/** `    at b (file:///…/main.js:3:1415)`: names are minified. */
const bundledPlace = /(file:\/\/[^\s()]+\.js):(\d+):(\d+)\)?$/;

/** Lines of a stack trace; one that is not in the source map stays as it is. */
export function inSource(stackLines: readonly string[]): readonly string[] {
  const { SourceMap } = process.getBuiltinModule('node:module');
  const maps = new Map<string, InstanceType<typeof SourceMap>>();
  return stackLines.map((stackLine) => {
    const [, url, line, column] = bundledPlace.exec(stackLine) ?? [];
    if (url === undefined) return stackLine;
    try {
      const text = (): string => readFileSync(fileURLToPath(`${url}.map`), 'utf8');
      const map = maps.get(url) ?? new SourceMap(JSON.parse(text()) as ConstructorParameters<typeof SourceMap>[0]);
      maps.set(url, map);
      const origin = map.findOrigin(Number(line), Number(column));
      if (!('fileName' in origin)) return stackLine;
      return `    at ${origin.fileName.replace(/^(\.\.\/)+/, '')}:${origin.lineNumber}:${origin.columnNumber}`;
    } catch {
      return stackLine;
    }
  });
}
