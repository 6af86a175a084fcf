/** Runs that are stopped, signalled, disconnected or interrupted by sleep. */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { aRunInItsMiddle } from '../support/hazards.ts';
import { outcomesIn } from '../support/records.ts';
import { aHome, eachInItsOwnProcess, runWithoutTerminalIn } from '../support/program.ts';
import { aCrowd, aSystem, daysAgo } from '../support/service.ts';
import { aUser, aUserIn, aUserOf, row } from '../support/user.ts';

eachInItsOwnProcess();

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)(
  '%s takes no further system, waits for those in flight, and sums up on the shell’s screen',
  async (signal, exitCode) => {
    const { user, release } = await aRunInItsMiddle();
    user.terminal.kill(signal);
    await user.sees('waiting for 4 answers');
    release();
    expect(await user.terminal.exited).toEqual({ exitCode, signal: 0 });
    expect(user.screen()).toContain('Deletion, Northwind: 4 deleted · 6 not reached');
  },
);

test('a deletion without an answer is not waited for longer than five seconds, and the next start asks about it', async () => {
  const { service, user, release } = await aRunInItsMiddle();
  user.terminal.kill('SIGTERM');
  expect(await user.terminal.exited).toEqual({ exitCode: 143, signal: 0 });
  expect(user.screen()).toContain('0 deleted · 10 waiting');
  expect(user.screen()).toContain('The next start asks the service what became of those in flight.');
  release();
  const again = aUser(service, { home: user.home });
  await again.sees('› Interrupted', 'a deletion of 10 systems in Northwind', '○ 4 already gone   – 6 not reached');
});

test('where the line drops, those in flight end, and the next start offers the rest', async () => {
  const { service, user, release } = await aRunInItsMiddle();
  const gone = user.terminal.hangUp();
  release();
  await gone;
  expect(outcomesIn(user.home).size).toBe(4);
  const again = aUser(service, { home: user.home });
  await again.sees('› Interrupted', 'a deletion of 10 systems', '✓ 4 deleted   – 6 not reached', 'r reviews the rest');
  again.presses('retry the failed systems, after a review');
  await again.confirms('delete 6', '6 systems deleted');
  expect(service.sent('DELETE')).toHaveLength(10);
  await again.leaves();
  const calm = await aUserIn('Northwind', service, { home: user.home });
  // The earlier session may have read a newer list, so the report of systems gone since the last visit may vary.
  await calm.sees('50 systems');
});

test('where the line drops and nothing answers, the program is gone before a request is given up', async () => {
  const { user } = await aRunInItsMiddle();
  await user.terminal.hangUp();
  // A request that was given up would have its outcome written.
  expect(outcomesIn(user.home).size).toBe(0);
});

test('a killed run is found, requests in flight are checked, nothing is sent twice, and its lock goes', async () => {
  const { service, user, home, release } = await aRunInItsMiddle();
  const locks = join(home.changesFolder, '..', 'locks');
  expect(readdirSync(locks)).toHaveLength(1);
  await user.isEndedBy('SIGKILL');
  release();
  const again = aUser(service, { home });
  await again.sees('› Interrupted', 'a deletion of 10 systems', '○ 4 already gone   – 6 not reached');
  expect(service.sent('DELETE')).toHaveLength(4);
  await again.pressesKey('esc').sees('56 systems');
  await again.opensHistory(row('Northwind', '0 deleted · 4 already gone · 6 not'));
  await again.leaves();
  expect(readdirSync(locks)).toEqual([]);
});

test('a second session says who is at work, can browse, and deletes only once the first is over', async () => {
  const { service, user, release } = await aRunInItsMiddle();
  const second = await aUserIn('Northwind', service, { home: user.home, columns: 120 });
  await second.sees(
    row(`Process ${user.terminal.pid} (since`, 'is deleting here: you can browse, and delete after it.'),
  );
  await second.goesTo('old-9');
  await second.rests();
  await second.deletes('delete old-9', '> delete old-9', 'is deleting here');
  expect(service.sent('DELETE')).toHaveLength(4);
  release();
  await user.sees('10 systems deleted');
  await user.leaves();
  await second.pressesKey('enter').sees('✓ 0 deleted   ○ 1 already gone');
  expect(service.sent('DELETE')).toHaveLength(10);
});

test('a run in progress in another session is distinguished from an interrupted one', async () => {
  const { service, user, release } = await aRunInItsMiddle();
  const listed = async (): Promise<string> => (await runWithoutTerminalIn(user.home.env, 'runs')).output;
  expect(await listed()).toContain('Northwind  in progress  0 deleted');
  const second = await aUserIn('Northwind', service, { home: user.home });
  await second.opensHistory(row('Northwind', 'in progress', '0 deleted'));
  await second.presses('write CSV, JSON, Markdown and HTML').sees('e: it is still in progress.');
  second.presses('open these results');
  await second.sees('Another session is deleting here', '0 of 10', '✓ 0 deleted   4 in flight   6 waiting');
  await second.pressesKey('esc').sees(row('Northwind', 'in progress', '0 deleted'));
  await user.isEndedBy('SIGKILL');
  release();
  await second.pressesKey('r').sees(row('Northwind', 'interrupted', '0 deleted'));
  expect(await listed()).toContain('Northwind  interrupted  0 deleted');
  const { output } = await runWithoutTerminalIn(user.home.env, 'runs', '--json');
  const counts = expect.objectContaining({ done: 0 }) as unknown;
  expect(JSON.parse(output)).toMatchObject([{ orgName: 'Northwind', state: 'interrupted', isPreview: false, counts }]);
});

test('a run in progress in another session is refreshed until it is over, and not reviewed before', async () => {
  const { service, user, release } = await aRunInItsMiddle();
  const second = await aUserIn('Northwind', service, { home: user.home });
  await second.opensHistory(row('Northwind', 'in progress'));
  second.presses('open these results');
  await second.sees(
    '› Deletion in another session',
    'a deletion of 10 systems in Northwind',
    '4 in flight   6 waiting',
    'r refreshes',
  );
  release();
  await user.sees('10 systems deleted');
  await user.leaves();
  await second.presses('refresh from its records').sees('10 systems deleted', '10 of 10');
});

test('a session that is killed holds nothing', async () => {
  const { service, user, release } = await aRunInItsMiddle();
  await user.isEndedBy('SIGKILL');
  release();
  const next = await aUserIn('Northwind', service, { home: aHome() });
  await next.goesTo('old-9');
  await next.deletes('delete old-9', '1 system deleted');
});

test('after sleep the connections are gone, and lost requests are checked', async () => {
  const { service, user, release } = await aRunInItsMiddle();
  user.terminal.kill('SIGSTOP');
  service.disconnect();
  release();
  user.terminal.kill('SIGCONT');
  await user.sees('✓ 6 deleted   ○ 4 already gone');
  expect(service.hostnames()).toHaveLength(50);
  const ids = service.sent('DELETE').map(({ path }) => path);
  expect(new Set(ids).size).toBe(ids.length);
});

test('a run continues while the user browses, and J shows it again', async () => {
  const { user, release } = await aRunInItsMiddle();
  await user.presses('back to the list; the deletion continues').sees('60 systems', '0 of 10');
  await user.presses('review and delete').sees('d: a deletion is in progress.');
  release();
  await user.sees('✓ Deletion finished: 10 of 10. J shows the results.', '50 systems');
  await user.presses('show the deletion, disabling or enabling').sees('10 systems deleted');
});

test('a run is exported with cells that no spreadsheet takes for formulas, for its owner alone', async () => {
  const { user } = await aUserOf({
    systems: [
      aSystem({ hostname: '=HYPERLINK("http://evil.example","x")', systemId: 'S-1', lastSeen: daysAgo(300) }),
      aSystem({ hostname: 'a"b,c\u001b[2J\u202e', systemId: 'S-2', lastSeen: daysAgo(200) }),
      ...aCrowd(),
    ],
    columns: 200,
  });
  await user.deletesStale(2, '2 systems deleted');
  await user
    .presses('write CSV, JSON, Markdown and HTML')
    .sees(/^Written: rollcall-\S+\.csv, \.json, \.md and \.html in \//m);
  const files = readdirSync(user.home.path).filter((name) => name.startsWith('rollcall-run-'));
  expect(files.map((name) => statSync(join(user.home.path, name)).mode & 0o777)).toEqual(files.map(() => 0o600));
  const [csv = '', , json = ''] = files.sort().map((name) => readFileSync(join(user.home.path, name), 'utf8'));
  const lines = csv.split('\r\n').slice(1);
  // The two are deleted side by side: either may be the first to be answered.
  expect(lines.sort()).toEqual([
    '',
    expect.stringMatching(/^deleted,,"'=HYPERLINK\(""http:\/\/evil\.example"",""x""\)",S-1,/),
    expect.stringMatching(/^deleted,,"a""b,c␛\[2J‹U\+202E›",S-2,/),
  ]);
  const { counts, systems } = JSON.parse(json) as { counts: object; systems: { result: string; system: object }[] };
  expect(counts).toMatchObject({ done: 2 });
  expect(systems.map(({ result }) => result)).toEqual(['deleted', 'deleted']);
  expect(systems.map(({ system }) => system)).toContainEqual(
    expect.objectContaining({ hostname: 'a"b,c\u001b[2J\u202e' }),
  );
});

test('hostile filters end no run, typed or from a saved session; one of a good session comes back beside it', async () => {
  const { service, user, release } = await aRunInItsMiddle();
  await user.presses('back to the list; the deletion continues').sees('60 systems', '0 of 10');
  user.presses('filter the loaded systems');
  for (const word of ['is:__proto__', 'is:constructor']) {
    await user.types(word).sees(`filter: ${word}`, `! unknown "${word}". Known: stale`);
    await user.pressesKey('enter', 'ctrl-u').sees((screen) => !screen.includes(word));
  }
  const gone = user.terminal.hangUp();
  release();
  await gone;
  // A filter that no version wrote hides nothing.
  const path = join(user.home.path, 'state', 'rollcall', 'state.json');
  const remembered = readFileSync(path, 'utf8');
  const withFilter = (filter: string): void => {
    writeFileSync(path, remembered.replace(/"filter": ?"[^"]*"/, `"filter":"${filter}"`));
  };
  withFilter('is:__proto__');
  const forged = aUser(service, { home: user.home });
  await forged.sees('› Interrupted deletion', 'a deletion of 10 systems', '✓ 4 deleted   – 6 not reached');
  // The deletion is settled now: the next start has nothing to report.
  await forged.sees('Checked against a fresh list');
  await forged.terminal.hangUp();

  withFilter('old');
  const again = aUser(service, { home: user.home });
  await again.sees('› Systems', '6 shown by filter "old"');
  await again.deletesStale(6, '6 systems deleted');
  expect(service.sent('DELETE')).toHaveLength(10);
  await again.presses('back to the list, or the history').sees('0 shown by filter "old"');
});
