/** Working with several accounts, and telling their organisations apart. */
import { expect, test } from 'vitest';
import { goesToField, saves } from '../support/form.ts';
import { aHome, type Home, runWithoutTerminalIn } from '../support/program.ts';
import { anOrganisation, aService, aStale, aSystem, daysAgo, systemsCalled } from '../support/service.ts';
import { givesAddress, givesToken, keepsIn, leaveField, signsInAndKeeps } from '../support/sign-in.ts';
import { aNewcomer, asked, aUser, aUserIn, aUserOf, environmentFor, row } from '../support/user.ts';

test('each profile has its own address, token and settings, and one is switched for another', async () => {
  const service = await aService({ systems: [aSystem({ hostname: 'laptop-anna' })] });
  const other = await aService({ systems: [aSystem({ hostname: 'till-0815' })] });
  const user = aNewcomer({ flags: ['--days', '30'] });
  await signsInAndKeeps(user, service, 'a file');
  await user.sees('laptop-anna', 'stored in a file');
  await user.chooses('switch to another profile', row('▌', 'default (in use)'), 'new profile…');
  await user.presses('next').sees(row('▌', 'new profile…'));
  await user.presses('use this profile').sees('name');
  await user.types('no good name').presses('use the profile with this name').sees('Use letters, digits');
  await user.pressesKey('ctrl-u').types('tills').sees('tills');
  await user.presses('use the profile with this name').sees('"tills" is a new profile: signing in creates it.');
  await givesAddress(user, other.baseUrl);
  await givesToken(user, other.token);
  await keepsIn(user, 'a file');
  await user.sees('till-0815', 'rollcall (tills) › Northwind', 'stale (over 30 d)');
  await user.sees('Profile "tills" created. The token is stored in a file only you can read.');
  await user.leaves();

  const next = aNewcomer({ home: user.home, flags: ['--profile', 'tills'] });
  await next.sees('till-0815');
  await next.leaves();
  const first = aNewcomer({ home: user.home });
  await first.sees('laptop-anna');
  await first.leaves();
});

test('the settings of a profile hold from one start to the next', async () => {
  const { service, user, home } = await aUserOf({
    systems: systemsCalled('web', 30, { lastSeen: daysAgo(40) }),
    columns: 120,
  });
  await user.chooses('change the settings of this profile');
  await saves(user, { 'Systems are stale after': '30', 'Request in each page': 'oops' });
  await user.sees(
    '! Type a number from 1 to 1000.',
    /stale after +30 days +\(was 90\)/,
    /▌ Request in each page +oops/,
  );
  await saves(user, { 'Request in each page': '10', 'Keep this profile': 'yes' });
  await user.sees('stale (over 30 d)', 'READ-ONLY');
  await user.leaves();

  const next = await aUserIn('Northwind', service, { home, columns: 120 });
  await next.sees('stale (over 30 d)', 'READ-ONLY', '20 of 30 loaded');
  expect(service.requests.some(({ query }) => query.get('per_page') === '10')).toBe(true);
  await next.presses('review and delete').sees('read-only: nothing is changed');
});

test('a read-only profile stays so when a preview changes its settings, and ends when its settings say so', async () => {
  const { service, user, home } = await aUserOf({ systems: [aStale('laptop-anna')], columns: 120 });
  await user.chooses('change the settings of this profile');
  await saves(user, { 'Keep this profile': 'yes' });
  await user.sees('READ-ONLY');
  await user.leaves();

  const preview = await aUserIn('Northwind', service, { home, columns: 120, flags: ['--preview'] });
  await preview.sees('PREVIEW');
  await preview.chooses('change the settings of this profile', /Keep this profile read-only +yes/);
  await preview.pressesKey('enter').sees('Nothing changed.', 'PREVIEW');
  await preview.leaves();

  const last = await aUserIn('Northwind', service, { home, columns: 120 });
  await last.sees('READ-ONLY');
  await last.chooses('change the settings of this profile');
  await saves(last, { 'Keep this profile': 'no' });
  await last.sees('! Keep this profile read-only', 'becomes  no');
  await last.rests();
  await last.pressesKey('enter').sees(/› Northwind › Systems *\n/);
  await last.presses('create an enrolment key').sees('description');
  await last.types('tills').sees('tills');
  await last.rests();
  await last.presses('create the key').sees('Enrolment key created');
});

test('an organisation is labelled by its word and colour, and can be read-only by itself', async () => {
  const organisations = ['Northwind', 'Contoso'].map((orgName) =>
    anOrganisation({ orgId: orgName, orgName, systems: [aSystem({ hostname: `host-of-${orgName}` })] }),
  );
  const { service, user, home } = await aUserOf({ organisations, columns: 120 });
  await user.chooses('change the settings of this organisation');
  await goesToField(user, 'Draw the name in');
  await user.pressesKey('right').sees(/Draw the name in +red/);
  await saves(user, { 'Show the word': 'PROD', 'Keep this organisation': 'yes' });
  await user.sees(/› Northwind PROD READ-ONLY/);
  expect(user.terminal.raw()).toMatch(/\[(?:\d+;)*91[;m]/);
  await user.presses('review and delete').sees('d: this organisation is read-only in its settings');
  await user.presses('create an enrolment key').sees('n: this organisation is read-only in its settings');
  await user.leaves();

  const next = await aUserIn('Northwind', service, { home, columns: 120 });
  await next.sees(/› Northwind PROD READ-ONLY/);
  next.presses('switch organisation');
  await next.opens('Contoso', /› Contoso › Systems *\n/);
});

test.each([
  ['the organisation', 'change the settings of this organisation', 'd: this organisation is read-only in its settings'],
  ['the profile', 'change the settings of this profile', 'd: read-only: nothing is changed'],
])('a session deletes nothing more once another one has made %s read-only', async (_, action, refusal) => {
  const { service, user, home } = await aUserOf({ systems: [aStale('laptop-anna'), ...systemsCalled('web', 30)] });
  await user.marks('laptop-anna');
  await user.presses('review and delete').sees(asked('delete 1'));

  const other = await aUserIn('Northwind', service, { home });
  await other.chooses(action);
  await saves(other, { 'Keep this': 'yes' });
  await other.sees('READ-ONLY');
  await other.leaves();

  await user.confirms('delete 1', 'Read-only, as another session has set it: nothing is deleted here.', 'READ-ONLY');
  await user.presses('go back one level').sees('1 marked', 'web-1');
  await user.presses('review and delete').sees(refusal);
  expect(service.sent('DELETE')).toHaveLength(0);
});

/** The settings have the profile `prod`, which is read-only. */
function aHomeWithProd(): Home {
  const home = aHome();
  home.keepsSettings('{"profiles":{"prod":{"readOnly":true}}}');
  return home;
}

const change = ['api', 'POST', '/org/N1/enrolment-keys', 'description=x', '--write'];

test.each([['systems'], change, ['api', '--list'], ['doctor']])(
  'a profile that does not exist is refused by rollcall %s, which sends nothing',
  async (...words) => {
    const service = await aService({ systems: [aSystem({ hostname: 'laptop-anna' })] });
    const env = { ...aHomeWithProd().env, ...environmentFor(service) };
    const { exitCode, output, complaint } = await runWithoutTerminalIn(env, ...words, '--profile', 'prdo');
    expect({ exitCode, output }).toEqual({ exitCode: 2, output: '' });
    expect(complaint).toBe('rollcall: There is no profile "prdo". Did you mean prod?\n');
    expect(service.requests).toEqual([]);
  },
);

test('a profile that does not exist is refused at the start, and what it would have protected stays', async () => {
  const service = await aService({ systems: [aSystem({ hostname: 'laptop-anna' })] });
  const home = aHomeWithProd();
  const mistyped = aUser(service, { home, flags: ['--profile', 'prdo'] });
  await mistyped.sees('rollcall: There is no profile "prdo". Did you mean prod?');
  const taken = aUser(service, { home, flags: ['--new-profile', 'Prod'] });
  await taken.sees('rollcall: There is a profile "prod" already: rollcall --profile prod uses it.');
  expect(service.requests).toEqual([]);
  const right = await aUserIn('Northwind', service, { home, flags: ['--profile', 'prod'] });
  await right.sees('READ-ONLY');
});

test('--new-profile creates one by signing in, and says so; until then there is none', async () => {
  const service = await aService({ systems: [aSystem({ hostname: 'laptop-anna' })] });
  const home = aHome();
  const left = aNewcomer({ home, flags: ['--new-profile', 'work'] });
  await left.sees('"work" is a new profile: signing in creates it.');
  await leaveField(left);
  const unknown = aNewcomer({ home, flags: ['--profile', 'work'] });
  await unknown.sees('There is no profile "work".');
  const user = aNewcomer({ home, flags: ['--new-profile', 'work'] });
  await signsInAndKeeps(user, service, 'a file');
  await user.sees('laptop-anna', 'Profile "work" created. The token is stored in a file only you can read.');
  await user.leaves();
  const next = aNewcomer({ home, flags: ['--profile', 'work'] });
  await next.sees('laptop-anna');
});

test('a name that can be no profile is refused at the start', async () => {
  const user = aNewcomer({ flags: ['--profile', '../x'] });
  await user.sees('--profile takes a name of letters');
  await leaveField(user).catch(() => undefined);
});

test('an organisation that one session sets read-only stays so, whatever another one keeps of it', async () => {
  const service = await aService({ systems: systemsCalled('web', 3) });
  const home = aHome();
  const [first, second] = [aUser(service, { home, columns: 120 }), aUser(service, { home, columns: 120 })];
  await first.opens('Northwind');
  await second.opens('Northwind');
  await first.chooses('change the settings of this organisation');
  await saves(first, { 'Show the word': 'PROD', 'Keep this organisation': 'yes' });
  await first.sees(/› Northwind PROD READ-ONLY/);
  await first.leaves();
  await second.chooses('save this view', 'Press a digit');
  await second.presses('save as view 3').sees('name of view 3');
  await second.presses('save the view').sees('Saved as view 3');
  await second.leaves();

  const next = await aUserIn('Northwind', service, { home, columns: 120 });
  await next.sees(/› Northwind PROD READ-ONLY/);
});
