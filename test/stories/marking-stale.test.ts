/** Marking stale systems, at a chosen threshold. */
import { expect, test } from 'vitest';
import { aHome, type StartOptions } from '../support/program.ts';
import { laterPages, listRequests } from '../support/hazards.ts';
import { aProblem, aSystem, daysAgo, systemsCalled } from '../support/service.ts';
import { acrossLines, aUserOf, row, type User } from '../support/user.ts';

const systems = [
  aSystem({ hostname: 'seen-89-days-ago', lastSeen: daysAgo(89.9) }),
  aSystem({ hostname: 'seen-90-days-ago', lastSeen: daysAgo(90.1) }),
  aSystem({ hostname: 'seen-130-days-ago', lastSeen: daysAgo(130) }),
  aSystem({ hostname: 'disabled-long-ago', lastSeen: daysAgo(300), isEnabled: false, state: 'Disabled' }),
  aSystem({ hostname: 'never-seen-old', lastSeen: null, enrolledAt: daysAgo(200), enrolmentKeyDescription: 'tills' }),
  aSystem({ hostname: 'never-seen-new', lastSeen: '', enrolledAt: daysAgo(10) }),
  aSystem({ hostname: 'connected-all-along', lastSeen: daysAgo(400), state: 'Connected' }),
  aSystem({ hostname: 'seen-no-one-knows', lastSeen: '0001-01-01T00:00:00Z' }),
];

async function anOperator(flags: readonly string[] = [], size: Partial<StartOptions> = {}): Promise<User> {
  const { user } = await aUserOf({ systems, flags, ...size });
  return user;
}

async function opensAges(user: User): Promise<void> {
  await user.presses('stale systems: threshold and ages').sees('Stale after ▏ 90 days ▕', '4 of 8', 's mark 4');
}

/** The systems with a mark, as the screen shows them. */
function marked(user: User): string[] {
  return user.terminal.lines().flatMap((line) => /✓[●◆ ] +(\S+)/.exec(line)?.[1] ?? []);
}

test('the rule marks what was last seen or enrolled too long ago, disabled ones included, and never a connected one', async () => {
  const user = await anOperator();
  await user.marksStale(4, 'disabled shown');
  expect(marked(user)).toEqual(['seen-90-days-ago', 'seen-130-days-ago', 'disabled-long-ago', 'never-seen-old']);
});

test('the threshold is moved by days and by months, and the count follows', async () => {
  const user = await anOperator();
  await opensAges(user);
  await user.presses('lower by a day').sees('▏ 89 days ▕', '5 of 8');
  await user.presses('raise by a day', 2).sees('▏ 91 days ▕', '3 of 8');
  await user.presses('raise by 30 days', 2).sees('▏ 151 days ▕', '2 of 8');
  await user.presses('lower by 30 days').sees('▏ 121 days ▕', '3 of 8');
});

test('the threshold is typed, and enter makes it that of the list without marking anything', async () => {
  const user = await anOperator();
  await opensAges(user);
  await user.types('45').sees('▏ 45_ days ▕', row('31–45 d', '0'), row('stale', '5 (63 %)'), row('46–90 d', '1'));
  await user.pressesKey('backspace').sees('▏ 4_ days ▕', row('5–7 d', '0'), row('8–30 d', '1'));
  user.types('5').pressesKey('enter');
  await user.sees('Threshold 45 d: 5 of 8 systems are stale, 1 of unknown age. s marks them.', '● 5 stale (over 45 d)');
  expect(marked(user)).toEqual([]);
  await user.marksStale(5);
});

test('typed at once, S 4 5 enter sets the threshold', async () => {
  const user = await anOperator();
  await user.types('S45\r').sees('● 5 stale (over 45 d)', 'disabled shown');
});

test('s marks what is stale at the threshold that is tried, and says how many it will mark', async () => {
  const user = await anOperator();
  await opensAges(user);
  await user.types('150').sees('▏ 150_ days ▕', 's mark 2');
  user.presses('mark stale systems, all or of this row');
  await user.sees('2 marked', row('✓', 'disabled-long-ago'), '(over 150 d)');
  expect(marked(user)).toEqual(['disabled-long-ago', 'never-seen-old']);
});

test('a threshold that was only tried is gone, however the ages are left', async () => {
  const user = await anOperator();
  await opensAges(user);
  await user.types('210').sees('▏ 210_ days ▕', '1 of 8');
  await user.opensHistory();
  await user.presses('go back one level').sees('4 stale (over 90 d)');
  await opensAges(user);
  await user.types('210').sees('▏ 210_ days ▕', '1 of 8');
  await user.pressesKey('esc').sees('Threshold unchanged: 90 d. S tries another.', '4 stale (over 90 d)');
});

test('bars, keys and tags open: enter shows their systems by a filter, s marks them', async () => {
  const user = await anOperator();
  await opensAges(user);
  await user.presses('move down').sees(row('▌', '91–180 d', '2'), 's mark 2');
  user.pressesKey('enter');
  await user.sees('2 systems: age 91–180 d. esc shows all, S goes back to the ages.', 'offline:>90d offline:<=180d');
  expect(user.screen()).toMatch(/seen-90-days-ago[^]*seen-130-days-ago/);
  expect(user.screen()).not.toContain('seen-89-days-ago');
  await user.presses('stale systems: threshold and ages').sees(row('▌', '91–180 d', '2'));
  await user.presses('go to the keys, the tags, the threshold').sees('▌laptops 3', 's mark 3');
  await user.presses('move down').sees('▌tills 1', 's mark 1');
  await user.presses('mark stale systems, all or of this row').sees('1 marked', row('✓', 'never-seen-old'));
  await user.sees('8 systems', 'seen-89-days-ago');
  expect(marked(user)).toEqual(['never-seen-old']);
});

test('in a wide terminal the systems of a row, its share and other thresholds are on the screen', async () => {
  const user = await anOperator([], { columns: 120, rows: 40 });
  await opensAges(user);
  await user.sees(
    row('90 d', '4', '50 %', '–'),
    row('180 d', '2', '25 %', '−2'),
    row('BY KEY', 'STALE', 'OF ALL', 'SHARE'),
  );
  user.presses('go to the keys, the tags, the threshold');
  await user.presses('move down').sees('Stale: key tills, the oldest first', row('never-seen-old', 'never (200 d)'));
});

test('marking again at another threshold replaces what the rule has marked, and keeps what the hand has', async () => {
  const user = await anOperator();
  await user.marks('connected-all-along');
  await user.marksStale(5);
  await opensAges(user);
  await user.types('150').sees('▏ 150_ days ▕', 's mark 2');
  await user.presses('mark stale systems, all or of this row').sees('3 marked');
  expect(marked(user)).toEqual(['disabled-long-ago', 'never-seen-old', 'connected-all-along']);
});

test('--days sets the threshold from outside', async () => {
  const user = await anOperator(['--days', '150']);
  await user.sees('1 stale (over 150 d)');
  await user.marksStale(2);
  expect(marked(user)).toEqual(['disabled-long-ago', 'never-seen-old']);
});

test('disabled systems are said to be shown now, and H hides and unmarks them', async () => {
  const user = await anOperator();
  user.presses('mark all stale');
  await user.sees(acrossLines('4 marked, 1 of them disabled: now shown. H hides and unmarks them. Unknown age: 1.'));
  user.presses('move down');
  await user
    .presses('move up')
    .sees(acrossLines('4 marked, 1 of them disabled: now shown. H hides and unmarks them. Unknown age: 1.'));
  user.presses('show or hide disabled systems');
  await user.sees('Hiding disabled systems: 1 unmarked. u marks them again.', /\b3 marked/);
  expect(marked(user)).toEqual(['seen-90-days-ago', 'seen-130-days-ago', 'never-seen-old']);
});

test('where only disabled systems would be marked, that is said first', async () => {
  const user = await anOperator(['--days', '250']);
  await user.presses('mark all stale').sees('Only disabled systems are stale: 1. s marks it, H hides it.');
  expect(marked(user)).toEqual([]);
  user.presses('mark all stale');
  await user.sees(acrossLines('1 marked, 1 of them disabled: now shown. H hides and unmarks them. Unknown age: 1.'));
  expect(marked(user)).toEqual(['disabled-long-ago']);
});

test('a profile leaves disabled systems out of what s marks', async () => {
  const home = aHome();
  const profiles = { default: { markDisabled: false } };
  home.keepsSettings({ profiles });
  const { user } = await aUserOf({ systems, home });
  await user.presses('mark all stale').sees('3 marked: stale over 90 d.');
  expect(marked(user)).toEqual(['seen-90-days-ago', 'seen-130-days-ago', 'never-seen-old']);
});

test('while s still loads pages, d says why it waits', async () => {
  const [first, later] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
  const { user } = await aUserOf({
    systems: systemsCalled('web', 450, { lastSeen: daysAgo(200) }),
    intercept: ({ query }) => {
      if (query.get('include_disabled') !== 'true') return undefined;
      return query.has('page') ? later.promise : first.promise;
    },
  });
  user.presses('mark all stale');
  await user.sees('Loading every page, disabled systems included; then marking the stale ones.');
  user.presses('review and delete');
  const waits = 'd: waits until every page is loaded and the stale systems are marked.';
  await user.sees(waits);
  first.resolve(undefined);
  await user.sees(waits, '200 of 450');
  later.resolve(undefined);
  await user.sees('450 marked: stale over 90 d.');
});

test('where a page cannot be read nothing is marked until r has read the rest, wherever the cursor goes', async () => {
  const broken = { is: true };
  const { service, user } = await aUserOf({
    systems: systemsCalled('web', 450, { lastSeen: daysAgo(200) }),
    intercept: laterPages(() => (broken.is ? aProblem(418, 'Out of tea') : undefined)),
  });
  await user.presses('mark all stale').sees('Out of tea', 'r retries');
  const asked = listRequests(service);
  broken.is = false;
  await user.presses('to the last row, all pages').sees(row('▌', 'web-200'), '200 of 450 loaded');
  expect(listRequests(service)).toBe(asked);
  await user.presses('refresh, or load more').sees('450 marked');
});

test('marks are cleared at once', async () => {
  const user = await anOperator();
  await user.marksStale(4);
  await user.presses('clear all marks').sees('4 marks cleared.');
  expect(marked(user)).toEqual([]);
});
