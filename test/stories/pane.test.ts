/** One system beside the list and over the whole screen, kept true by quiet checks. */
import { expect, test } from 'vitest';
import { aHome } from '../support/program.ts';
import { aCrowd, daysAgo, idOf, type StoryService, systemsCalled } from '../support/service.ts';
import { aUserIn, aUserOf, row } from '../support/user.ts';

const wide = { columns: 120, rows: 40 };

function organisation() {
  return [...systemsCalled('old', 4, { lastSeen: daysAgo(200), description: 'in rack 29' }), ...aCrowd()];
}

function readsOf(service: StoryService, hostname: string): number {
  return service.sent('GET').filter(({ path }) => path.endsWith(`/${idOf(hostname)}`)).length;
}

test('from 110 columns the pane follows the cursor: verdict and why first, then every field', async () => {
  const { user } = await aUserOf({ systems: organisation(), ...wide });
  await user.sees(
    row('│ old-1', idOf('old-1')),
    row('│ ● stale by 110 d'),
    row('│ WHY', 'Last seen 200 d'),
    row('│ description', 'in rack 29'),
  );
  await user.presses('move down').sees(row('│ old-2', idOf('old-2')), 'Checked ');
  user.terminal.resize(100, 40);
  await user.sees(() => !user.screen().includes('│'));
});

test('the pane gets wider and narrower within limits, and is as wide at the next start', async () => {
  const { service, user } = await aUserOf({ systems: organisation(), ...wide });
  const edge = (): number =>
    user
      .screen()
      .split('\n')
      .find((line) => line.includes('│ WHY'))
      ?.indexOf('│') ?? -1;
  await user.sees(row('│ WHY', 'Last seen 200 d'));
  const before = edge();
  await user.presses('make the pane narrower').sees(() => edge() > before);
  const narrower = edge();
  await user.presses('make the pane wider', 2).sees(() => edge() < narrower);
  await user.presses('make the pane wider', 20).sees('the pane cannot be wider', () => edge() === 56);
  user.terminal.resize(100, 40);
  await user.sees(() => !user.screen().includes('│'));
  await user.presses('make the pane wider').sees('no pane is shown');
  await user.leaves();
  const again = await aUserIn('Northwind', service, { ...wide, home: user.home });
  const edgeAgain = (): boolean => /^.{56}│ WHY/m.test(again.screen());
  await again.sees(edgeAgain);
  await again.presses('show all systems, in service order').sees(() => !edgeAgain());
});

test('below that, enter opens the same, and j and k go on to the next system and back', async () => {
  const { service, user } = await aUserOf({ systems: organisation() });
  user.presses('open the system');
  await user.sees('1 of 24', row('WHY', 'Last seen 200 d ago'), row('description', 'in rack 29'));
  await user.presses('next system').sees('› old-2', '2 of 24', 'Checked just now.');
  expect(readsOf(service, 'old-2')).toBe(1);
  await user.presses('previous system').sees('› old-1', '1 of 24');
  await user.presses('previous system').sees('This is the first system shown.');
  await user.presses('go back one level').sees(row('▌', 'old-1'));
});

test('a system that reconnected is found out while the cursor rests on it', async () => {
  const { service, user } = await aUserOf({ systems: organisation(), ...wide });
  await user.marks('old-1', 'old-2');
  await user.sees('2 marked', '4 stale');
  service.change(idOf('old-1'), { state: 'Connected' });
  await user.goesTo('old-1');
  await user.sees('old-1 reconnected: unmarked. u undoes.', '1 marked', '3 stale', row('│ connected'));
  await user.presses('undo a change of marks, up to 50').sees('2 marked');
});

test('a system that is gone keeps its row, and says so', async () => {
  const { service, user } = await aUserOf({ systems: organisation(), ...wide });
  service.remove(idOf('old-2'));
  await user.presses('move down').sees(row('▌', 'old-2', 'gone'), '✓ gone', '3 stale');
});

test('nothing is asked while nothing moves, and nothing where a setting turns it off', async () => {
  const home = aHome();
  home.keepsSettings({ profiles: { default: { checkAtRest: false } } });
  const { service, user } = await aUserOf({ systems: organisation(), ...wide, home });
  await user.presses('move down').sees(row('│ old-2'), 'As listed just now.');
  // Another request that comes later than a check would have.
  await user.presses('open the system').sees('› old-2', 'Checked just now.');
  expect(readsOf(service, 'old-1') + readsOf(service, 'old-2')).toBe(1);
});

test('a finding of the review is so in the list as well', async () => {
  const { service, user } = await aUserOf({ systems: organisation() });
  await user.marksStale(4);
  service.change(idOf('old-3'), { state: 'Connected' });
  await user.presses('review and delete').sees('delete 3');
  user.presses('go back one level');
  await user.sees('1 reconnected: unmarked. u undoes.', '3 marked', '3 stale', row('old-3', 'online'));
});
