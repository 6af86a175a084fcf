/** Records of requests in a person's home, from other sessions. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openRequests, type RequestEnd, type RequestRecord } from '../../src/state/change/journal/requests.ts';
import { listChanges, type RequestSummary } from '../../src/state/change/runs/files.ts';

type Header = RequestRecord['header'];

/** Records that never end stay open, as they do in a session: Node warns of a file that is forgotten. */
const open: unknown[] = [];

export function recordsIn(folder: string) {
  const requests = openRequests(() => Promise.resolve(folder), '1.0.0');
  open.push(requests);
  return {
    ...requests,
    /** Every request, the newest first. */
    async list(now = Date.now()): Promise<readonly RequestSummary[]> {
      const rows = await listChanges(
        folder,
        () => null,
        () => Promise.resolve(false),
        now,
      );
      return rows.flatMap((row) => ('header' in row && row.header.does === 'request' ? [row as RequestSummary] : []));
    },
  };
}

export function aRecord(
  about: Partial<Header> = {},
  values: Partial<Omit<RequestRecord, 'header'>> = {},
): RequestRecord {
  return {
    header: {
      ...{ does: 'request', at: new Date().toISOString(), mode: 'run', profile: 'default', items: 1 },
      ...{ baseUrl: 'https://api.example', orgId: 'N1', orgName: 'Northwind Traders' },
      ...{ method: 'PUT', template: '/org/{orgId}/systems/{systemId}/disable' },
      ...{ address: 'https://api.example/org/N1/systems/K3F9Q/disable', ...about },
    },
    ...{ was: { hostname: 'pos-0412' }, sent: null, secrets: [], ...values },
  };
}

export function anEnd(about: Partial<RequestEnd> = {}): RequestEnd {
  return { at: new Date().toISOString(), outcome: { kind: 'done' }, status: 204, traceId: null, ms: 84, ...about };
}

/** The sessions that saved these records are gone: no process has such a number. */
export function withoutSessions(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/"pid":\d+/g, '"pid":99999999'));
  }
}
