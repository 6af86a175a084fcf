/** The whole account at a glance: systems and stale ones of each organisation, counted, stopped, filtered and kept. */
import { expect, test } from 'vitest';
import { aHome } from '../support/program.ts';
import { anOrganisation, aProblem, aService, daysAgo, staleSystems, systemsCalled } from '../support/service.ts';
import { aUser, row } from '../support/user.ts';

const organisations = [
  anOrganisation({ orgId: 'N1', systems: [...staleSystems(130), ...systemsCalled('web', 270)] }),
  anOrganisation({ orgId: 'T1', orgName: 'Tailspin Toys', systems: systemsCalled('till', 5) }),
  anOrganisation({
    orgId: 'C1',
    orgName: 'Contoso Labs',
    systems: systemsCalled('lab', 2, { lastSeen: daysAgo(200) }),
  }),
];

test('s counts systems, stale ones and their share in all, by reads only, and each opens with its list', async () => {
  const service = await aService({ organisations });
  const user = aUser(service);
  await user.sees('3 organisations', row('Northwind', '–', '–', 'not yet'));
  user.presses('count stale systems in those shown');
  await user.sees(
    row('Northwind', '400', '130', '33 %', 'just now'),
    row('Tailspin Toys', '5', '0', '0 %'),
    row('Contoso Labs', '2', '2', '100 %'),
    '407 systems · 132 stale (over 90 d)',
    'Counted 3 organisations.',
  );
  expect(service.requests.every(({ method }) => method === 'GET')).toBe(true);
  expect(service.requests.filter(({ path }) => /\/systems\/./.test(path))).toEqual([]);
  const asked = service.requests.length;
  await user.presses('open the organisation').sees('Northwind › Systems', '400 systems', '130 stale', 'old-1');
  expect(service.requests).toHaveLength(asked);
  await user.marksStale(130);
  expect(service.requests).toHaveLength(asked);
});

test('counting is shown as it goes, stops with esc, and goes on with s', async () => {
  const held = Promise.withResolvers<undefined>();
  let isSlow = true;
  const service = await aService({
    organisations,
    intercept: ({ query }) => (isSlow && query.has('page') ? held.promise : undefined),
  });
  const user = aUser(service);
  await user.sees('3 organisations');
  user.presses('count stale systems in those shown');
  await user.sees(row('Northwind', '200', '130', '50 % loaded'), 'counting 1 of 3 · esc stops');
  await user.pressesKey('esc').sees('Stopped: 0 of 3 counted. s counts the rest.', row('Northwind', 'not yet'));
  isSlow = false;
  held.resolve(undefined);
  user.presses('count stale systems in those shown');
  await user.sees(row('Northwind', '400'), 'Counted 3 organisations.');
});

test('one that may not be read says why, and the others are counted', async () => {
  const service = await aService({
    organisations,
    intercept: ({ path }) => (path.startsWith('/org/T1/') ? aProblem(403, 'Forbidden') : undefined),
  });
  const user = aUser(service);
  await user.sees('3 organisations');
  user.presses('count stale systems in those shown');
  await user.sees(
    row('✗', 'Tailspin Toys', '–'),
    row('Contoso Labs', '100 %'),
    'Counted 3 organisations; 1 could not be counted. s retries.',
  );
});

test('o sorts by each column, and the cursor stays on its organisation while the figures arrive', async () => {
  const home = aHome();
  const service = await aService({ organisations });
  const user = aUser(service, { home });
  await user.sees('3 organisations');
  const sort = 'sort by the next column';
  await user
    .presses(sort)
    .presses(sort)
    .presses(sort)
    .sees('STALE ↓', 'by stale ↓', /Northwind[^]*Tailspin Toys[^]*Contoso Labs/);
  await user.presses('move down').presses('move down').sees(row('▌', 'Contoso Labs'));
  user.presses('count stale systems in those shown');
  await user.sees('Counted 3 organisations.', /Northwind .*130[^]*▌ +Contoso Labs .* 2[^]*Tailspin Toys .* 0/);
  await user.presses(sort).sees('SHARE ↓', /▌ +Contoso Labs .*100 %[^]*Northwind .*33 %[^]*Tailspin Toys/);
  await user.presses('reverse the sort').sees('SHARE ↑', /Tailspin Toys[^]*Northwind .*33 %[^]*▌ +Contoso Labs/);
  await user.leaves();

  const later = aUser(service, { home });
  await later.sees(row('Northwind', '400', '130', '33 %', 'just now'), '132 stale', 'counted up to');
  await later.presses('filter by name, role or id').sees('filter:');
  await later.types('Lab').pressesKey('enter').sees('s count stale in the 1 shown');
  await later.presses('count stale systems in those shown').sees('Counted 1 organisation.');
});

test('f shows those with a part of a name, enter keeps that, and esc shows all', async () => {
  const user = aUser(await aService({ organisations }));
  await user.sees('3 organisations');
  await user.presses('filter by name, role or id').sees('filter:');
  user.types('TOYS');
  await user.sees(
    '1 of 3 shown by filter "TOYS"',
    row('▌', 'Tailspin Toys'),
    (screen) => !screen.includes('Northwind'),
  );
  await user.presses('apply the filter').sees((screen) => !screen.includes('filter:'));
  await user.pressesKey('esc').sees('Northwind', row('▌', 'Tailspin Toys'));
  await user.presses('filter by name, role or id').sees('filter:');
  await user.types('zz').sees('No organisation matches "zz". esc shows all.');
});

test('an organisation with a deletion that was cut off says so in its row', async () => {
  const service = await aService({ organisations });
  const home = aHome();
  const header = {
    ...{
      kind: 'change',
      format: 1,
      version: '1',
      at: daysAgo(1),
      mode: 'run',
      does: 'delete',
      baseUrl: service.baseUrl,
    },
    ...{ orgId: 'T1', orgName: 'Tailspin Toys', days: 90, items: 1, pid: 1, computer: 'x' },
  };
  const lines = [header, { kind: 'plan', systems: systemsCalled('till', 1) }];
  const name = 'state/rollcall/changes/2026-11-20T10-00-00.jsonl';
  home.keeps(name, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const user = aUser(service, { home });
  await user.sees(row('●', 'Tailspin Toys', 'deletion unfinished'), row('Northwind', 'not yet'));
});
