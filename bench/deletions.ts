/** Measures how long deleting, disabling or changing many systems takes, and the requests of a deletion by themselves. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { defaultProfileSettings } from '../src/state/session/profile-settings.ts';
import { idOf } from '../test/support/service.ts';
import { type Terminal, typeByHand } from '../test/support/terminal.ts';
import { startProgram } from './program.ts';
import { othersFor, startServiceThread } from './service-thread.ts';

const bareLoopPath = fileURLToPath(new URL('bare-deletions.ts', import.meta.url));

/** The change of each system. */
export type Done = 'delete' | 'disable' | 'change';

interface Road {
  /** From the list with its marks to the review. */
  readonly opens: (terminal: Terminal) => Promise<void>;
  readonly verb: string;
  readonly finished: RegExp;
}

const roads: Readonly<Record<Done, Road>> = {
  delete: { opens: presses('d'), verb: 'delete', finished: /› Deletion finished/ },
  disable: { opens: presses('D'), verb: 'disable', finished: /› Disabling finished/ },
  change: { opens: describes, verb: 'patch', finished: /› Change finished/ },
};

function presses(key: string): Road['opens'] {
  return (terminal) => {
    terminal.write(key);
    return Promise.resolve();
  };
}

/** Fills in the form that describes the marked systems. */
async function describes(terminal: Terminal): Promise<void> {
  terminal.write('A');
  await terminal.waitFor(/▌.*Changes the description/);
  terminal.write('\r');
  await terminal.waitFor('marked system');
  await terminal.passes(restMs);
  terminal.write('\r');
  await terminal.waitFor('esc cancel');
  terminal.write('moved');
  await terminal.passes(restMs);
  terminal.write('\r');
  await terminal.waitFor((screen) => screen.includes('moved') && !screen.includes('esc cancel'));
  await terminal.passes(restMs);
  terminal.write('s');
  await terminal.waitFor('enter reviews the systems first');
  terminal.write('\r');
}

/** Longer than keys that follow others count as a part of a paste. */
const restMs = 450;

/** Systems at work at a time. */
const concurrency = 4;

/**
 * Milliseconds for a GET and the change of each system, and for the pages of the list that the outcomes are checked
 * against, one after the other, if nothing but the service took any time. All but deleted systems are listed still.
 */
export function latencyAlone(does: Done, count: number, latencyMs: number): number {
  const listed = othersFor(count) + (does === 'delete' ? 0 : count);
  const pages = Math.ceil(listed / defaultProfileSettings.pageSize);
  return ((2 * count) / concurrency + pages) * latencyMs;
}

/** Milliseconds from the confirmation to the end of the check against a fresh list. */
export async function measureRun(does: Done, count: number, latencyMs: number, home: string): Promise<number> {
  const service = await startServiceThread(count);
  const terminal = startProgram(service, home);
  await terminal.waitFor(/(loaded|systems) · /);
  terminal.write('s');
  await terminal.waitFor(`${count.toLocaleString('en')} marked`);
  const { opens, verb, finished } = roads[does];
  await opens(terminal);
  const asked = await terminal.waitFor(new RegExp(`type: {2}${verb} \\d+[^]*^│? ?>`, 'm'), { timeout: 60_000 });
  const [phrase = ''] = new RegExp(`${verb} \\d+ from Northwind`).exec(asked) ?? [];
  await typeByHand(terminal, phrase);
  // Before every system is checked, enter is refused.
  await terminal.waitFor('Checked with the service', { timeout: 60_000 });
  // The measurement begins with the run, and waits for nothing before it.
  await service.answerAfter(latencyMs);
  const begun = performance.now();
  terminal.write('\r');
  await terminal.waitFor(finished, { timeout: 120_000 });
  const run = performance.now() - begun;
  await terminal.close();
  await service.close();
  return run;
}

/** Milliseconds for the same requests in a process that does nothing else. */
export async function measureBareDeletions(count: number, way: 'fetch' | 'node:http'): Promise<number> {
  const service = await startServiceThread(count);
  const loop = spawn(process.execPath, [bareLoopPath, way, service.baseUrl, service.token, service.orgId], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  loop.stdin.end(JSON.stringify(Array.from({ length: count }, (_, at) => idOf(`old-${at + 1}`))));
  const [output] = await Promise.all([text(loop.stdout), once(loop, 'close')]);
  await service.close();
  return Number(output);
}
