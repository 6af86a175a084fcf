/** Is what a run says about each system what the service has? Every outcome is judged by the service's own list. */
import { expect, test } from 'vitest';
import { systemNotFound } from '../../src/demo/problems.ts';
import { aDeleter } from '../support/hazards.ts';
import { body, withStatus } from '../support/misbehaviours.ts';
import { outcomesIn } from '../support/records.ts';
import { aProblem, idOf, onRequest } from '../support/service.ts';
import { inFull, row } from '../support/user.ts';

const json = 'application/json';

test('M1 a 200 whose body says otherwise is no deletion: the service is asked, and the system still exists', async () => {
  const bodies: Readonly<Record<string, unknown>> = {
    'no-success': { success: false },
    'with-errors': { errors: ['In use'] },
    problem: { type: 'https://api.example/problems/type/in-use', title: 'In use', status: 409 },
    another: { data: { systemId: idOf('busy-1') } },
  };
  const names = Object.keys(bodies);
  const { service, user } = await aDeleter(
    names,
    onRequest('DELETE', ({ path }) => body(json, JSON.stringify(bodies[path.split('/ID-').at(-1) ?? '']))),
  );
  await user.sees(
    '0 deleted · 4 failed',
    row('failed', 'no-success'),
    row('failed', 'another'),
    inFull('the system still exists'),
    /esc back/,
  );
  expect(service.hostnames()).toEqual(expect.arrayContaining(names));
  expect(service.sent('DELETE')).toHaveLength(4);
  await user.leaves();
  expect([...outcomesIn(user.home).values()]).toEqual(names.map(() => 'failed'));
});

test('M1 a 200 with the system itself, or with nothing in its body that says otherwise, is a deletion', async () => {
  const { service, user } = await aDeleter(
    ['old-1', 'old-2'],
    onRequest('DELETE', () => withStatus(200)),
  );
  await user.sees('2 deleted', '2 systems deleted');
  expect(service.hostnames()).toHaveLength(50);
});

const forbidden = aProblem(403, 'Not allowed');
const missing = systemNotFound('https://api.example');
const many = Array.from({ length: 10 }, (_, at) => `old-${at}`);

test('M4 access that is lost in a run whose token may not list the organisations makes nothing gone', async () => {
  let isLost = false;
  const { service, user } = await aDeleter(many, ({ method, path }) => {
    isLost ||= method === 'DELETE';
    if (path === '/account/orgs') return isLost ? forbidden : undefined;
    return isLost ? missing : undefined;
  });
  await user.sees(
    '0 deleted',
    'the organisation is no longer among those of this account',
    row('unknown', 'old-', 'not found, and the organisation'),
    /esc back/,
  );
  expect(user.screen()).not.toContain('already gone');
  expect(service.hostnames()).toHaveLength(60);
  await user.leaves();
  expect([...outcomesIn(user.home).values()]).not.toContain('alreadyGone');
});

test('M4 with access, what somebody else removed is already gone, and many of them are checked together', async () => {
  const names = Array.from({ length: 40 }, (_, at) => `old-${at}`);
  let isRunning = false;
  const { service, user } = await aDeleter(names, ({ method, path }) => {
    isRunning ||= method === 'DELETE';
    if (!isRunning) return undefined;
    if (path === '/account/orgs') return forbidden;
    return path.includes('/systems/') ? missing : undefined;
  });
  await user.sees('0 deleted · 40 already gone', /esc back/);
  const lists = service.sent('GET').filter(({ path }) => path === '/account/orgs' || path.endsWith('/systems'));
  // One by the list of organisations and three by that of systems, beside those of the start.
  expect(lists.length).toBeLessThanOrEqual(8);
});
