/** A real service for the stories, in this process, with a few systems made by hand. */
import { onTestFinished } from 'vitest';
import type { Answer } from '../../src/demo/answer.ts';
import { aFleet, type Fleet, type OrganisationRecord, type SystemRecord } from '../../src/demo/fleet/fleet.ts';
import type { ReceivedRequest } from '../../src/demo/request.ts';
import { type Intercept, type Service, type ServiceOptions, startService } from '../../src/demo/service.ts';

export interface StoryService extends Service {
  /** Requests without the ones for the definition, which rollcall sends beside a person's actions. */
  readonly requests: readonly ReceivedRequest[];
  /** Requests for the definition. */
  readonly asksForDefinition: () => readonly ReceivedRequest[];
  /** The requests with this method, oldest first. */
  readonly sent: (method: string) => readonly ReceivedRequest[];
  /** Resolves after this many requests with this method, including the ones for the definition. */
  readonly received: (method: string, count: number) => Promise<void>;
}

/** The systems of Northwind as the only organisation, or several organisations, or a whole fleet. */
type Content =
  | { readonly systems: readonly SystemRecord[] }
  | { readonly organisations: readonly OrganisationRecord[] }
  | { readonly fleet: Fleet };

/** A service that starts at once, answers quickly by default, and closes with the test. */
export async function aService(options: Content & Omit<Partial<ServiceOptions>, 'fleet'>): Promise<StoryService> {
  const arrivals = new Set<() => void>();
  const service = await startService({
    latencyMs: 0,
    ...options,
    fleet: fleetOf(options),
    intercept(request) {
      for (const arrived of arrivals) arrived();
      return options.intercept?.(request);
    },
  });
  onTestFinished(() => service.close());
  const asked = (): readonly ReceivedRequest[] => service.requests.filter((request) => !isForDefinition(request));
  const sent: StoryService['sent'] = (method) => asked().filter((request) => request.method === method);
  const received: StoryService['received'] = (method, count) =>
    new Promise((resolve) => {
      const look = (): void => {
        if (service.requests.filter((request) => request.method === method).length < count) return;
        arrivals.delete(look);
        resolve();
      };
      arrivals.add(look);
      look();
    });
  return {
    ...service,
    get requests() {
      return asked();
    },
    asksForDefinition: () => service.requests.filter(isForDefinition),
    sent,
    received,
  };
}

/** Another service in the place of this one, which ends. */
export async function aServiceInPlaceOf(before: StoryService, options: Parameters<typeof aService>[0]) {
  await before.close();
  return aService({ ...options, port: Number(new URL(before.baseUrl).port) });
}

/** A service with the one system `laptop-anna`. */
export function aServiceWithALaptop(): Promise<StoryService> {
  return aService({ systems: [aSystem({ hostname: 'laptop-anna' })] });
}

function isForDefinition({ path }: ReceivedRequest): boolean {
  return path === '/swagger/v1/swagger.json';
}

function fleetOf(content: Content): Fleet {
  if ('fleet' in content) return content.fleet;
  if ('organisations' in content) return content;
  return { organisations: [anOrganisation({ systems: content.systems })] };
}

/** Northwind, empty, unless the story says otherwise. */
export function anOrganisation(about: Partial<OrganisationRecord> = {}): OrganisationRecord {
  return { orgId: 'n7Kq2wTd', orgName: 'Northwind', role: 'Owner', systems: [], ...about };
}

/** The organisations of the demo: Northwind Traders with 12,431 systems, a smaller one, and an empty one. */
export function theDemoFleet(): Fleet {
  return aFleet({ seed: 1, systems: 12_431, now: Date.now() });
}

/** A laptop seen yesterday, in the service's form, unless the story says otherwise; its id follows from its name. */
export function aSystem(about: Readonly<Record<string, unknown>> & { readonly hostname: string }): SystemRecord {
  return {
    systemId: idOf(about.hostname),
    description: '',
    state: 'Disconnected',
    customDns: [],
    lastSeen: daysAgo(1),
    enrolledAt: daysAgo(700),
    enrolmentKeyId: 12,
    enrolmentKeyDescription: 'laptops',
    isEnabled: true,
    connectedFrom: '192.0.2.1',
    platformType: 'Linux',
    osVersion: 'Debian 13',
    serviceVersion: '4.18.2',
    tags: [],
    ...about,
  };
}

/** This many systems with the names `name-1`, `name-2`, … */
export function systemsCalled(
  name: string,
  count: number,
  about: Readonly<Record<string, unknown>> = {},
): SystemRecord[] {
  return Array.from({ length: count }, (_, at) => aSystem({ hostname: `${name}-${at + 1}`, ...about }));
}

/** Twenty systems that no test deletes: they make a few others a small share of the organisation. */
export function aCrowd(): SystemRecord[] {
  return systemsCalled('busy', 20, { state: 'Connected', lastSeen: daysAgo(0) });
}

/** A system of this name that was not seen for 200 days. */
export function aStale(hostname: string, about: Readonly<Record<string, unknown>> = {}): SystemRecord {
  return aSystem({ hostname, lastSeen: daysAgo(200), ...about });
}

/** This many stale systems with the names `old-1`, `old-2`, … */
export function staleSystems(count: number, about: Readonly<Record<string, unknown>> = {}): SystemRecord[] {
  return systemsCalled('old', count, { lastSeen: daysAgo(200), ...about });
}

/** The id of the system with this name. */
export function idOf(hostname: string): string {
  return `ID-${hostname}`;
}

export function daysAgo(days: number): string {
  return new Date(Date.now() - days * 24 * 60 * 60_000).toISOString();
}

/** Problem details, as the service writes them. */
export function aProblem(status: number, title: string, headers: Readonly<Record<string, string>> = {}): Answer {
  const body = JSON.stringify({ type: 'https://api.example/problems/type/some', title, status });
  return { status, headers: { 'content-type': 'application/problem+json; charset=utf-8', ...headers }, body };
}

/** Holds answers back until it is opened. */
export function aGate() {
  const { promise: opened, resolve } = Promise.withResolvers<undefined>();
  const open = (): void => {
    resolve(undefined);
  };
  return { opened, open };
}

/** The story answers requests with this method: all of them, or the ones about one system. */
export function onRequest(method: string, answer: Intercept, hostname?: string): Intercept {
  return (request) => {
    const isMeant = hostname === undefined ? !isForDefinition(request) : request.path.endsWith(`/${idOf(hostname)}`);
    return request.method === method && isMeant ? answer(request) : undefined;
  };
}

/** Answers only the first requests; the service answers the rest. */
export function firstTimes(times: number, intercept: Intercept): Intercept {
  let left = times;
  return (request) => {
    if (left <= 0) return undefined;
    const answer = intercept(request);
    if (answer !== undefined) left -= 1;
    return answer;
  };
}
