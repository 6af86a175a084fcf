/** The service fails as "Errors" of the specification says. */
import { describe, expect, test } from 'vitest';
import { aClient, posting, type ProblemBody } from '../client.ts';

describe('Errors', () => {
  /** One request for every status the service fails with. */
  const FAILURES: readonly (readonly [status: number, path: string, init: RequestInit])[] = [
    [400, '/org/acme/systems?per_page=0', {}],
    [400, '/org/acme/enrolment-keys', posting({})],
    [400, '/org/acme/enrolment-keys', { ...posting({}), body: '{' }],
    [401, '/account/orgs', { headers: { authorization: '' } }],
    [404, '/org/acme/systems/A1', {}],
    [404, '/nowhere', {}],
    [405, '/account/orgs', { method: 'DELETE' }],
    [413, '/org/acme/enrolment-keys', posting({ description: 'x'.repeat(70_000) })],
    [415, '/org/acme/enrolment-keys', { method: 'POST', body: 'description=lab' }],
  ];

  test.each(FAILURES)(
    '%i: errors use the Problem Details format with its content type and headers',
    async (...failure) => {
      const [status, path, init] = failure;
      const { ask, service } = await aClient();
      const reply = await ask(path, init);
      expect(reply.status).toBe(status);
      expect(Object.fromEntries(reply.headers)).toMatchObject({
        'content-type': 'application/problem+json; charset=utf-8',
        'cache-control': 'no-cache, no-store, must-revalidate',
        pragma: 'no-cache',
        expires: '0',
      });
      const body = JSON.parse(reply.text) as ProblemBody;
      expect(body).toMatchObject({
        title: expect.stringMatching(/\S/) as string,
        status,
        detail: expect.stringMatching(/\S/) as string,
        traceId: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
      });
      expect(body.type.startsWith(`${service.baseUrl}/problems/type/`)).toBe(true);
      expect(body.instance.startsWith(`${service.baseUrl}/problems/instance/`)).toBe(true);
    },
  );

  test('Known error: 404 system-not-found, "System cannot be found"', async () => {
    const { problem, service } = await aClient();
    expect(await problem('/org/acme/systems/A1')).toMatchObject({
      type: `${service.baseUrl}/problems/type/system-not-found`,
      title: 'System cannot be found',
      status: 404,
    });
  });
});
