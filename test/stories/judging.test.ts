/** The review as a workbench: groups, filter, sort, details, and the phrase while systems are still checked. */
import { expect, test } from 'vitest';
import { aCrowd, aGate, aSystem, daysAgo, idOf, onRequest, staleSystems, systemsCalled } from '../support/service.ts';
import { asked, aUserOf, type Met, row } from '../support/user.ts';

const stale = (hostname: string, age: number, about: Readonly<Record<string, unknown>> = {}) =>
  aSystem({ hostname, lastSeen: daysAgo(age), ...about });

/** A user in the review of five stale systems, one of them protected. */
async function aReviewer(size: { columns?: number; rows?: number } = {}): Promise<Met> {
  const met = await aUserOf({
    systems: [
      stale('srv-2', 300, { enrolmentKeyDescription: 'lab' }),
      stale('srv-10', 290, { enrolmentKeyDescription: 'lab' }),
      stale('kiosk', 280, { enrolmentKeyDescription: 'retail' }),
      stale('till', 270, { enrolmentKeyDescription: 'retail' }),
      stale('keeper', 260, { tags: [{ tag: 'protect' }] }),
      ...aCrowd(),
      ...systemsCalled('other', 20, { state: 'Connected' }),
    ],
    ...size,
  });
  const words = '4 of 45 systems (9 %) will be PERMANENTLY DELETED: cannot be undone.';
  await met.user.reviewsStale(5, words, asked('delete 4'));
  return met;
}

/** The names of these systems, from the top of the list. */
function namesOn(screen: string): readonly string[] {
  return [...screen.matchAll(/^[▌ ][✗↩◆–][! ] ([\w-]+)/gm)].map(([, name = '']) => name);
}

test('systems are judged in groups, by a filter and in any order, and the deletion takes what is left', async () => {
  const { service, user } = await aReviewer();
  // In the terminal's red.
  expect(user.terminal.raw()).toContain('\u001B[91m▐ 4 of 45 systems');
  expect(namesOn(user.screen())).toEqual(['srv-2', 'srv-10', 'kiosk', 'till']);
  user.presses('sort by the next column');
  await user.sees('ENROLLED ↓');
  user.presses('reverse the sort');
  await user.sees('ENROLLED ↑');
  await user.rests();

  await user.presses('filter the review').sees('filter:');
  await user.types('key:retail').sees('key:retail', (screen) => namesOn(screen).toSorted().join(' ') === 'kiosk till');
  await user.pressesKey('enter').sees('Filter "key:retail": 2 of 4 shown; the deletion takes all 4.');
  await user.goesTo('kiosk');
  await user.rests();
  await user.presses('exclude, or include again').sees('3 of 45', '4 excluded 1', row('–', 'kiosk'), asked('delete 3'));
  await user.pressesKey('esc').sees('3 of 45', row('srv-10'));

  await user
    .presses('show the protected systems')
    .sees('[3 protected 1]', row('◆', 'keeper'), 'keeper · tag "protect"');
  user.presses('include a protected system');
  await user.sees(row('✗!', 'keeper'), '1 protected, included by you', asked('delete 4'));
  await user.sees('keeper · included: tag "protect"');
  await user.presses('include a protected system').sees(row('◆', 'keeper'), asked('delete 3'));
  await user.presses('show the excluded systems').sees('[4 excluded 1]', row('–', 'kiosk'));

  await user.confirms('delete 3', '3 systems deleted');
  expect(service.hostnames().slice(0, 2)).toEqual(['kiosk', 'keeper']);
});

test('marks and exclusions stay when the review is left, and details lead back to it', async () => {
  const { service, user } = await aReviewer();
  await user.presses('details of the system').sees('› srv-2', '1 of 4', '✗ will be deleted');
  await user.presses('next system of the review').sees('› srv-10', '2 of 4');
  await user.presses('exclude the system, or include it again').sees('– excluded, will be kept');
  await user.pressesKey('esc').sees('[1 delete 3]', row('–', 'srv-10'));
  await user.pressesKey('esc').sees('5 marked', '1 marked system stays excluded; d reviews again.');
  await user.presses('review and delete').sees('4 excluded 1', asked('delete 3'));
  expect(service.sent('DELETE')).toEqual([]);
});

test('the field keeps its text on the way to the list and back, and says what the text is', async () => {
  const { user } = await aReviewer();
  await user.typesPhrase('delete 5', 'This is not the phrase above.');
  await user.pressesKey('esc').sees('> delete 5', 'd phrase');
  await user.presses('type the phrase').sees('back to the list', '> delete 5');
  await user.pressesKey('backspace').types('4').sees('> delete 4', 'enter deletes 4 systems');
});

test('the phrase is typed while systems are checked, and enter says how many are left', async () => {
  const { opened, open } = aGate();
  const { service, user } = await aUserOf({
    systems: [...staleSystems(3), ...aCrowd()],
    intercept: onRequest('GET', ({ path }) => (path.includes('/systems/') ? opened : undefined)),
  });
  const words = 'Checking 0 of 3. Type the phrase now; enter works when the check is done.';
  await user.reviewsStale(3, words, asked('delete 3'));
  await user.typesPhrase('delete 3', 'enter works when the check is done');
  await user.pressesKey('enter').sees('3 of 3 systems left to check; your text stays', '> delete 3');
  service.change(idOf('old-2'), { state: 'Connected' });
  open();
  await user.sees('2 reconnected 1', asked('delete 2'), '> delete 3', 'This is not the phrase above.');
  await user.pressesKey('backspace').types('2').sees('enter deletes 2 systems');
  await user.rests();
  await user.pressesKey('enter').sees('2 systems deleted');
  expect(service.sent('DELETE')).toHaveLength(2);
});

test('from 110 columns, the system under the cursor stands beside the list, and the systems to delete are counted', async () => {
  const { user } = await aReviewer({ columns: 120, rows: 40 });
  await user.sees(row('│ srv-2'), row('TO DELETE'), row('by state', 'offline 4'), row('by key', 'lab 2 · retail 2'));
  await user.presses('move down').sees(row('│ srv-10'));
});
