/** The embedded service, reached through the client. */
import { onTestFinished } from 'vitest';
import { createEnrolmentKey, type EnrolmentKey, newKeyCall } from '../../src/api/organisations.ts';
import { type Client, createClient } from '../../src/api/http/client.ts';
import type { Result } from '../../src/api/problem.ts';
import { type Service, type ServiceOptions, startService } from '../../src/demo/service.ts';
import { anIntent } from './http.ts';
import { aSmallFleet } from '../demo/client.ts';

export interface ServiceClient {
  readonly client: Client;
  readonly service: Service;
}

/** A client with the service's token, unless it is to have another. The service ends with the test. */
export async function aServiceClient(options: Partial<ServiceOptions> = {}, token?: string): Promise<ServiceClient> {
  const service = await startService({ fleet: aSmallFleet([]), latencyMs: 0, ...options });
  onTestFinished(() => service.close());
  const { baseUrl } = service;
  return {
    client: createClient({ baseUrl, token: token ?? service.token, version: '1.2.3', modeFor: () => 'normal' }),
    service,
  };
}

/** Method, path and query of every request so far. */
export function requestsOf({ requests }: Service): string[] {
  return requests.map(({ method, url }) => `${method} ${url}`);
}

/** Creates an enrolment key, as the program does. */
export async function aNewKey(client: Client, orgId: string, description: string): Promise<Result<EnrolmentKey>> {
  const call = newKeyCall(client.baseUrl, orgId, description);
  return call.ok ? createEnrolmentKey(client, await anIntent(), call.value) : call;
}
