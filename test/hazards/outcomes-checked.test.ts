/** Every outcome of a run agrees with the service's own list. */
import { expect, test } from 'vitest';
import { systemNotFound } from '../../src/demo/problems.ts';
import type { Intercept } from '../../src/demo/service.ts';
import { aUserDeleting, aUserDeletingAnswered } from '../support/hazards.ts';
import { reset } from '../../src/demo/faults/misbehaviours.ts';
import { entries, outcomesIn } from '../support/records.ts';
import { aProblem, idOf, onRequest } from '../support/service.ts';
import { acrossLines, row } from '../support/user.ts';

const forbidden = aProblem(403, 'Not allowed');
const missing = systemNotFound('https://api.example');
const many = Array.from({ length: 10 }, (_, at) => `old-${at}`);

test('access that is lost in a run, with a token that may not list the organisations, makes nothing gone', async () => {
  let isLost = false;
  const { service, user } = await aUserDeleting(many, ({ method, path }) => {
    isLost ||= method === 'DELETE';
    if (!isLost) return undefined;
    return path === '/account/orgs' ? forbidden : missing;
  });
  await user.sees(
    '0 deleted',
    'this account can no longer see the organisation',
    row('unknown', 'old-', 'not found, and this account can no longer'),
    /esc back/,
  );
  expect(user.screen()).not.toContain('already gone');
  expect(service.hostnames()).toHaveLength(60);
  await user.leaves();
  expect([...outcomesIn(user.home).values()]).not.toContain('already');
});

const checked = /Checked against a fresh list at \d\d:\d\d UTC\./;

test('a 200 for a system that stays is found out by a fresh list, which costs its pages and no more', async () => {
  const { service, user } = await aUserDeletingAnswered(['kept', 'old-1', 'old-2'], { status: 200 }, 'kept');
  await user.sees(
    '✓ 2 deleted   ✗ 1 failed',
    row('failed', 'kept', 'the service said that it was deleted'),
    acrossLines('the system still exists'),
    checked,
  );
  const after = service.requests.slice(service.requests.findLastIndex(({ method }) => method === 'DELETE') + 1);
  expect(after.map(({ path }) => path.split('/').at(-1))).toEqual(['systems', idOf('kept')]);
  expect(after[0]?.query.get('include_disabled')).toBe('true');
  await user.leaves();
  expect(user.screen()).toMatch(checked);
  expect(outcomesIn(user.home).get(idOf('kept'))).toBe('failed');
  expect(entries(user.home).at(-1)).toMatchObject({ kind: 'end', counts: { done: 2, failed: 1 } });
  expect(entries(user.home).at(-1)?.checked).toEqual({ at: expect.any(String) as string });
});

test('a 504 and a reset that are carried out seconds later end as gone', async () => {
  const { service, user } = await aUserDeleting(
    ['late-1', 'late-2', 'late-3'],
    onRequest('DELETE', ({ path }) => {
      const at = ['late-1', 'late-2', 'late-3'].findIndex((name) => path.endsWith(idOf(name)));
      setTimeout(service.remove, [1500, 2200, 3000][at], path.split('/').at(-1) ?? '');
      return at === 1 ? reset(false) : aProblem(504, 'Too slow');
    }),
  );
  await user.sees('✓ 0 deleted   ○ 3 already gone', checked);
  expect(service.hostnames()).toHaveLength(50);
  await user.leaves();
  expect([...outcomesIn(user.home).values()]).toEqual(['already', 'already', 'already']);
});

/** From the first deletion on, the list of the organisation has this answer. */
function listAfterDeletion(answer: Intercept): Intercept {
  let isRunning = false;
  return (request) => {
    isRunning ||= request.method === 'DELETE';
    return isRunning && request.path.endsWith('/systems') ? answer(request) : undefined;
  };
}

test('where the list cannot be read, that is said, and the outcomes stay', async () => {
  const { user } = await aUserDeleting(
    ['old-1'],
    listAfterDeletion(() => aProblem(418, 'No list')),
  );
  await user.sees('1 deleted', 'Not checked: the list could not be read (418).', '1 system deleted');
  await user.leaves();
  expect(entries(user.home).at(-1)?.checked).toMatchObject({ reason: 'unreadable' });
});

test('quitting during the check asks nothing, and the end is written', async () => {
  const held = Promise.withResolvers<undefined>();
  const { service, user } = await aUserDeleting(
    ['old-1'],
    listAfterDeletion(() => held.promise),
  );
  await user.sees('1 system deleted · checking against a fresh list', 'esc stop the check');
  await user.presses('back to the list; the deletion continues').sees(/› Northwind/, 'busy-1');
  await user.presses('show the deletion, disabling or enabling').sees('checking against a fresh list');
  user.presses('quit');
  expect(await user.terminal.exited).toEqual({ exitCode: 0, signal: 0 });
  expect(user.screen()).toContain('Not checked: stopped.');
  expect(entries(user.home).at(-1)).toMatchObject({ kind: 'end', counts: { done: 1 } });
  expect(service.sent('DELETE')).toHaveLength(1);
  held.resolve(undefined);
});
