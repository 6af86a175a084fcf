/** Operations opened and left, one after the other: what stays of each is nothing. */
import { join } from 'node:path';
import { expect } from 'vitest';
import { hostileDocument } from '../support/documents/hostile.ts';
import { describedBy, everyOperation, opensOperations } from '../support/explorer.ts';
import { collectingInto, heapOf } from '../support/heap.ts';
import { aHome } from '../support/program.ts';
import { aService, systemsCalled } from '../support/service.ts';
import { aUser } from '../support/user.ts';

/** Parts of the way, after each of which the heap is read. */
const parts = 4;

const isList = (screen: string): boolean => everyOperation.test(screen);

/** So much more at the end than after the first part: a form that stayed would be some 10 kB. */
const mostGrowthMib = 2;

export async function opensAndLeaves(operations: number): Promise<void> {
  const service = await aService({
    systems: systemsCalled('web', 3),
    intercept: describedBy(hostileDocument()),
  });
  const home = aHome();
  const log = join(home.path, 'heap.txt');
  const user = aUser(service, { home, env: { NODE_OPTIONS: collectingInto(log) } });
  await user.opens('Northwind');
  await opensOperations(user);
  const used: number[] = [];
  for (let opened = 0; opened < operations;) {
    user.types('\r');
    await user.sees((screen) => !isList(screen));
    user.pressesKey('esc');
    await user.sees(isList);
    user.types('j');
    opened += 1;
    if (opened % (operations / parts) === 0) used.push((await heapOf(user.terminal.pid, log)) / 2 ** 20);
  }
  const [first = 0] = used;
  expect((used.at(-1) ?? 0) - first, used.map((mib) => mib.toFixed(1)).join(', ')).toBeLessThan(mostGrowthMib);
}
