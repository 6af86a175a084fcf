/** Measures the heap of a program from outside: at a signal it collects garbage, and writes the size of the rest. */
import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

/** For NODE_OPTIONS: at SIGUSR2 the program collects garbage and writes the heap in use to the end of this file. */
export function collectingInto(path: string): string {
  const module = `import { appendFileSync } from 'node:fs'; import { setFlagsFromString } from 'node:v8';
    import { runInNewContext } from 'node:vm'; setFlagsFromString('--expose-gc'); const collect = runInNewContext('gc');
    process.on('SIGUSR2', () => { collect(); appendFileSync(${JSON.stringify(path)}, process.memoryUsage().heapUsed + '\\n'); });`;
  return `--import data:text/javascript,${encodeURIComponent(module)}`;
}

/** Sizes in bytes, one for each signal. */
export function usedIn(path: string): readonly number[] {
  return readFileSync(path, { encoding: 'utf8', flag: 'a+' }).trim().split('\n').filter(Boolean).map(Number);
}

/** The heap that this program uses now, in bytes. */
export async function heapOf(pid: number, path: string): Promise<number> {
  const before = usedIn(path).length;
  process.kill(pid, 'SIGUSR2');
  while (usedIn(path).length === before) await setTimeout(10);
  return usedIn(path).at(-1) ?? 0;
}
