/** Is what a run says about each system what the service has? Every outcome is judged by the service's own list. */
import { expect, test } from 'vitest';
import { aDeleter } from '../support/hazards.ts';
import { body, withStatus } from '../support/misbehaviours.ts';
import { outcomesIn } from '../support/records.ts';
import { idOf, onRequest } from '../support/service.ts';
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
