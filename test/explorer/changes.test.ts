/** Changes through the explorer: the phrase of each, and its requests. The service's log judges. */
import { expect, test } from 'vitest';
import { json, NOTHING } from '../../src/demo/answer.ts';
import type { Interception } from '../../src/demo/service.ts';
import { describedBy } from '../support/explorer.ts';
import { aCrowd, aService, aSystem, daysAgo } from '../support/service.ts';
import { asked, aUserIn, row } from '../support/user.ts';
import {
  aStory,
  changes,
  confirms,
  document,
  explores,
  isAsked,
  leavesForm,
  opens,
  records,
  theThing,
} from './changing.ts';

test('each class wants its phrase: nothing else sends', async () => {
  const { service, user } = await aStory();
  await explores(user);
  await opens(user, 'Switches one off');
  user.pressesKey('s', 'enter');
  // Typed ahead of the question: swallowed, and not passed to the form beneath it.
  user.types('uput 12');
  user.pressesKey('enter');
  const shown = await user.sees(asked('put 12'), 'heavy: its path says "disable"', 'It is connected.');
  expect(shown).toMatch(/PUT http:\S+\/org\/n7Kq2wTd\/things\/12\/disable/);
  expect(shown).toMatch(/authorization +Bearer •••/);
  expect(shown).toContain('no body');
  expect(shown).toMatch(/Now, read a moment ago \(GET …\/things\/12\):/);
  expect(shown).not.toContain('a-secret-of-twelve');
  await user.pressesKey('enter').sees('Not the phrase. Nothing was sent.');
  await user.pastes('put 12');
  await user.sees('Type the phrase. Pasted text does not count.');
  await user.typesPhrase('PUT 12');
  await user.pressesKey('enter').sees('Not the phrase. Nothing was sent.');
  await user.pressesKey('esc').sees('Nothing was sent.', row('thingId', '12'));
  await leavesForm(user);
  // The method is the floor, whatever the operation's words say.
  await opens(user, 'Gets something, harmlessly');
  expect(await isAsked(user, 'delete 12')).toContain('DELETE, heavy: it is a DELETE');
  await user.pressesKey('esc').sees('Nothing was sent.');
  await leavesForm(user);
  await opens(user, 'Makes a thing', null);
  await isAsked(user, 'post');
  await user.pressesKey('esc').sees('Nothing was sent.');
  await leavesForm(user);
  await opens(user, 'Takes one back');
  await user.pressesKey('s', 'enter').sees('Send it?', 'says "revoke"');
  user.pressesKey('esc');
  await leavesForm(user);
  expect(changes(service)).toEqual([]);
  // Its record is the deletion's, and none of a request.
  expect(records(user.home)).not.toContain('"does":"request"');
  await user.leaves();
});

test('a double enter sends one request, whatever is pressed meanwhile', async () => {
  const { service, user, answers } = await aStory();
  await explores(user);
  await opens(user, 'Switches one off');
  await isAsked(user, 'put 12');
  const gate = Promise.withResolvers<Interception>();
  answers(gate.promise);
  await user.typesPhrase('put 12');
  await user.sees('enter sends it');
  user.pressesKey('enter', 'enter');
  await service.received('PUT', 1);
  user.pressesKey('enter');
  await user.pressesKey('ctrl-z').sees('a request is under way, and its outcome must be known');
  user.pressesKey(':');
  user.terminal.resize(60, 20);
  await user.sees('sending…');
  user.terminal.resize(100, 24);
  user.types('put 12');
  user.pressesKey('enter');
  // Before the request is sent, its record exists, without an outcome.
  expect(records(user.home)).toMatch(/"template":"\/org\/\{orgId\}\/things\/\{thingId\}\/disable"/);
  expect(records(user.home)).not.toContain('"outcome"');
  gate.resolve(NOTHING);
  await user.sees(/204: done, nothing came back \(\d+ ms\)\./);
  // Letters typed meanwhile did nothing, so the next letter needs a rest first.
  await user.rests();
  await user.presses('send it again, or load the failed page').sees('A change is never sent again by itself.');
  await user.pressesKey('esc').sees(row('thingId', '12'));
  expect(changes(service).map(({ method, path }) => `${method} ${path}`)).toEqual([
    'PUT /org/n7Kq2wTd/things/12/disable',
  ]);
  await expect.poll(() => records(user.home)).toMatch(/"outcome":\{"kind":"done"\},"status":204/);
  expect(records(user.home)).not.toContain('a-secret-of-twelve');
  await user.leaves();
});

test('a request that is left goes on, and its end is told elsewhere', async () => {
  const { service, user, answers } = await aStory();
  await explores(user);
  await opens(user, 'Switches one off');
  await isAsked(user, 'put 12');
  const gate = Promise.withResolvers<Interception>();
  answers(gate.promise);
  await confirms(user, 'put 12');
  await service.received('PUT', 1);
  await user.sees('sending…');
  await user.pressesKey('esc').sees('The request was sent. It is not stopped; its end is told here.');
  await user.pressesKey('s', 'enter').sees('Another request is under way.');
  await user.presses('quit').sees('a request is under way, and its outcome must be known');
  gate.resolve(json(200, { name: 'till' }));
  await user.sees('PUT …/disable: done. : "last change" shows it.');
  await user.chooses('show the last change');
  await user.sees('200 in', row('name', 'till'));
  expect(changes(service)).toHaveLength(1);
  user.pressesKey('esc');
  await user.leaves();
});

test('the present state is shown and recorded, its failure is said, and its ETag is sent', async () => {
  const { service, user, shows } = await aStory();
  await explores(user);
  shows({ ...json(200, theThing), headers: { 'content-type': 'application/json', etag: '"v7"' } });
  await opens(user, 'Sets one');
  const shown = await isAsked(user, 'put');
  expect(shown).toMatch(/if-match +"v7"/);
  await confirms(user, 'put');
  await user.sees('204: done');
  expect(changes(service)[0]?.headers['if-match']).toBe('"v7"');
  expect(records(user.home)).toMatch(/"was":\{"name":"till","state":"Connected","isEnabled":true,"apiKey":"•••"\}/);
  await user.pressesKey('esc').sees(row('thingId', '12'));
  for (const [status, words] of [
    [404, 'refused (404)'],
    [403, 'refused (403)'],
    [500, 'failed (500)'],
  ] as const) {
    shows(json(status, { title: 'No', status }));
    await user.pressesKey('s', 'enter').sees(asked('put'), `What is there now could not be read: ${words}.`);
    await user.pressesKey('esc').sees('Nothing was sent.');
  }
  user.pressesKey('s', 'enter');
  await confirms(user, 'put');
  await user.sees('204: done');
  expect(changes(service)[1]?.headers['if-match']).toBeUndefined();
  user.pressesKey('esc');
  await user.leaves();
});

test('deleting a system from the explorer is the review, with its phrase and its protection', async () => {
  const { service, user } = await aStory();
  await explores(user);
  await opens(user, 'Drops a machine', 'POS01');
  await user.pressesKey('s', 'enter').sees('1 system is marked for this. y reviews it.', 'pos-1');
  await user.presses('mark them, and review them').sees(/› Delete 1 system/, 'pos-1');
  expect(changes(service)).toEqual([]);
  await user.confirms('delete 1 from Northwind', /Deletion finished|1 deleted/);
  expect(changes(service).map(({ method, path }) => `${method} ${path}`)).toEqual([
    'DELETE /org/n7Kq2wTd/systems/POS01',
  ]);
  // Its record is the deletion's, and none of a request.
  expect(records(user.home)).not.toContain('"does":"request"');
  await user.leaves();
});

test('while a run is going, nothing is changed in its organisation', async () => {
  const gate = Promise.withResolvers<Interception>();
  const service = await aService({
    systems: [
      aSystem({ hostname: 'laptop-anna' }),
      aSystem({ hostname: 'pos-1', lastSeen: daysAgo(200) }),
      ...aCrowd(),
    ],
    intercept: describedBy(JSON.stringify(document), ({ method, path }) => {
      if (path.includes('/things')) return json(200, theThing);
      return method === 'DELETE' ? gate.promise : undefined;
    }),
  });
  const user = await aUserIn('Northwind', service, { columns: 100 });
  await user.marks('pos-1');
  await user.deletes('delete 1');
  await service.received('DELETE', 1);
  await user.pressesKey('esc').sees('b back to the list');
  user.pressesKey('b');
  await explores(user);
  await opens(user, 'Switches one off');
  user.pressesKey('s', 'enter');
  await user.sees('A run is in progress in this organisation. J shows it. Send this after it.');
  // A run does not concern a request without an organisation in its path.
  gate.resolve(undefined);
  await user.sees('Deletion finished');
  await user.pressesKey('s', 'enter').sees(asked('put 12'));
  expect(changes(service).map(({ method }) => method)).toEqual(['DELETE']);
  await user.pressesKey('esc').sees('Nothing was sent.');
  await user.leaves();
});

test('in preview a change goes through its phrase, and is not sent', async () => {
  const { service, user } = await aStory({ flags: ['--preview'] });
  await explores(user);
  await opens(user, 'Switches one off');
  await isAsked(user, 'put 12');
  await confirms(user, 'put 12');
  await user.sees('Preview: this would have been sent. Nothing was sent.');
  expect(changes(service)).toEqual([]);
  await expect.poll(() => records(user.home)).toMatch(/"mode":"preview"[^]*"outcome":\{"kind":"notAttempted"/);
  user.pressesKey('esc');
  await user.leaves();
});

test('at 40 columns and 12 rows the phrase and all that is sent are within reach', async () => {
  const { service, user } = await aStory({ columns: 40, rows: 12 });
  await user.opens('Northwind');
  user.terminal.resize(100, 24);
  await explores(user);
  await opens(user, 'Switches one off');
  user.terminal.resize(40, 12);
  await user.pressesKey('s', 'enter').sees('put 12', 'PUT http://');
  await user.pressesKey('pageDown').sees('authorization');
  await user.pressesKey('pageDown', 'pageDown', 'pageDown').sees('Its record is saved', asked('put 12'));
  await user.typesPhrase('put 12');
  user.terminal.resize(40, 7);
  await user.sees('30×8');
  user.pressesKey('enter');
  // The key arrives before the terminal grows.
  await user.rests();
  user.terminal.resize(40, 12);
  await user.sees('enter: the request does not fit into', 'this terminal.');
  user.pressesKey('enter');
  user.terminal.resize(100, 24);
  await user.sees('204: done');
  expect(changes(service)).toHaveLength(1);
  user.pressesKey('esc');
  await user.leaves();
});
