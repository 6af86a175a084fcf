/** A review that two people need: one writes it to a file, and another one opens and confirms it. */
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { aHome, type Home, runWithoutTerminalIn } from '../support/program.ts';
import { aCrowd, anOrganisation, aService, daysAgo, type StoryService, systemsCalled } from '../support/service.ts';
import { aNewcomer, asked, aUser, aUserIn, acrossLines, row, runAt, type User } from '../support/user.ts';

const old = { lastSeen: daysAgo(200) };
const orgId = 'n7Kq2wTd';

/** The home of a person with this name, whose organisation asks for a second person above so many systems. */
function aHomeOf(
  person: string,
  { baseUrl }: StoryService,
  above: number | null = null,
  { protection: rules = {} }: { readonly protection?: object } = {},
): Home {
  const home = aHome();
  const protection = { ...rules, ...(above !== null && { secondPersonAbove: above }) };
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

/** The hint of the key, once keys count. */
const writes = /^space .* w write /m;

/** The review of all stale systems, written by anna, who has left. */
async function aReviewOf(service: StoryService, count: number): Promise<string> {
  const home = aHomeOf('anna', service);
  const anna = await aUserIn('Northwind', service, { home });
  await anna.reviewsStale(count, asked(`delete ${count}`));
  await anna.sees('Checked with the service just now');
  await anna
    .presses('write the review for a second person')
    .sees('› Review written', /^rollcall --review rollcall-review-[^/]+\.json$/m);
  await anna.sees(acrossLines(`Give them a copy of ${reviewIn(home)}; they start:`));
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

test('a file whose line ends were changed on its way is the review, and one that was confirmed here says so', async () => {
  const service = await aService({ systems: [...systemsCalled('old', 3, old), ...aCrowd()] });
  const file = await aReviewOf(service, 3);
  writeFileSync(file, `\uFEFF${readFileSync(file, 'utf8').replaceAll('\n', '\r\n')}\r\n`);
  const ben = aSecond(service, file);
  await ben.confirms('delete 3 from Northwind reviewed by anna', '3 systems deleted');
  await ben.presses('go back one level').sees('s mark stale');
  await ben.leaves();
  const again = aUser(service, { home: ben.home, flags: ['--review', file] });
  await again.sees('Reviewed by anna', acrossLines('Confirmed here before, by ben,'));
});

test('a system that has changed since is kept, and both values are told', async () => {
  const systems = systemsCalled('old', 4, old);
  const service = await aService({ systems: [...systems, ...aCrowd()] });
  const file = await aReviewOf(service, 4);
  Object.assign(systems[0] ?? {}, { hostname: 'new-1' });
  Object.assign(systems[1] ?? {}, { state: 'Connected' });
  Object.assign(systems[2] ?? {}, { tags: [{ tag: 'do-not-delete' }] });

  const ben = aSecond(service, file);
  await ben.sees('Delete 1 system', asked('delete 1 from Northwind reviewed by anna'));
  await ben.pressesKey('2').sees('2 changed 3', 'changed: hostname old-1 → new-1');
  await ben.pressesKey('down').sees('reconnected: Disconnected → Connected');
  await ben.pressesKey('down').sees('changed: tags');
  await ben.confirms('delete 1 from Northwind reviewed by anna', '1 system deleted');
  expect(service.sent('DELETE').map(({ path }) => path)).toEqual([
    expect.stringContaining(String(systems[3]?.systemId)),
  ]);
  await ben.leaves();
});

test('the protection of the second person holds, too', async () => {
  const service = await aService({ systems: [...systemsCalled('old', 3, old), ...aCrowd()] });
  const file = await aReviewOf(service, 3);
  const home = aHomeOf('ben', service, null, { protection: { keys: ['laptops'] } });
  const ben = aUser(service, { home, flags: ['--review', file] });
  await ben.sees('Nothing to delete: every system is protected.');
  await ben.presses('go back one level').sees('Nothing was deleted. The file of the review stays.');
  expect(service.sent('DELETE')).toEqual([]);
  await ben.leaves();
});

test('above the limit of an organisation the phrase is not offered, and the file of the same person is refused', async () => {
  const service = await aService({ systems: [...systemsCalled('old', 3, old), ...aCrowd()] });
  const home = aHomeOf('anna', service, 2);
  const anna = await aUserIn('Northwind', service, { home });
  await anna.reviewsStale(3, 'More than 2 systems: a second person confirms this. w writes the review.', writes);
  await anna.types('d').sees('a second person confirms this one; w writes the review');
  await anna.rests();
  await anna.presses('write the review for a second person').sees('› Review written');
  await anna.presses('back to the review').sees('esc back', row('[1 delete'));
  await anna.presses('go back one level').sees('s mark stale');
  const file = reviewIn(home);
  await anna.chooses('open a review', 'file of the review:');
  anna.types(file);
  await anna.pressesKey('enter').sees('› A second person', acrossLines('You reviewed it yourself, as anna.'));
  await anna.presses('close').sees('s mark stale');
  await anna.leaves();
  expect(service.sent('DELETE')).toEqual([]);

  const ben = aUser(service, { home: aHomeOf('ben', service, 2), flags: ['--review', file] });
  await ben.sees('Delete 3 systems');
  await ben.confirms('delete 3 from Northwind reviewed by anna', '3 systems deleted');
  await ben.leaves();
});

test('esc stops the check, and the rest is checked later', async () => {
  const gate = Promise.withResolvers<undefined>();
  let isHeld = false;
  const service = await aService({
    systems: [...systemsCalled('old', 12, old), ...systemsCalled('busy', 60)],
    intercept: ({ method, path }) =>
      isHeld && method === 'GET' && /\/systems\/\w/.test(path) ? gate.promise : undefined,
  });
  const file = await aReviewOf(service, 12);
  isHeld = true;
  const ben = aSecond(service, file);
  await ben.sees('Checking 0 of 12');
  await ben.sees('esc stop the check');
  ben.pressesKey('esc');
  await ben.rests();
  isHeld = false;
  gate.resolve(undefined);
  await ben.sees('8 of 12 checked: stopped. r checks the rest; - excludes it.');
  await ben.presses('check the unchecked systems').sees(asked('delete 12 from Northwind reviewed by anna'));
  await ben.confirms('delete 12 from Northwind reviewed by anna', '12 systems deleted');
  await ben.leaves();
});

test('a small terminal has room for the phrase, and for what the file is', async () => {
  const service = await aService({
    organisations: [anOrganisation({ orgName: 'Acme', systems: [...systemsCalled('old', 3, old), ...aCrowd()] })],
  });
  const size = { columns: 40, rows: 12 };
  const home = aHomeOf('anna', service);
  const anna = await aUserIn('Acme', service, { home, ...size });
  await anna.reviewsStale(3, asked('delete 3'));
  await anna
    .presses('write the review for a second person')
    .sees('Review written', acrossLines('It is four eyes, not a lock.'));
  await anna.presses('back to the review').sees('esc back');
  await anna.presses('go back one level').sees('› Systems');
  await anna.leaves();
  const ben = aSecond(service, reviewIn(home), size);
  await ben.sees(asked('delete 3 from Acme reviewed by anna'));
  await ben.confirms('delete 3 from Acme reviewed by anna', '3 systems deleted');
  await ben.leaves();
});

test('systems are disabled by two people as they are deleted', async () => {
  const service = await aService({ systems: [...systemsCalled('old', 3, old), ...aCrowd()] });
  const home = aHomeOf('anna', service);
  const anna = await aUserIn('Northwind', service, { home });
  await anna.marksStale(3);
  await anna.presses('review and disable, or enable again').sees(asked('disable 3'));
  await anna.presses('write the review for a second person').sees('› Review written');
  await anna.presses('back to the review').sees('esc back', row('[1 disable'));
  await anna.presses('go back one level').sees('s mark stale');
  await anna.leaves();
  const ben = aSecond(service, reviewIn(home));
  await ben.confirms('disable 3 from Northwind reviewed by anna', '3 systems disabled');
  await ben.leaves();
  expect(service.sent('PUT')).toHaveLength(3);
});

test('a start refuses each file that is no review for this person', async () => {
  const service = await aService({ systems: [...systemsCalled('old', 3, old), ...aCrowd()] });
  const file = await aReviewOf(service, 3);
  const text = readFileSync(file, 'utf8');
  const refuses = async (says: RegExp, path: string): Promise<void> => {
    const { exitCode, complaint } = await runAt(service, '--review', path);
    expect(complaint).toMatch(says);
    expect(exitCode).toBe(2);
  };
  const kept = (name: string, content: string, mode = 0o600): string => {
    const path = join(aHome().path, name);
    writeFileSync(path, content);
    chmodSync(path, mode);
    return path;
  };
  await refuses(/no file "none.json"/, '/tmp/none.json');
  await refuses(/was changed or cut off/, kept('edited.json', text.replace('"old-1"', '"old-9"')));
  await refuses(/is no review of rollcall, or was cut off/, kept('cut.json', text.slice(0, -200)));
  await refuses(/is no review of rollcall/, kept('foreign.json', '{"name":"package"}'));
  await refuses(/was written by a newer rollcall/, kept('newer.json', text.replace('"format": 1', '"format": 2')));
  await refuses(/Other users can change/, kept('open.json', text, 0o646));
  await refuses(/is no plain file/, aHome().path);
  const other = await aService({ systems: aCrowd() });
  const { complaint } = await runAt(other, '--review', file);
  expect(complaint).toMatch(/This review is of the service .*--new-profile NAME signs in there/);
  expect(service.sent('DELETE')).toEqual([]);
});

test('without a profile the sign-in begins with the address of the file, and says where it is from', async () => {
  const service = await aService({ systems: [...systemsCalled('old', 3, old), ...aCrowd()] });
  const file = await aReviewOf(service, 3);
  const home = aHome();
  home.keepsSettings({ profiles: { default: { person: 'ben' } } });
  const ben = aNewcomer({ home, flags: ['--review', file] });
  await ben.sees(
    row('service address', service.baseUrl),
    'This address is from the review. Check it before you sign in.',
  );
  const withToken = aNewcomer({ home, flags: ['--review', file], env: { ROLLCALL_TOKEN: service.token } });
  await withToken.sees('This address is from the review. enter sends your token there: check it first.');
  await ben.pressesKey('enter').sees('A personal access token');
  await ben.pastes(service.token);
  await ben.pressesKey('enter').sees('Where should rollcall store the token?');
  await ben.rests();
  await ben.pressesKey('enter').sees(asked('delete 3 from Northwind reviewed by anna'));
  await ben.presses('go back one level').sees('s mark stale');
  await ben.leaves();
});

test('an operation for many is reviewed by one person, and confirmed by another', async () => {
  const service = await aService({ systems: [...systemsCalled('old', 3, old), ...aCrowd()] });
  const home = aHomeOf('anna', service, 1);
  const anna = await aUserIn('Northwind', service, { home });
  await anna.marksStale(3);
  await anna.choosesForMarks('Changes the description');
  await anna.fillsIn('rack of {hostname}', acrossLines('a second person confirms this. w writes the review.'));
  await anna.sees('Checked with the service just now');
  await anna.rests();
  await anna.presses('write the review for a second person').sees('› Review written');
  await anna.presses('back to the review').sees('esc back', row('[1 change'));
  anna.pressesKey('ctrl-c', 'ctrl-c');
  await anna.terminal.exited;

  const ben = aSecond(service, reviewIn(home));
  await ben.sees('Change 3 systems', 'Reviewed by anna', 'rack of old-1');
  await ben.confirms('patch 3 from Northwind reviewed by anna', '3 systems changed');
  expect(
    service
      .sent('PATCH')
      .map(({ body }) => body)
      .toSorted(),
  ).toEqual(['old-1', 'old-2', 'old-3'].map((name) => JSON.stringify({ description: `rack of ${name}` })));
  await ben.presses('go back one level').sees('s mark stale');
  await ben.opensHistory('3 changed', row('anna', 'ben'));
});

test('one request for many is reviewed by one person and confirmed by another, and the history has both names', async () => {
  const service = await aService({ systems: [...systemsCalled('old', 3, old), ...aCrowd()] });
  const home = aHomeOf('anna', service, 1);
  const anna = await aUserIn('Northwind', service, { home });
  await anna.marksStale(3);
  await anna.choosesForMarks('Gives several systems', row('systemIds', '3 systems'));
  await anna.fillsIn('rack-4', acrossLines('a second person confirms this. w writes the review.'));
  await anna.sees('Checked with the service just now');
  await anna.rests();
  await anna.presses('write the review for a second person').sees('› Review written');
  anna.pressesKey('ctrl-c', 'ctrl-c');
  await anna.terminal.exited;

  const ben = aSecond(service, reviewIn(home));
  await ben.sees('Change 3 systems', 'Reviewed by anna', '"systemIds":["ID-old-1"');
  await ben.confirms('put 3 from Northwind reviewed by anna', '› PUT', row('changed', '3'));
  expect(service.sent('PUT').map(({ path }) => path)).toEqual(['/org/n7Kq2wTd/tags/rack-4/systems']);
  await ben.pressesKey('esc').sees('› Systems', 's mark stale');
  await ben.opensHistory('1 request', row('anna', 'ben', 'PUT'));
  await ben.presses('read the record').sees('reviewed by anna, confirmed by ben');
});
