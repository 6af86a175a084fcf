/** Before anything is deleted, the user reviews it and types a phrase. */
import { expect, test } from 'vitest';
import type { OrganisationRecord } from '../../src/demo/fleet/fleet.ts';
import { bytesOf, keyThat } from '../support/keys.ts';
import {
  aCrowd,
  anOrganisation,
  aService,
  aSystem,
  daysAgo,
  type StoryService,
  systemsCalled,
} from '../support/service.ts';
import { asked, aUserIn, row, type User } from '../support/user.ts';

/** Stale systems, named after their age: the first is the oldest. */
function byAge(count: number) {
  return Array.from({ length: count }, (_, at) => aSystem({ hostname: `old-${at + 1}`, lastSeen: daysAgo(300 - at) }));
}

/** A user who has marked all stale systems of this organisation. */
async function aReviewer(about: Partial<OrganisationRecord>): Promise<{ service: StoryService; user: User }> {
  const organisation = anOrganisation(about);
  const service = await aService({ organisations: [organisation] });
  const user = await aUserIn(organisation.orgName, service);
  await user.presses('mark all stale').sees(/\d marked$/m);
  return { service, user };
}

const threeOfMany = { systems: [...byAge(3), ...aCrowd()] };

test('systems that are excluded from the review stay', async () => {
  const { service, user } = await aReviewer({ systems: [...byAge(5), ...aCrowd()] });
  await user.presses('review and delete').sees('Delete 5 systems', row('▌', 'old-1'), asked('delete 5'));
  await user.presses('exclude, or include again').sees(row('▌', 'old-2'));
  await user.goesTo('old-4');
  user.presses('exclude, or include again');
  await user.sees('Delete 3 systems', '2 kept', row('–', 'old-1'), row('–', 'old-4'), '4 excluded 2');
  await user.confirms('delete 3', '3 systems deleted');
  expect(service.hostnames().slice(0, 3)).toEqual(['old-1', 'old-4', 'busy-1']);
});

test('enter and the phrase, typed ahead of the review, delete nothing', async () => {
  const { service, user } = await aReviewer(threeOfMany);
  await user.types(`${bytesOf(keyThat('review and delete'))}\rdelete 3\r`).sees(asked('delete 3'));
  await user.presses('help for this screen').sees('› Help');
  expect(service.sent('DELETE')).toEqual([]);

  user.presses('close the help');
  await user.confirms('delete 3', '3 systems deleted');
});

test('leaving the phrase and the review deletes nothing, and keeps the marks', async () => {
  const { service, user } = await aReviewer(threeOfMany);
  await user.presses('review and delete').sees(asked('delete 3'));
  await user.typesPhrase('delete 3');
  await user.presses('back to the list; nothing is deleted').sees('d phrase', '> delete 3');
  await user.presses('go back one level').sees('23 systems', '3 marked');
  expect(service.sent('DELETE')).toEqual([]);
});

test('systems marked by hand against the rule stand apart, and a connected system is named', async () => {
  const { user } = await aReviewer({
    systems: [
      ...byAge(1),
      aSystem({ hostname: 'laptop-maria', lastSeen: daysAgo(2) }),
      aSystem({ hostname: 'database', state: 'Connected', lastSeen: daysAgo(400) }),
      ...aCrowd(),
    ],
  });
  await user.marks('laptop-maria', 'database');
  user.presses('review and delete');
  await user.sees(row('1 stale over 90 d', '2 kept'), row('✗', 'old-1', '300 d'), asked('delete 1'));
  await user.pressesKey('3').sees(row('◆', 'laptop-maria'), row('◆', 'database'));
  for (const [hostname, reason] of [
    ['laptop-maria', 'seen within 7 days'],
    ['database', 'connected now'],
  ] as const) {
    await user.goesTo(hostname);
    await user.sees(`${hostname} · ${reason}`);
    await user.presses('include a protected system').sees(row('✗!', hostname));
  }
  await user.sees(
    '1 of them connected now',
    '2 protected, included by you',
    row('2 marked by hand', 'database, laptop-maria'),
    asked('delete 3'),
  );
});

test.each([
  ['more than 25 systems', 'delete 26 from Northwind', 26, 174, 'Northwind'],
  ['a large share of the organisation', 'delete 2 from Northwind', 2, 7, 'Northwind'],
  ['a fifth of the organisation', 'delete 5 from Northwind', 5, 15, 'Northwind'],
  ['less than a fifth', 'delete 4', 4, 16, 'Northwind'],
  ['an organisation whose name not everyone can type', 'delete 2 from n7Kq2wTd', 2, 7, 'Größe GmbH'],
])('the phrase for %s is "%s"', async (_, phrase, old, busy, orgName) => {
  const systems = [...byAge(old), ...systemsCalled('busy', busy)];
  const { service, user } = await aReviewer({ orgName, systems });
  await user.deletes(phrase, `${old} systems deleted`);
  expect(service.hostnames()).toHaveLength(busy);
});
