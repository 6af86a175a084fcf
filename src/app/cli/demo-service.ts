/** Starts the demo's own service: a process of its own, like any service, which ends with this one. */
import { fileURLToPath } from 'node:url';
import { childEnvironment, firstLine, startChild } from '../process/child.ts';

export type DemoStart =
  | { readonly ok: true; readonly baseUrl: string; readonly token: string }
  | { readonly ok: false; readonly sentence: string };

/** In `dist/`, beside the program. */
const builtPath = fileURLToPath(new URL('demo-service.js', import.meta.url));

/** Longer than it takes to start on a busy computer. */
const startMs = 15_000;

/** Waits until the service listens. It ends when its standard input does, however this process ends. */
export async function startDemo(path = builtPath, limitMs = startMs): Promise<DemoStart> {
  const start = await startChild([process.execPath, path, '--embedded'], {
    env: childEnvironment(process.env),
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  if (start.kind === 'notStarted') return notStarted;
  const { child } = start;
  const late = setTimeout(() => child.kill('SIGKILL'), limitMs);
  const line = await firstLine(child);
  clearTimeout(late);
  // From here on it keeps nothing alive: this process can end without a word to it.
  child.unref();
  child.stdout?.destroy();
  const address = line === undefined ? undefined : addressIn(line);
  if (address !== undefined) return { ok: true, ...address };
  child.kill();
  return notStarted;
}

const notStarted: DemoStart = { ok: false, sentence: 'The demo service did not start.' };

function addressIn(line: string): { baseUrl: string; token: string } | undefined {
  try {
    return JSON.parse(line) as { baseUrl: string; token: string };
  } catch {
    return undefined;
  }
}
