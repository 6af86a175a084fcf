/** Arranging the list, and finding the arrangement at the next start. */
import { expect, test } from 'vitest';
import { aService, aSystem, daysAgo, systemsCalled } from '../support/service.ts';
import { aUserIn, aUserOf, row } from '../support/user.ts';

const systems = [
  ...systemsCalled('web', 5),
  aSystem({ hostname: 'till-9', serviceVersion: '4.9.0' }),
  aSystem({ hostname: 'till-10', serviceVersion: '4.10.0' }),
  aSystem({ hostname: 'a-till', serviceVersion: '4.9.0' }),
];

test('columns are chosen and moved, and are there again at the next start', async () => {
  const { service, user, home } = await aUserOf({ systems, columns: 120 });
  await user.presses('choose columns').sees('Columns', row('▌ ✓ state'), row('✓ enrolment key'));
  await user.presses('show or hide the column').sees(row('▌ ✓ last seen'));
  await user.presses('move the column right').sees(/enrolled\n▌ ✓ last seen/);
  await user.presses('back to the list').sees(/NAME .*ENROLLED +LAST SEEN/);
  expect(user.screen()).not.toContain('STATE');
  await user.leaves();

  const next = await aUserIn('Northwind', service, { home, columns: 120 });
  await next.sees(/NAME .*ENROLLED +LAST SEEN/);
  await next.presses('show all columns').sees('STATE', 'LAST SEEN');
  next.presses('show all systems, in service order');
  await next.presses('show all columns').sees(/NAME +STATE +LAST SEEN/);
});

test('by any column, versions by their numbers, and those that are equal by their names', async () => {
  const { user } = await aUserOf({ systems, columns: 140 });
  await user.chooses('sort by version', 'by version ↑', /a-till [^]*till-9 [^]*till-10 [^]*web-1 /);
  await user.chooses('sort by version', 'by version ↓', /web-1 [^]*till-10 [^]*a-till [^]*till-9 /);
});

test('a view is saved under a digit, and shown by it, also the next time', async () => {
  const { service, user, home } = await aUserOf({ systems, columns: 120 });
  await user.presses('show saved view 5').sees('no view is saved under this digit');
  await user.presses('filter the loaded systems').types('till').sees('3 shown by filter');
  user.presses('apply the filter');
  await user.chooses('sort by name');
  await user.chooses('save this view', 'Press a digit');
  await user.presses('save as view 3').sees('name of view 3: till');
  await user.types('s of the shop').sees('tills of the shop');
  await user.presses('save the view').sees('Saved as view 3: tills of the shop.');
  await user.presses('show all systems, in service order').sees('web-1', 'All systems, in service order.');
  await user.leaves();

  const next = await aUserIn('Northwind', service, { home, columns: 120 });
  next.presses('show saved view 3');
  await next.sees(
    'View 3: tills of the shop.',
    '3 shown by filter "till"',
    'by name ↑',
    /a-till [^]*till-9 [^]*till-10 /,
  );
});

test('three views exist from the start: stale, never connected, protected', async () => {
  const fleet = [
    ...systemsCalled('live', 2),
    ...systemsCalled('old', 2, { lastSeen: daysAgo(120) }),
    aSystem({ hostname: 'oldest', lastSeen: daysAgo(300) }),
    aSystem({ hostname: 'unused', lastSeen: null }),
    aSystem({ hostname: 'gateway', tags: [{ tag: 'protect' }] }),
  ];
  const { user } = await aUserOf({ systems: fleet, columns: 200 });
  await user.sees('1 stale, oldest first', '2 never connected', '3 protected', row('◆', 'gateway'));
  await user.goesTo('old-2');
  user.presses('show saved view 1');
  await user.sees('View 1: stale, oldest first.', /▌ ● unused [^]*oldest [^]*old-1 /, 'LAST SEEN ↓');
  user.presses('show saved view 2');
  await user.sees('View 2: never connected.', 'unused', (screen) => !screen.includes('old-1'));
  await user.chooses('view prot', 'View 3: protected.', row('◆', 'gateway'), (screen) => !screen.includes('unused'));
  await user.presses('show all systems, in service order').sees('live-1', 'old-2', 'unused', 'gateway');
});

test('w says so where no further column fits', async () => {
  const user = await aUserIn('Northwind', await aService({ systems: systemsCalled('web', 3) }), {
    columns: 40,
    rows: 10,
  });
  await user.presses('show all columns').sees('w: no other column fits into 40');
  user.terminal.resize(30, 8);
  await user.sees(/NAME +ST +AGE/m, /web-1 +off +1 d/);
});
