/** The review keeps a wrong deletion from being confirmed. */
import { describe, expect, test } from 'vitest';
import { aUserDeletingAnswered, laterPages } from '../support/hazards.ts';
import {
  aCrowd,
  aProblem,
  aSystem,
  daysAgo,
  idOf,
  staleSystems,
  type StoryService,
  systemsCalled,
} from '../support/service.ts';
import { withStatus } from '../../src/demo/faults/misbehaviours.ts';
import { saves } from '../support/form.ts';
import { asked, aUserIn, aUserOf, row, type User } from '../support/user.ts';

/** A user in the review of all stale systems, and of other marked ones. */
async function aReviewer(
  systems: readonly ReturnType<typeof aSystem>[],
  { env = {}, marks = [] }: { env?: Readonly<Record<string, string>>; marks?: readonly string[] } = {},
): Promise<{ service: StoryService; user: User }> {
  const { service, user } = await aUserOf({ systems, env, columns: 220 });
  await user.presses('mark all stale').sees(/\d+ marked$/m);
  await user.marks(...marks);
  await user.presses('review and delete').sees('› Delete ');
  return { service, user };
}

const old = (hostname: string, about: Readonly<Record<string, unknown>> = {}) =>
  aSystem({ hostname, lastSeen: daysAgo(200), ...about });

test('systems whose ids cannot stand in a path are shown, and nothing is sent about them', async () => {
  const oddIds = ['', '.', '..', 'a/b', 'a?b', 'a#b', 'a%2fb', 'x'.repeat(201)];
  const { service, user } = await aReviewer([
    ...oddIds.map((systemId, at) => old(`odd-${at}`, { systemId })),
    old('even'),
    ...systemsCalled('busy', 40),
  ]);
  const rows = oddIds.map((_, at) => row(`odd-${at}`, 'cannot be deleted from here (odd id)'));
  await user.sees('2 changed 8', asked('delete 1'));
  await user.pressesKey('2').sees(...rows);
  await user.confirms('delete 1', '1 system deleted');
  const about = service.requests.filter(({ path }) => path.startsWith('/org/') && !path.endsWith('/systems'));
  expect(new Set(about.map(({ path }) => path))).toEqual(new Set([`/org/n7Kq2wTd/systems/${idOf('even')}`]));
});

describe('typing blindly', () => {
  test('opens no prompt until the keys have been quiet for a moment', async () => {
    const { service, user } = await aReviewer([old('old'), ...aCrowd()]);
    await user.sees(asked('delete 1'));
    await user.pressesKey('esc').sees('s mark stale');
    await user.types('ddelete 1\r').sees('PERMANENTLY DELETED', asked('delete 1'));
    expect(user.screen()).not.toContain('> d');
    expect(user.screen()).not.toContain('› d');
    expect(service.sent('DELETE')).toEqual([]);
  });

  test('confirms nothing by pasting, nor by enter alone', async () => {
    const { service, user } = await aReviewer([old('old'), ...aCrowd()]);
    await user.sees(asked('delete 1'));
    await user.pressesKey('enter').sees('1 of 1');
    await user.pressesKey('esc').sees(asked('delete 1'));
    await user.pressesKey('tab').sees('back to the list');
    await user.pastes('delete 1', 'Pasted text does not count');
    await user.pressesKey('enter').sees('Not the phrase. Nothing was deleted.');
    expect(service.sent('DELETE')).toEqual([]);
  });
});

test('more than half are refused until the guard is changed for that organisation, which is remembered', async () => {
  const { service, user } = await aReviewer([...staleSystems(6), ...systemsCalled('busy', 5)]);
  await user.sees('BLOCKED: 6 is more than 50 % of 11. Exclude 1, or change the limit (P).', 'space exclude');
  await user.pressesKey('d').sees('d: blocked: too many systems at once');
  await user.rests();
  user.pressesKey('P');
  await saves(user, { 'Block a deletion': '60' });
  await user.sees('› Weaker protection', 'becomes  60 %');
  await user.pressesKey('enter').sees('PERMANENTLY DELETED', asked('delete 6 from Northwind'));
  await user.pressesKey('esc').sees('s mark stale');
  await user.leaves();

  const again = await aUserIn('Northwind', service, { home: user.home });
  await again.presses('mark all stale').sees(/^6 marked: /m);
  await again.deletes('delete 6 from Northwind', '6 systems deleted');
});

describe('a protected system is not deleted until its protection is lifted, one at a time', () => {
  test.each([
    ['by its tag', { tags: [{ tag: 'Protect' }] }, 'tag "Protect"', {}],
    [
      'because this session comes through it',
      { connectedFrom: '198.51.100.9' },
      'this session comes through it',
      { SSH_CONNECTION: '198.51.100.9 50022 10.0.0.1 22' },
    ],
  ])('%s', async (_, about, reason, env) => {
    const { service, user } = await aReviewer([old('keeper', about), old('old'), ...aCrowd()], { env });
    await user.sees('1 kept', '3 protected 1', asked('delete 1'));
    await user.pressesKey('3').sees(row('◆', 'keeper', reason));
    user.presses('include a protected system');
    await user.sees(row('✗!', 'keeper', `included: ${reason}`), '1 protected, included by you', asked('delete 2'));
    await user.presses('include a protected system').sees(row('keeper', reason));
    await user.confirms('delete 1', '1 system deleted');
    expect(service.hostnames()).toContain('keeper');
  });

  test('also where it was seen within a week', async () => {
    const { user } = await aReviewer(
      [aSystem({ hostname: 'laptop-maria', lastSeen: daysAgo(6) }), old('old'), ...aCrowd()],
      { marks: ['laptop-maria'] },
    );
    await user.sees('3 protected 1', asked('delete 1'));
    await user.pressesKey('3').sees(row('◆', 'laptop-maria', 'seen within 7 days'));
  });
});

test('a system that changed since it was marked is named and not deleted', async () => {
  const { service, user } = await aUserOf({ systems: [...staleSystems(4), ...aCrowd()], columns: 220 });
  await user.marksStale(4);
  service.change(idOf('old-1'), { state: 'Connected' });
  service.change(idOf('old-2'), { lastSeen: daysAgo(0) });
  service.remove(idOf('old-3'));
  await user
    .presses('review and delete')
    .sees('1 already gone', '2 kept: 1 reconnected, 1 seen since', '2 kept 3', asked('delete 1'));
  user.pressesKey('2');
  await user.sees(
    row('↩', 'old-1', 'reconnected'),
    row('↩', 'old-2', 'seen since its mark'),
    row('○', 'old-3', 'already gone'),
  );
  await user.confirms('delete 1', '1 system deleted');
  expect(service.sent('DELETE').map(({ path }) => path)).toEqual([`/org/n7Kq2wTd/systems/${idOf('old-4')}`]);
});

test('the review of a list that was not read to its end says so, and holds only what was seen', async () => {
  const { user } = await aUserOf({
    systems: [old('old-1'), ...systemsCalled('web', 449)],
    intercept: laterPages(() => aProblem(418, 'Made up')),
    columns: 220,
  });
  await user.goesTo('old-1');
  await user.presses('mark and move down').sees('1 marked');
  user.presses('review and delete');
  await user.sees('Only loaded systems are here: the list was not loaded to its end.', asked('delete 1'));
});

test('a system that another person deletes at the same time is already gone', async () => {
  const { user } = await aUserDeletingAnswered(['old-1', 'old-2'], withStatus(204), 'old-1');
  await user.sees('2 systems deleted');
});
