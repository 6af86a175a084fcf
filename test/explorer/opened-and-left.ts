/** Operations opened and left one after the other: none of them may stay in memory. */
import { join } from 'node:path';
import { expect } from 'vitest';
import { hostileDocument } from '../support/documents/hostile.ts';
import { asksToDisable, describedBy, everyOperation, opensOperations } from '../support/explorer.ts';
import { collectingInto, heapOf } from '../support/heap.ts';
import { aHome } from '../support/program.ts';
import { aService, systemsCalled } from '../support/service.ts';
import { aUser, aUserIn } from '../support/user.ts';

/** Parts of the way. The heap is measured after each. */
const parts = 4;

const isList = (screen: string): boolean => everyOperation.test(screen);

/** Limit on growth after the first part: each form that stayed would add some 10 kB. */
const maxGrowthMib = 2;

export async function opensAndLeaves(operations: number): Promise<void> {
  const service = await aService({
    systems: systemsCalled('web', 3),
    intercept: describedBy(hostileDocument()),
  });
  const home = aHome();
  const log = join(home.path, 'heap.txt');
  const user = await aUserIn('Northwind', service, { home, env: { NODE_OPTIONS: collectingInto(log) } });
  await opensOperations(user);
  const used: number[] = [];
  for (let opened = 0; opened < operations;) {
    await user.types('\r').sees((screen) => !isList(screen));
    await user.pressesKey('esc').sees(isList);
    user.pressesKey('down');
    opened += 1;
    if (opened % (operations / parts) === 0) used.push((await heapOf(user.terminal.pid, log)) / 2 ** 20);
  }
  expectFlat(used);
}

function expectFlat(used: readonly number[]): void {
  const [first = 0] = used;
  const told = used.map((mib) => mib.toFixed(1)).join(', ');
  expect((used.at(-1) ?? 0) - first, told).toBeLessThan(maxGrowthMib);
}

/** Shows and leaves the request of a change, with its target read: nothing is sent. */
export async function showsAndLeaves(requests: number): Promise<void> {
  const service = await aService({ systems: systemsCalled('web', 1) });
  const home = aHome();
  const log = join(home.path, 'heap.txt');
  const user = aUser(service, { home, env: { NODE_OPTIONS: collectingInto(log) } });
  await asksToDisable(user);
  const used: number[] = [];
  for (let shown = 0; shown < requests;) {
    await user.pressesKey('esc').sees('enter request');
    await user.pressesKey('enter').sees('› Request', 'Now, read');
    shown += 1;
    if (shown % (requests / parts) === 0) used.push((await heapOf(user.terminal.pid, log)) / 2 ** 20);
  }
  expectFlat(used);
  expect(service.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
}
