/** Opens the operations of the hostile definition, and judges the program's connections meanwhile. */
import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import type { OpenedAlone } from './opened-alone.ts';

/** A network with only the loopback address; not every computer allows one. */
const alone = ['unshare', '-rn', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh'] as const;

/** Opens all operations, or the ones that the filter shows; `least`: how many must be opened. */
export async function opensAlone(filter: string, least: number): Promise<void> {
  const isAllowed = spawnSync('unshare', ['-rn', 'sh', '-c', 'ip link set lo up']).status === 0;
  const script = [process.execPath, 'test/explorer/opened-alone.ts', isAllowed ? 'alone' : 'beside others', filter];
  const [command = '', ...args] = isAllowed ? [...alone, ...script] : script;
  const { stdout } = await promisify(execFile)(command, args, { maxBuffer: 2 ** 24 });
  const { operations, ends, requests, connectionsElsewhere, network } = JSON.parse(stdout) as OpenedAlone;
  expect(operations).toBeGreaterThanOrEqual(least);
  // The keys went through all of them.
  expect(ends[0]).toBe(ends[1]);
  expect(ends[0]).not.toBe('');
  expect(connectionsElsewhere).toBe(0);
  expect([...new Set(requests)].sort()).toEqual([
    'GET /account/orgs',
    'GET /org/n7Kq2wTd/systems',
    'GET /swagger/v1/swagger.json',
  ]);
  if (network === null) return;
  // The service accepted every connection that was begun, none failed, and no name was looked up.
  expect(network['Tcp:ActiveOpens']).toBe(network['Tcp:PassiveOpens']);
  expect(network).toMatchObject({ 'Tcp:AttemptFails': 0, 'Udp:OutDatagrams': 0, 'Ip:OutNoRoutes': 0 });
}
