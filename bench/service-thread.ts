/** How is the service kept from being held up by the terminal emulator of the bench? It has a thread of its own. */
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { startService } from '../src/demo/service.ts';
import { anOrganisation, daysAgo, systemsCalled } from '../test/support/service.ts';

interface Asked {
  readonly stale: number;
  readonly latencyMs: number;
}

export interface ServiceThread {
  readonly baseUrl: string;
  readonly token: string;
  readonly orgId: string;
  close(): Promise<unknown>;
}

/** One organisation, with so many stale systems and twice as many others. */
export function startServiceThread(asked: Asked): Promise<ServiceThread> {
  const worker = new Worker(new URL(import.meta.url), { workerData: asked });
  return new Promise((resolve, reject) => {
    worker.once('error', reject);
    worker.once('message', (address: { baseUrl: string; token: string; orgId: string }) => {
      resolve({ ...address, close: () => worker.terminate() });
    });
  });
}

if (!isMainThread) {
  const { stale, latencyMs } = workerData as Asked;
  const systems = [...systemsCalled('old', stale, { lastSeen: daysAgo(200) }), ...systemsCalled('web', 2 * stale)];
  const organisation = anOrganisation({ systems });
  const { baseUrl, token } = await startService({ fleet: { organisations: [organisation] }, latencyMs });
  parentPort?.postMessage({ baseUrl, token, orgId: organisation.orgId });
}
