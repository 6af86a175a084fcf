/** Request records in a person's home, from other sessions. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openRequestRecords } from '../../src/app/storage/request-records.ts';
import type { RequestEnd, RequestRecord } from '../../src/state/change/journal/request-record.ts';
import type { Home } from './program.ts';

export function requestsFolderOf(home: Home): string {
  return join(home.runsFolder, '..', 'requests');
}

export function recordsIn(folder: string) {
  return openRequestRecords({ folder: () => Promise.resolve(folder), version: '1.0.0', now: () => Date.now() });
}

export function aRecord(about: Partial<RequestRecord> = {}): RequestRecord {
  return {
    at: new Date().toISOString(),
    mode: 'sent',
    profile: 'default',
    baseUrl: 'https://api.example',
    orgId: 'N1',
    orgName: 'Northwind Traders',
    method: 'PUT',
    template: '/org/{orgId}/systems/{systemId}/disable',
    address: 'https://api.example/org/N1/systems/K3F9Q/disable',
    body: null,
    before: { hostname: 'pos-0412' },
    ...about,
  };
}

export function anEnd(about: Partial<RequestEnd> = {}): RequestEnd {
  const at = new Date().toISOString();
  return { at, outcome: 'done', status: 204, slug: null, traceId: null, ms: 84, ...about };
}

/** The sessions that saved these records are gone: no process has such a number. */
export function withoutSessions(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/"pid":\d+/g, '"pid":99999999'));
  }
}
