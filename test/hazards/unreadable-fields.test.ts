/** A field of another type than specified is neither yes nor no: no exclusion lets its system in, and nothing hides it. */
import { expect, test } from 'vitest';
import { aCrowd, aService, aStale, idOf } from '../support/service.ts';
import { aUserOf, row, runAt } from '../support/user.ts';

/** Tags in the shapes that other services give them. */
const shapes = { 'as-text': ['prod'], 'other-name': [{ name: 'prod' }], 'one-text': 'prod' };

const fleet = () => [
  ...Object.entries(shapes).map(([name, tags]) => aStale(name, { tags })),
  aStale('as-said', { tags: [{ tag: 'prod' }] }),
  aStale('untagged', { tags: [] }),
  ...aCrowd(),
];

test('an exclusion deletes no system whose tags cannot be read: it is counted, told and protected', async () => {
  const { service, user } = await aUserOf({ systems: fleet(), columns: 120, rows: 40 });
  await user.sees('3 tags cannot be read', row('as-text', 'prod'));
  await user.presses('mark by filter').sees('mark by');
  await user.types('-tag:prod is:stale').sees('-tag:prod is:stale');
  await user.pressesKey('enter').sees('Marked by "-tag:prod is:stale": 1, 3 unreadable left out. u undoes.');
  await user.deletes('delete 1', '1 system deleted');
  expect(service.sent('DELETE').map(({ path }) => path.split('/').at(-1))).toEqual([idOf('untagged')]);
  await user.pressesKey('esc').sees('› Systems');
  await user.presses('mark all stale').sees('4 marked');
  await user.presses('review and delete').sees('3 protected 3');
  await user.rests();
  await user.pressesKey('3').sees(row('◆', 'as-text'), row('PROTECTED', 'its tags cannot be'));
});

test('the pipe leaves such systems out, says so, ends with 1, and prints every value as it was sent', async () => {
  const service = await aService({ systems: fleet() });
  const systems = (...flags: readonly string[]) => runAt(service, 'systems', '--org=Northwind', ...flags);
  const excluded = await systems('--stale', '--filter=-tag:prod', '--json');
  expect(JSON.parse(excluded.output)).toMatchObject([{ hostname: 'untagged', tags: [] }]);
  expect([excluded.exitCode, excluded.complaint]).toEqual([
    1,
    'rollcall: 3 tags cannot be read. Left out: nothing says whether they match.\n',
  ]);
  const all = await systems('--stale', '--json');
  const tags = (JSON.parse(all.output) as { hostname: string; tags: unknown }[]).map((one) => [one.hostname, one.tags]);
  expect(Object.fromEntries(tags)).toMatchObject(shapes);
  expect([all.exitCode, all.complaint]).toEqual([
    1,
    'rollcall: 3 tags cannot be read: --json and --csv print what was sent.\n',
  ]);
  expect(await systems('--filter=is:stale -is:unreadable', '--json')).toMatchObject({ exitCode: 0, complaint: '' });
  const csv = await systems('--stale', '--csv');
  expect(csv.output).toContain('"[""prod""]"');
});
