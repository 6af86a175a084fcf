/**
 * A service with any number of systems, in a thread of its own. It makes each page when it is requested, so that neither
 * its memory nor its work is measured. Reads only (specification, "Endpoints").
 */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

interface ServiceOptions {
  readonly count: number;
  readonly latencyMs: number;
  /** Does each record have as many fields again that the specification does not name? */
  readonly hasOtherFields: boolean;
  /** Each has as many systems. */
  readonly organisations: number;
  /** Other answers, as JSON texts by their paths. */
  readonly texts: Readonly<Record<string, string>>;
}

export interface SyntheticService {
  readonly baseUrl: string;
  readonly token: string;
  close(): Promise<unknown>;
}

const orgId = 'n7Kq2wTd';
const dayMs = 86_400_000;
const platforms = ['Linux', 'Windows', 'macOS'];
const kinds = ['web', 'db', 'laptop', 'pos', 'build-runner', 'lab-bench'];

export function startSyntheticService(
  count: number,
  latencyMs: number,
  hasOtherFields = false,
  organisations = 1,
  texts: ServiceOptions['texts'] = {},
): Promise<SyntheticService> {
  const worker = new Worker(new URL(import.meta.url), {
    workerData: { count, latencyMs, hasOtherFields, organisations, texts } satisfies ServiceOptions,
  });
  return new Promise((resolve, reject) => {
    worker.once('error', reject);
    worker.once('message', (baseUrl: string) => {
      resolve({ baseUrl, token: 'a1B2'.repeat(16).slice(0, 63), close: () => worker.terminate() });
    });
  });
}

/** A tenth is stale; the fields are those of the specification, in a length that is usual. */
function systemAt(row: number, now: number): object {
  const ageDays = row % 10 === 0 ? 91 + (row % 600) : row % 60;
  const seenAt = new Date(now - ageDays * dayMs).toISOString();
  return {
    systemId: `S${row.toString(36).toUpperCase().padStart(6, '0')}`,
    description: null,
    state: row % 10 === 0 || row % 3 === 0 ? 'Disconnected' : 'Connected',
    customDns: [],
    lastSeen: seenAt,
    enrolledAt: new Date(now - 800 * dayMs).toISOString(),
    enrolmentKeyId: row % 12,
    enrolmentKeyDescription: `key ${row % 12}`,
    isEnabled: true,
    connectedFrom: `192.0.2.${row % 250}`,
    hostname: `${kinds[row % kinds.length] ?? ''}-${row}`,
    platformType: platforms[row % platforms.length],
    osVersion: '13.1',
    serviceVersion: '4.18.2',
    tags: row % 5 === 0 ? [{ tag: 'prod' }] : [],
  };
}

/** Further fields that services send: half of them are different for each system. */
function otherFieldsAt(row: number): object {
  const serial = ((row * 2_654_435_761) % 2 ** 32).toString(16).padStart(8, '0');
  return {
    gatewayId: `gw-ams-${row % 6}`,
    siteName: `Building ${row % 400}`,
    rackNumber: row % 42,
    serialNumber: `SN-${serial}-${row}`,
    macAddress: serial.replaceAll(/..(?=.)/g, '$&:'),
    ownerEmail: `owner${row % 3000}@example.com`,
    uptimeSeconds: (row * 7919) % 9_000_000,
    cpuCount: 1 << (row % 6),
    memoryMib: 1024 * (1 + (row % 64)),
    kernelVersion: '6.12.48-amd64',
    timeZone: 'Europe/Amsterdam',
    updateChannel: row % 10 === 0 ? 'beta' : 'stable',
    isVirtual: row % 2 === 0,
    udpSupported: row % 7 !== 0,
    assetTag: null,
  };
}

async function answer(url: URL, response: ServerResponse, options: ServiceOptions): Promise<void> {
  const { count, latencyMs, hasOtherFields } = options;
  if (latencyMs > 0) await setTimeout(latencyMs);
  response.setHeader('Content-Type', 'application/json');
  const text = options.texts[url.pathname];
  if (text !== undefined) {
    response.end(text);
    return;
  }
  if (url.pathname === '/account/orgs') {
    const orgs = Array.from({ length: options.organisations }, (_, at) =>
      at === 0
        ? { orgId, orgName: 'Northwind', role: 'Owner' }
        : { orgId: `${orgId}${at}`, orgName: `Northwind ${at}`, role: 'Owner' },
    );
    response.end(JSON.stringify({ orgs }));
    return;
  }
  const [, systemId] = /\/systems\/S([0-9A-Z]+)$/.exec(url.pathname) ?? [];
  if (systemId !== undefined) {
    response.end(JSON.stringify(systemAt(Number.parseInt(systemId, 36), Date.now())));
    return;
  }
  const size = Number(url.searchParams.get('per_page') ?? 50);
  const page = Number(url.searchParams.get('page') ?? 0);
  const last = Math.max(0, Math.ceil(count / size) - 1);
  const link = (index: number): string => {
    url.searchParams.set('page', String(index));
    return url.href;
  };
  const now = Date.now();
  const rows = Math.max(0, Math.min(size, count - page * size));
  const items = Array.from({ length: rows }, (_, at) => {
    const row = page * size + at;
    return { ...systemAt(row, now), ...(hasOtherFields && otherFieldsAt(row)) };
  });
  const next = page < last ? page + 1 : null;
  const prev = page > 0 ? page - 1 : null;
  response.end(
    JSON.stringify({
      metadata: { total: count, firstPage: 0, prevPage: prev, lastPage: last, nextPage: next },
      links: {
        first: link(0),
        prev: prev === null ? null : link(prev),
        next: next === null ? null : link(next),
        last: link(last),
      },
      items,
    }),
  );
}

if (!isMainThread) {
  const options = workerData as ServiceOptions;
  const server = createServer((request, response) => {
    void answer(new URL(request.url ?? '/', baseUrl), response, options);
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((isListening) => server.listen(0, '127.0.0.1', isListening));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  parentPort?.postMessage(baseUrl);
}
