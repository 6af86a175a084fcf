/** Runs the service in a thread of its own, so that the terminal emulator of the bench does not slow it down. */
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { startService } from '../src/demo/service.ts';
import { anOrganisation, daysAgo, systemsCalled } from '../test/support/service.ts';

export interface ServiceThread {
  readonly baseUrl: string;
  readonly token: string;
  readonly orgId: string;
  /** Delays each answer from now on. */
  answerAfter(milliseconds: number): Promise<unknown>;
  close(): Promise<unknown>;
}

/** The number of systems beside the stale ones: enough to keep the deletion's share small. */
export function othersFor(stale: number): number {
  return 2 * stale;
}

/** One organisation with so many stale systems, and others. It answers at once. */
export function startServiceThread(stale: number): Promise<ServiceThread> {
  const worker = new Worker(new URL(import.meta.url), { workerData: stale });
  return new Promise((resolve, reject) => {
    worker.once('error', reject);
    worker.once('message', (address: { baseUrl: string; token: string; orgId: string }) => {
      const answerAfter = (milliseconds: number): Promise<unknown> => {
        worker.postMessage(milliseconds);
        return once(worker, 'message');
      };
      resolve({ ...address, answerAfter, close: () => worker.terminate() });
    });
  });
}

if (!isMainThread) {
  const stale = workerData as number;
  let latencyMs = 0;
  const systems = [
    ...systemsCalled('old', stale, { lastSeen: daysAgo(200) }),
    ...systemsCalled('web', othersFor(stale)),
  ];
  const organisation = anOrganisation({ systems });
  const { baseUrl, token } = await startService({
    fleet: { organisations: [organisation] },
    latencyMs: 0,
    async intercept() {
      if (latencyMs > 0) await setTimeout(latencyMs);
      return undefined;
    },
  });
  parentPort?.on('message', (milliseconds: number) => {
    latencyMs = milliseconds;
    parentPort?.postMessage('done');
  });
  parentPort?.postMessage({ baseUrl, token, orgId: organisation.orgId });
}
