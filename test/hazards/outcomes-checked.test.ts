/** Every outcome of a run agrees with the service's own list. */
import { expect, test } from 'vitest';
import { systemNotFound } from '../../src/demo/problems.ts';
import type { Intercept } from '../../src/demo/service.ts';
import { aUserDeleting, aUserDeletingAnswered } from '../support/hazards.ts';
import { body, pageWith, redirect, reset, withStatus } from '../../src/demo/faults/misbehaviours.ts';
import { entries, outcomesIn } from '../support/records.ts';
import { aProblem, idOf, onRequest } from '../support/service.ts';
import { acrossLines, row } from '../support/user.ts';

const json = 'application/json';

test('a 200 whose body says otherwise is no deletion: a check shows that the system still exists', async () => {
  const bodies: Readonly<Record<string, unknown>> = {
    'no-success': { success: false },
    'with-errors': { errors: ['In use'] },
    problem: { type: 'https://api.example/problems/type/in-use', title: 'In use', status: 409 },
    another: { data: { systemId: idOf('busy-1') } },
  };
  const names = Object.keys(bodies);
  const { service, user } = await aUserDeleting(
    names,
    onRequest('DELETE', ({ path }) => body(json, JSON.stringify(bodies[path.split('/ID-').at(-1) ?? '']))),
  );
  await user.sees(
    '✓ 0 deleted   ✗ 4 failed',
    row('failed', 'no-success'),
    row('failed', 'another'),
    acrossLines('the system still exists'),
    /esc back/,
  );
  expect(service.hostnames()).toEqual(expect.arrayContaining(names));
  expect(service.sent('DELETE')).toHaveLength(4);
  await user.leaves();
  expect([...outcomesIn(user.home).values()]).toEqual(names.map(() => 'failed'));
});

test('a 200 with the system itself, or with nothing in its body that says otherwise, is a deletion', async () => {
  const { service, user } = await aUserDeletingAnswered(['old-1', 'old-2'], withStatus(200));
  await user.sees('2 deleted', '2 systems deleted');
  expect(service.hostnames()).toHaveLength(50);
});

const forbidden = aProblem(403, 'Not allowed');
const missing = systemNotFound('https://api.example');
const many = Array.from({ length: 10 }, (_, at) => `old-${at}`);

test.each([
  ['whose token may not list the organisations', forbidden, missing],
  ['whose account still has the organisation, and not its systems', undefined, forbidden],
])('access that is lost in a run %s makes nothing gone', async (_, organisations, list) => {
  let isLost = false;
  const { service, user } = await aUserDeleting(many, ({ method, path }) => {
    isLost ||= method === 'DELETE';
    if (!isLost) return undefined;
    if (path === '/account/orgs') return organisations;
    return path.endsWith('/systems') ? list : missing;
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

test('with access, systems that another user removed are already gone, and many of them are checked together', async () => {
  const names = Array.from({ length: 40 }, (_, at) => `old-${at}`);
  let isRunning = false;
  const { service, user } = await aUserDeleting(names, ({ method, path }) => {
    isRunning ||= method === 'DELETE';
    if (!isRunning) return undefined;
    if (path === '/account/orgs') return forbidden;
    return path.includes('/systems/') ? missing : undefined;
  });
  await user.sees('✓ 0 deleted   ○ 40 already gone', /esc back/);
  const lists = service.sent('GET').filter(({ path }) => path === '/account/orgs' || path.endsWith('/systems'));
  // One read of the organisations and three of the systems, beside the reads of the start.
  expect(lists.length).toBeLessThanOrEqual(8);
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

test('a 409 and a redirect that were carried out all the same are no refusals: the list has the last word', async () => {
  const { service, user } = await aUserDeleting(
    ['conflict', 'moved', 'in-use'],
    onRequest('DELETE', ({ path }) => {
      if (!path.endsWith(idOf('in-use'))) service.remove(path.split('/').at(-1) ?? '');
      return path.endsWith(idOf('moved')) ? redirect(302, '/done') : aProblem(409, 'Used by a policy');
    }),
  );
  await user.sees(
    '✓ 0 deleted   ✗ 1 refused   ○ 2 already gone',
    row('refused', 'in-use', '409 "Used by a policy"'),
    checked,
  );
  expect(service.hostnames()).toHaveLength(51);
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

test('a system is not called gone because a list that is not whole lacks it', async () => {
  const inUse = aProblem(409, 'Used by a policy');
  const { service, user } = await aUserDeleting(['in-use', 'old'], (request) => {
    if (request.method === 'DELETE' && request.path.endsWith(idOf('in-use'))) return inUse;
    return shortened(request);
  });
  await user.sees('✓ 1 deleted   ✗ 1 refused', 'Partly checked: the fresh list', /esc back/);
  expect(service.hostnames()).toContain('in-use');
});

/** Leaves out the system that is in use, although the total counts it. */
const shortened = listAfterDeletion(() =>
  pageWith(({ items }) => ({ items: items.filter(({ hostname }) => hostname !== 'in-use') })),
);

test('on another screen a deletion with an outcome that nobody knows is not called finished well', async () => {
  const held = Promise.withResolvers<undefined>();
  let isSent = false;
  const { user } = await aUserDeleting(['old-1'], ({ method, path }) => {
    isSent ||= method === 'DELETE';
    if (method === 'DELETE') return held.promise.then(() => reset(false));
    return isSent && path.includes('/systems') ? aProblem(418, 'No list') : undefined;
  });
  await user.presses('back to the list; the deletion continues').sees(/› Northwind/, 'busy-1');
  held.resolve(undefined);
  await user.sees('Deletion finished: 0 of 1 deleted, 1 unknown. J shows the results.');
  expect(user.screen()).not.toContain('✓ Deletion');
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

test('esc stops the check, and not the outcomes', async () => {
  const held = Promise.withResolvers<undefined>();
  const { user } = await aUserDeleting(
    ['old-1'],
    listAfterDeletion(() => held.promise),
  );
  await user.sees('1 system deleted · checking against a fresh list');
  await user.pressesKey('esc').sees('1 system deleted', 'Not checked: stopped.', 'esc back');
  await user.pressesKey('esc').sees('50 systems');
  held.resolve(undefined);
});
