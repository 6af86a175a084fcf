/** Disable first: the review of a deletion is turned, what was disabled is enabled again, and the history tells of both. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { usualDocument } from '../support/documents/usual.ts';
import { describedBy } from '../support/explorer.ts';
import { runWithoutTerminalIn } from '../support/program.ts';
import { aCrowd, aStale, idOf } from '../support/service.ts';
import { asked, aUserOf, environmentFor, acrossLines, row } from '../support/user.ts';

const tills = ['till-1', 'till-2', 'till-3'];
const silent = tills.map((hostname) => aStale(hostname));

test('disabling in the place of deleting, as a person sees it, and enabling them again', async () => {
  const { service, user, home } = await aUserOf({
    systems: [...silent, ...aCrowd()],
    intercept: describedBy(JSON.stringify(usualDocument())),
  });
  // Several are worked on at a time: in the order of their ids.
  const sentTo = (operation: string): readonly string[] =>
    service
      .sent('PUT')
      .flatMap(({ path }) => new RegExp(`/systems/([^/]+)/${operation}$`).exec(path)?.[1] ?? [])
      .toSorted();
  await user.marks(...tills);

  // The review of a deletion offers it, and D turns that review: the phrase of a deletion means nothing any more.
  user.presses('review and delete');
  await user.sees(asked('delete 3'), 'PERMANENTLY DELETED', acrossLines('D disables them instead: they stay enrolled'));
  user.presses('disable them instead: review that');
  await user.sees('Disable 3 systems', 'will be DISABLED, and can be enabled again.', asked('disable 3'));
  await user.typesPhrase('delete 3', '> delete 3', 'This is not the phrase above.');
  await user.pressesKey('enter').sees('Not the phrase. Nothing was disabled.');
  expect(service.sent('PUT')).toEqual([]);
  user.pressesKey('ctrl-u');
  await user.rests();
  await user.typesPhrase('disable 3', 'enter disables 3 systems');
  user.pressesKey('enter');

  // The outcomes add up, are said, and can be undone.
  await user.sees('› Disabling finished', '3 systems disabled', '✓ 3 disabled', acrossLines('u enable them again'));
  expect(sentTo('disable')).toEqual(tills.map(idOf).toSorted());
  user.presses('undo: enable them again, after a review');
  await user.sees('Enable 3 systems', 'will be enabled, and can connect again.');
  await user.confirms('enable 3');
  await user.sees('› Enabling finished', '3 systems enabled', '✓ 3 enabled', acrossLines('u disable them again'));
  expect(sentTo('enable')).toEqual(tills.map(idOf).toSorted());
  expect(service.sent('DELETE')).toEqual([]);

  // The history has both, and what was disabled can be enabled from there as well.
  await user.pressesKey('esc').sees('› Systems');
  await user.opensHistory('2 entries, newest first', row('▌✓', '3 enabled'), row('✓', '3 disabled'));
  await user.presses('move down').sees(row('▌✓', '3 disabled'));
  user.presses('open these results');
  await user.sees('› Disabling finished', row('✓', 'disabled', 'till-1'), acrossLines('u enable them again'));
  await user.leaves();

  // A record of each was saved before its request, in a file of each run.
  const files = readdirSync(home.changesFolder).sort();
  const lines = files.map((name) => readFileSync(join(home.changesFolder, name), 'utf8').trim().split('\n'));
  const saved = lines.map((file) => file.filter((line) => line.startsWith('{"kind":"intent"')).length);
  expect(saved).toEqual([3, 3]);
  const env = { ...environmentFor(service), ...home.env };
  const printed = await runWithoutTerminalIn(env, 'runs');
  expect(printed.output).toMatch(
    /Northwind {2}finished {2}undo: 3 enabled\n.*\n.*Northwind {2}finished {2}3 disabled\n/,
  );
  const json = await runWithoutTerminalIn(env, 'runs', '--json');
  expect(JSON.parse(json.output)).toMatchObject([
    { does: 'enable', state: 'finished', counts: { done: 3 } },
    { does: 'disable', state: 'finished', counts: { done: 3 } },
  ]);
});
