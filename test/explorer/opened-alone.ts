/**
 * Opens the operations of the hostile definition by keys, all or the ones that a filter shows, in a process of its own:
 * if allowed, in a network with only the loopback address. Writes the result as JSON.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { startService } from '../../src/demo/service.ts';
import { hostileDocument } from '../support/documents/hostile.ts';
import { anElsewhere, describedBy, everyOperation } from '../support/explorer.ts';
import { openTerminal } from '../support/terminal.ts';

/** Opens and leaves an operation, and goes to the next, by keys that need no pause after esc. */
const next = '\u001b[C\u001b[27uj';
const repaint = '\u000c';
const atOnce = 40;

export interface OpenedAlone {
  readonly operations: number;
  /** The row that the keys reached, and the last row, which `G` shows. */
  readonly ends: readonly [string, string];
  readonly requests: readonly string[];
  readonly connectionsElsewhere: number;
  /** Counters of the network, in a network of its own; null elsewhere. */
  readonly network: Readonly<Record<string, number>> | null;
}

/** Parses `/proc/net/snmp`: for each protocol a line of names and a line of numbers. */
function networkCounters(): Readonly<Record<string, number>> {
  const lines = readFileSync('/proc/net/snmp', 'utf8').trim().split('\n');
  const counters: Record<string, number> = {};
  for (let at = 0; at + 1 < lines.length; at += 2) {
    const [names = [], values = []] = [lines[at]?.split(' '), lines[at + 1]?.split(' ')];
    for (const [index, name] of names.entries()) {
      if (index > 0) counters[`${names[0] ?? ''}${name}`] = Number(values[index]);
    }
  }
  return counters;
}

/** Waits until all keys are handled. */
async function quiet(): Promise<void> {
  // On a busy computer one pause proves little.
  for (let [before, pauses] = [-1, 0]; pauses < 4; pauses++) {
    if (before !== terminal.bytes()) pauses = 0;
    before = terminal.bytes();
    await setTimeout(400);
  }
}

const [, , network, filter = ''] = process.argv;
const isAlone = network === 'alone';
const home = mkdtempSync(join(tmpdir(), 'rollcall-alone-'));
const elsewhere = await anElsewhere();
const system = { systemId: 'S1', hostname: 'web-1', state: 'Connected', isEnabled: true, tags: [] };
const service = await startService({
  latencyMs: 0,
  fleet: { organisations: [{ orgId: 'n7Kq2wTd', orgName: 'Northwind', role: 'Owner', systems: [system] }] },
  intercept: describedBy(hostileDocument(1, elsewhere.address)),
});
const terminal = openTerminal({
  command: process.execPath,
  args: ['dist/rollcall.js'],
  env: { HOME: home, ROLLCALL_BASE_URL: service.baseUrl, ROLLCALL_TOKEN: service.token },
});
const cursorRow = (): string => terminal.lines().find((line) => line.startsWith('▌')) ?? '';
await terminal.waitFor(/NAME[^]*\? help/);
terminal.write('A');
await terminal.waitFor(/› Operations on .*\n.*\d operations?/);
terminal.write('A');
const facts = await terminal.waitFor(everyOperation);
if (filter !== '') {
  terminal.write('f');
  await terminal.waitFor('filter:');
  terminal.write(filter);
  await terminal.waitFor(`filter: ${filter}`);
  await quiet();
  terminal.write('\r');
}
const counted = filter === '' ? facts : await terminal.waitFor(/^[\d,]+ of [\d,]+ (shown|filtered)/m);
const operations = Number(/^[\d,]+/m.exec(counted)?.[0].replaceAll(',', ''));
for (let done = 0; done < operations; done += atOnce) {
  const drawn = terminal.bytes();
  terminal.write(next.repeat(Math.min(atOnce, operations - done)) + repaint);
  while (terminal.bytes() === drawn) await setTimeout(5);
}
await quiet();
await terminal.waitFor('› Operations');
const last = cursorRow();
terminal.write('G');
await quiet();
const result: OpenedAlone = {
  operations,
  ends: [last, cursorRow()],
  requests: service.requests.map(({ method, path }) => `${method} ${path}`),
  connectionsElsewhere: elsewhere.connections(),
  network: isAlone ? networkCounters() : null,
};
await terminal.close();
await service.close();
elsewhere.close();
rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
process.stdout.write(JSON.stringify(result));
