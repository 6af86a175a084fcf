/** An account belongs to one organisation, to several, or to none. */
import { expect, test } from 'vitest';
import { anOrganisation, aService, aServiceInPlaceOf, aSystem, daysAgo, systemsCalled } from '../support/service.ts';
import { aUser, aUserIn, row } from '../support/user.ts';

const northwind = anOrganisation({ systems: [aSystem({ hostname: 'laptop-anna' })] });
const tailspin = anOrganisation({
  orgId: 't3Xv9mRb',
  orgName: 'Tailspin Toys',
  systems: [aSystem({ hostname: 'till-1' })],
});
const organisations = [northwind, tailspin];

test('the only one is opened at once', async () => {
  const user = aUser(await aService({ organisations: [northwind] }));
  await user.sees(/› Northwind/, 'laptop-anna');
});

test('one of several is chosen, and opened straight away the next time; @ goes to all', async () => {
  const service = await aService({ organisations });
  const first = aUser(service);
  await first.sees('2 organisations', row('▌', 'Northwind'));
  await first.opens('Tailspin Toys', 'till-1');
  await first.leaves();

  const second = aUser(service, { home: first.home });
  await second.sees('Tailspin Toys › Systems', 'till-1');
  await second.presses('switch organisation').sees('2 organisations', row('▌', 'Tailspin Toys'));
});

test('one that was open last and is no longer listed is said, and the others are shown', async () => {
  const before = await aService({ organisations });
  const first = await aUserIn('Tailspin Toys', before);
  await first.sees('till-1');
  await first.leaves();

  const contoso = anOrganisation({ orgId: 'C1', orgName: 'Contoso' });
  const second = aUser(await aServiceInPlaceOf(before, { organisations: [northwind, contoso] }), {
    home: first.home,
  });
  await second.sees('The organisation that was open last is no longer listed. Choose another.', 'Contoso');
});

test('an account without any sees that', async () => {
  const user = aUser(await aService({ organisations: [] }));
  await user.sees('This account belongs to no organisation.');
  await user.presses('open the organisation').sees('there is no organisation to open');
});

test.each([
  ['name, in any case', 'tailspin toys'],
  ['id', 't3Xv9mRb'],
])('--org opens one by its %s', async (_, wanted) => {
  const user = aUser(await aService({ organisations }), { flags: ['--org', wanted] });
  await user.sees(/› Tailspin Toys/, 'till-1');
});

test('--org with another name says that there is none, and shows those there are', async () => {
  const user = aUser(await aService({ organisations }), { flags: ['--org', 'Contoso'] });
  await user.sees('No organisation has the name or id "Contoso". Choose one.', 'Northwind', 'Tailspin Toys');
});

test.each([
  ['a part of a name', 'spin'],
  ['the beginning of an id', 't3'],
])('--org opens the only one with %s', async (_, wanted) => {
  const user = aUser(await aService({ organisations }), { flags: ['--org', wanted] });
  await user.sees(/› Tailspin Toys/, 'till-1');
});

test('--org with a part of several names shows these, and esc shows all', async () => {
  const contoso = anOrganisation({ orgId: 'C1', orgName: 'Contoso' });
  const toolbox = anOrganisation({ orgId: 'B1', orgName: 'Toolbox' });
  const user = aUser(await aService({ organisations: [...organisations, contoso, toolbox] }), {
    flags: ['--org', 'to'],
  });
  await user.sees(
    'Several organisations match "to". Choose one.',
    '3 of 4 shown by filter "to"',
    row('▌', 'Tailspin Toys'),
    'Contoso',
    'Toolbox',
    (screen) => !screen.includes('Northwind'),
  );
  await user.pressesKey('esc').sees('Northwind', 'Contoso');
});

test('--org with a misspelt word asks what was meant', async () => {
  const user = aUser(await aService({ organisations }), { flags: ['--org', 'tailpsin'] });
  await user.sees('Unknown organisation "tailpsin". Did you mean "Tailspin Toys"?', 'Northwind');
});

test('one that is opened by its id has its name in the title, as far as the list knows it', async () => {
  const user = aUser(await aService({ organisations }));
  await user.sees('2 organisations');
  await user.presses('open by id').sees('id of the organisation:');
  await user.types('t3Xv9mRb').sees('id of the organisation: t3Xv9mRb');
  await user.presses('open the organisation with this id').sees(/› Tailspin Toys/, 'till-1');
});

test('* lists the stale systems of those counted, and enter opens one in its organisation', async () => {
  const gone = { lastSeen: daysAgo(300) };
  const labs = anOrganisation({
    ...{ orgId: 'L4bs', orgName: 'Contoso Labs' },
    systems: [aSystem({ hostname: 'bench-1', ...gone, isEnabled: false }), ...systemsCalled('bench-new', 30)],
  });
  const shop = anOrganisation({
    ...{ orgId: 't3Xv9mRb', orgName: 'Tailspin Toys' },
    systems: [aSystem({ hostname: 'till-1' }), aSystem({ hostname: 'till-2', lastSeen: daysAgo(200) })],
  });
  const service = await aService({ organisations: [northwind, shop, labs] });
  const user = aUser(service);
  await user.sees('3 organisations');
  await user.presses('list the stale systems of those counted').sees('No organisation is counted yet. s counts them.');
  user.presses('count the rest, or all again');
  await user.sees(
    /^2 stale \(over 90 d\) in 3 of 3 organisations · counted /m,
    row('Contoso Labs', 'bench-1', 'disabled', '300 d'),
    row('Tailspin Toys', 'till-2', 'offline', '200 d'),
    (screen) => !screen.includes('till-1') && !screen.includes('bench-new'),
  );
  await user.types('d').sees('d does nothing here. ? lists the keys.');
  await user.presses('filter by organisation, name, state or id').sees('filter:');
  await user.types('tailspin').sees('1 of 2 shown by filter "tailspin"', row('▌', 'Tailspin Toys', 'till-2'));
  await user.pressesKey('enter').sees('enter open');
  user.presses('open its organisation, at this system');
  await user.sees('Tailspin Toys › Systems', row('▌', 'till-2'), 'till-1');
  await user.presses('mark and move down').sees('1 marked', row('✓', 'till-2'));
  await user.presses('switch organisation').sees('3 organisations');
  await user.presses('list the stale systems of those counted').sees('1 of 2 shown by filter "tailspin"');
  expect(service.sent('DELETE')).toEqual([]);
});
