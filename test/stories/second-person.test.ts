/** A review that two people need: one writes it to a file, and another one opens and confirms it. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { aHome, type Home, runWithoutTerminalIn } from '../support/program.ts';
import { aCrowd, aService, daysAgo, type StoryService, systemsCalled } from '../support/service.ts';
import { asked, aUser, aUserIn, row, type User } from '../support/user.ts';

const old = { lastSeen: daysAgo(200) };
const orgId = 'n7Kq2wTd';

/** The home of a person with this name, whose organisation asks for a second person above so many systems. */
function aHomeOf(person: string, { baseUrl }: StoryService, above: number | null = null): Home {
  const home = aHome();
  const protection = above === null ? {} : { secondPersonAbove: above };
  home.keepsSettings({
    profiles: { default: { person, organisations: { [`${baseUrl} ${orgId}`]: { protection } } } },
  });
  return home;
}

/** The review that this person has written. */
function reviewIn(home: Home): string {
  const name = readdirSync(home.path).find((one) => one.startsWith('rollcall-review-'));
  return join(home.path, name ?? 'no review');
}

/** The review of all stale systems, written by anna, who has left. */
async function aReviewOf(service: StoryService, count: number, above: number | null = null): Promise<string> {
  const home = aHomeOf('anna', service, above);
  const anna = await aUserIn('Northwind', service, { home });
  await anna.reviewsStale(count, above === null ? asked(`delete ${count}`) : 'w write');
  await anna.sees('Checked with the service just now');
  await anna.presses('write the review for a second person').sees('› Review written', 'rollcall --review');
  await anna.presses('back to the review').sees('esc back', row('[1 delete'));
  await anna.presses('go back one level').sees('s mark stale');
  await anna.leaves();
  return reviewIn(home);
}

/** Another person, who has started rollcall with this file. */
function aSecond(
  service: StoryService,
  file: string,
  about: { readonly columns?: number; readonly rows?: number } = {},
): User {
  return aUser(service, { ...about, home: aHomeOf('ben', service), flags: ['--review', file] });
}

test('a second person opens the written review, and confirms it by a phrase with the name of the first', async () => {
  const service = await aService({ systems: [...systemsCalled('old', 3, old), ...aCrowd()] });
  const file = await aReviewOf(service, 3);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, 'utf8')).not.toContain(service.token);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
    person: 'anna',
    kind: 'delete',
    service: service.baseUrl,
  });

  const ben = aSecond(service, file);
  await ben.sees('Delete 3 systems', 'Reviewed by anna', asked('delete 3 from Northwind reviewed by anna'));
  await ben.typesPhrase('delete 3');
  await ben.presses('delete, if the phrase is right').sees('Not the phrase. Nothing was deleted.');
  expect(service.sent('DELETE')).toEqual([]);
  await ben.pressesKey(...Array.from({ length: 8 }, () => 'backspace' as const)).sees(/> +│/);
  await ben.confirms('delete 3 from Northwind reviewed by anna', '3 systems deleted');
  expect(service.hostnames()).not.toContain('old-1');
  await ben.presses('go back one level').sees('s mark stale');
  await ben.opensHistory('3 deleted', row('anna', 'ben'));
  await ben.leaves();
  const { output } = await runWithoutTerminalIn(ben.home.env, 'runs');
  expect(output).toContain('reviewed by anna');
  expect(output).toContain('confirmed by ben');
});
