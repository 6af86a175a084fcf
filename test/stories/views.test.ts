/** Arranging the list, and finding the arrangement at the next start. */
import { expect, test } from 'vitest';
import { aHome } from '../support/program.ts';
import { aService, aSystem, daysAgo, systemsCalled } from '../support/service.ts';
import { aUser, row } from '../support/user.ts';

const systems = [
  ...systemsCalled('web', 5),
  aSystem({ hostname: 'till-9', serviceVersion: '4.9.0' }),
  aSystem({ hostname: 'till-10', serviceVersion: '4.10.0' }),
  aSystem({ hostname: 'a-till', serviceVersion: '4.9.0' }),
];

test('columns are chosen and moved, and are there again at the next start', async () => {
  const service = await aService({ systems });
  const home = aHome();
  const user = aUser(service, { home, columns: 120 });
  await user.opens('Northwind');
  user.presses('choose columns');
  await user.sees('Columns', row('▌ ✓ state'), row('✓ enrolment key'));
  user.presses('show or hide the column');
  await user.sees(row('▌ ✓ last seen'));
  user.presses('move the column right');
  await user.sees(/enrolled\n▌ ✓ last seen/);
  user.presses('back to the list');
  await user.sees(/NAME .*ENROLLED +LAST SEEN/);
  expect(user.screen()).not.toContain('STATE');
  await user.leaves();

  const next = aUser(service, { home, columns: 120 });
  await next.opens('Northwind');
  await next.sees(/NAME .*ENROLLED +LAST SEEN/);
  next.presses('show all columns');
  await next.sees('STATE', 'LAST SEEN');
  next.presses('show all systems, in service order');
  next.presses('show all columns');
  await next.sees(/NAME +STATE +LAST SEEN/);
});

test('by any column, versions by their numbers, and those that are equal by their names', async () => {
  const user = aUser(await aService({ systems }), { columns: 140 });
  await user.opens('Northwind');
  await user.chooses('sort by version');
  await user.sees('by version ↑', /a-till [^]*till-9 [^]*till-10 [^]*web-1 /);
  await user.chooses('sort by version');
  await user.sees('by version ↓', /web-1 [^]*till-10 [^]*a-till [^]*till-9 /);
});

test('a view is saved under a digit, and shown by it, also the next time', async () => {
  const service = await aService({ systems });
  const home = aHome();
  const user = aUser(service, { home, columns: 120 });
  await user.opens('Northwind');
  user.presses('show saved view 4');
  await user.sees('no view is saved under this digit');
  user.presses('filter the loaded systems');
  user.types('till');
  await user.sees('3 shown by filter');
  user.presses('apply the filter');
  await user.chooses('sort by name');
  await user.chooses('save this view');
  await user.sees('Press a digit');
  user.presses('save as view 3');
  await user.sees('name of view 3: till');
  user.types('s of the shop');
  await user.sees('tills of the shop');
  user.presses('save the view');
  await user.sees('Saved as view 3: tills of the shop.');
  user.presses('show all systems, in service order');
  await user.sees('web-1', 'All systems, in service order.');
  await user.leaves();

  const next = aUser(service, { home, columns: 120 });
  await next.opens('Northwind');
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
  const user = aUser(await aService({ systems: fleet }), { columns: 200 });
  await user.opens('Northwind');
  await user.sees('1 stale, oldest first', '2 never connected', '3 protected', row('◆', 'gateway'));
  await user.goesTo('old-2');
  user.presses('show saved view 1');
  await user.sees('View 1: stale, oldest first.', /▌ ● unused [^]*oldest [^]*old-1 /, 'LAST SEEN ↓');
  user.presses('show saved view 2');
  await user.sees('View 2: never connected.', 'unused', (screen) => !screen.includes('old-1'));
  await user.chooses('view prot');
  await user.sees('View 3: protected.', row('◆', 'gateway'), (screen) => !screen.includes('unused'));
  user.presses('show all systems, in service order');
  await user.sees('live-1', 'old-2', 'unused', 'gateway');
});

test('w says so where no further column fits', async () => {
  const user = aUser(await aService({ systems: systemsCalled('web', 3) }), { columns: 40, rows: 10 });
  await user.opens('Northwind');
  user.presses('show all columns');
  await user.sees('w: no other column fits into 40');
  user.terminal.resize(30, 8);
  await user.sees(/NAME +AGE$/m, /web-1 +1 d/);
});
