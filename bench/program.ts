/** Starts the built program in a pseudo-terminal, against a service on loopback. */
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Service } from '../src/demo/service.ts';
import { quietMs } from '../src/state/kernel/form.ts';
import { openTerminal, type Terminal } from '../test/support/terminal.ts';

const programPath = fileURLToPath(new URL('../dist/rollcall.js', import.meta.url));

/** The program to start: a file, and its first arguments. */
export interface Started {
  readonly command: string;
  readonly args: readonly string[];
}

/** As the npm package starts it. */
const built: Started = { command: process.execPath, args: [programPath] };

/** `nodeOptions`: options for Node itself (NODE_OPTIONS). */
export function startProgram(
  service: Pick<Service, 'baseUrl' | 'token'>,
  home: string,
  nodeOptions = '',
  size: { readonly columns?: number; readonly rows?: number } = {},
  started = built,
): Terminal {
  return openTerminal({
    ...size,
    ...started,
    env: { ROLLCALL_BASE_URL: service.baseUrl, ROLLCALL_TOKEN: service.token, HOME: home, NODE_OPTIONS: nodeOptions },
  });
}

/** Goes back to what is shown then. The next letter would be ignored right after it. */
export async function goBack(terminal: Terminal, seen: Parameters<Terminal['waitFor']>[0]): Promise<void> {
  terminal.write('\u{1B}');
  await terminal.waitFor(seen);
  await setTimeout(quietMs);
}
