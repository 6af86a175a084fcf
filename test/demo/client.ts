/** Sends requests to a started service. */
import { onTestFinished } from 'vitest';
import { aFleet, type Fleet, type SystemRecord } from '../../src/demo/fleet/fleet.ts';
import type { PageEnvelope } from '../../src/demo/paging.ts';
import { type Service, type ServiceOptions, startService } from '../../src/demo/service.ts';

/** The demo's organisations were made for this moment; the first is called `n7Kq2wTd`. */
export const DEMO_NOW = Date.parse('2026-11-20T16:00:00Z');
export const ORG = '/org/n7Kq2wTd';

export type Page = PageEnvelope<SystemRecord>;

export interface ProblemBody {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly instance: string;
  readonly traceId: string;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
}

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** A client with the service's token, and the service. The service ends with the test. */
export interface Client {
  readonly service: Service;
  /** Asks for a path of the service, or for an address it gave. */
  readonly ask: (address: string, init?: RequestInit) => Promise<Reply>;
  readonly json: (address: string, init?: RequestInit) => Promise<unknown>;
  readonly page: (address: string) => Promise<Page>;
  readonly problem: (address: string, init?: RequestInit) => Promise<ProblemBody>;
}

export async function aClient(options: Partial<ServiceOptions> = {}): Promise<Client> {
  const service = await startService({ fleet: aSmallFleet([]), latencyMs: 0, ...options });
  onTestFinished(() => service.close());
  return clientOf(service);
}

export function clientOf(service: Service): Client {
  const ask: Client['ask'] = async (address, init = {}) => {
    const response = await fetch(new URL(address, service.baseUrl), {
      ...init,
      headers: { authorization: `Bearer ${service.token}`, ...(init.headers as Record<string, string> | undefined) },
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  const json: Client['json'] = async (address, init) => JSON.parse((await ask(address, init)).text) as unknown;
  return {
    service,
    ask,
    json,
    page: async (address) => (await json(address)) as Page,
    problem: async (address, init) => (await json(address, init)) as ProblemBody,
  };
}

/** A client of the generated organisations; the first has 2,000 systems. */
export function aDemo(): Promise<Client> {
  return aClient({ fleet: aFleet({ seed: 1, systems: 2000, now: DEMO_NOW }) });
}

/** Every page of a list, from this address on. */
export async function everyPage({ page }: Client, address: string): Promise<Page[]> {
  const pages: Page[] = [];
  for (let next: string | null = address; next !== null;) {
    const one: Page = await page(next);
    pages.push(one);
    next = one.links.next;
  }
  return pages;
}

/** The systems of every page of a list, from this address on. */
export async function everySystem(client: Client, address: string): Promise<SystemRecord[]> {
  return (await everyPage(client, address)).flatMap(({ items }) => items);
}

/** One organisation, `acme`, with these systems. */
export function aSmallFleet(systems: readonly SystemRecord[]): Fleet {
  return { organisations: [{ orgId: 'acme', orgName: 'Acme', role: 'Owner', systems }] };
}

export function idsOf(systems: readonly SystemRecord[]): string[] {
  return systems.map(({ systemId }) => systemId);
}

/** The init of a POST with this value as its JSON body. */
export function posting(value: unknown): RequestInit {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) };
}
