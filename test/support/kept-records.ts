/** A home with the records that rollcall 0.1.0 left: a run of each kind, runs that were cut off, and requests of each outcome. */
import { cpSync, mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { aHome, type Home } from './program.ts';
import { requestsFolderOf } from './request-records.ts';

const fixtures = resolve('test/fixtures/records');

export function aHomeWithRecords(): Home {
  const home = aHome();
  for (const [from, to] of [
    ['runs', home.runsFolder],
    ['requests', requestsFolderOf(home)],
  ] as const) {
    mkdirSync(to, { recursive: true, mode: 0o700 });
    cpSync(`${fixtures}/${from}`, to, { recursive: true });
  }
  return home;
}
