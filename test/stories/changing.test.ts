/** An operation of the definition for all marks: filled in once, reviewed, sent for each system, told, and undone. */
import { expect, test } from 'vitest';
import { json } from '../../src/demo/answer.ts';
import type { ReceivedRequest } from '../../src/demo/request.ts';
import { describedBy } from '../support/explorer.ts';
import { aCrowd, aProblem, aStale, aSystem, daysAgo, firstTimes, idOf, onRequest } from '../support/service.ts';
import { asked, aUserOf, acrossLines, row } from '../support/user.ts';

const tills = ['till-1', 'till-2', 'till-3'];
const described = 'Changes the description';
const live = { state: 'Connected', lastSeen: daysAgo(0) };

function changesOf(requests: readonly ReceivedRequest[]): readonly (readonly [id: string, body: string])[] {
  return requests
    .map(({ path, body }) => [path.split('/').at(-1) ?? '', body ?? ''] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
}

test('a description for all marks, with a field of each, is sent for each, and the earlier values are restored', async () => {
  const systems = [
    ...tills.map((hostname) => aStale(hostname, { description: `old ${hostname}` })),
    aSystem({ hostname: 'till-4', description: 'old till-1', ...live }),
    ...aCrowd(),
  ];
  const { service, user } = await aUserOf({ systems });
  await user.marks(...tills, 'till-4');

  // The operations for them come first; one form is for all.
  await user.choosesForMarks(described, 'for 4 marked systems', row('description', 'differs in 4'));
  await user.sees(acrossLines('now: old till-1 2 · old till-2 1 · old till-3 1'));
  user.pressesKey('enter').types('rack of {host');
  await user.rests();
  await user.pressesKey('tab').sees('rack of {hostname}', '= rack of till-1');
  user.pressesKey('enter');
  user.presses('go to Send, the last line');
  await user.sees('enter reviews the systems first');

  // The review shows the request of the row under the cursor, and what it changes. A connected one counts.
  user.pressesKey('enter');
  await user.sees(
    '› Change 4 systems',
    'will be CHANGED',
    'description: old till-1 → rack of till-1',
    asked('patch 4'),
  );
  await user.sees(
    `PATCH ${service.baseUrl}/org/n7Kq2wTd/systems/${idOf('till-1')}`,
    '{"description":"rack of till-1"}',
  );
  await user.typesPhrase('patch 3', '> patch 3', 'This is not the phrase above.');
  await user.pressesKey('enter').sees('Not the phrase. Nothing was changed.');
  expect(service.sent('PATCH')).toEqual([]);
  user.pressesKey('ctrl-u');
  await user.rests();
  await user.typesPhrase('patch 4');
  user.pressesKey('enter');
  await user.sees('› Change finished', '4 systems changed', '✓ 4 changed', acrossLines('restore 4 earlier values'));
  const all = [...tills, 'till-4'];
  expect(changesOf(service.sent('PATCH'))).toEqual(
    all.map((name) => [idOf(name), JSON.stringify({ description: `rack of ${name}` })]),
  );

  // The undo is a run of its own, with its own review.
  user.presses('undo: restore the earlier values, after a review');
  await user.sees('› Change 4 systems', 'description: rack of till-1 → old till-1');
  await user.confirms('patch 4', '› Change finished', '✓ 4 changed');
  expect(service.systems().map(({ description }) => description)).toEqual(
    systems.map(({ description }) => description),
  );
  await user.pressesKey('esc').sees('› Systems');
  await user.opensHistory('2 entries', row('▌✓', '4 changed'), row('✓', '4 changed'));
  await user.leaves();
});

test('protected systems, ones that are gone, and ones whose value changed since the mark are kept, and nothing is sent for them', async () => {
  const kept = aStale('till-2', { tags: [{ tag: 'protect' }] });
  const systems = [aStale('till-1'), kept, aStale('till-3'), aStale('till-4'), ...aCrowd()];
  const { service, user } = await aUserOf({ systems });
  await user.marks('till-1', 'till-2', 'till-3', 'till-4');
  await changedByAnother(service, 'till-3', 'another person was here');
  await deletedByAnother(service, 'till-4');
  await user.choosesForMarks(described);
  await user.fillsIn('rack 4', 'Change 1 system', '[1 change 1]', row('2', '2'), row('3 protected 1'));
  await user.confirms('patch 1', '› Change finished', '✓ 1 changed');
  expect(changesOf(service.sent('PATCH').slice(1))).toEqual([[idOf('till-1'), '{"description":"rack 4"}']]);
});

test('a value that changes between the review and its request is not replaced', async () => {
  const { service, user } = await aUserOf({ systems: [aStale('till-1'), aStale('till-2'), ...aCrowd()] });
  await user.marks('till-1', 'till-2');
  await user.choosesForMarks(described);
  await user.fillsIn('rack 4', asked('patch 2'));
  await user.typesPhrase('patch 2');
  await changedByAnother(service, 'till-2', 'another person was here');
  user.pressesKey('enter');
  await user.sees(
    '› Change finished',
    '✓ 1 changed',
    row('kept', 'till-2'),
    acrossLines('description changed since the review'),
  );
  expect(changesOf(service.sent('PATCH').slice(1))).toEqual([[idOf('till-1'), '{"description":"rack 4"}']]);
});

test('an operation that takes something away keeps out connected systems, as a deletion does', async () => {
  const systems = [...tills.map((hostname) => aStale(hostname)), aSystem({ hostname: 'till-4', ...live }), ...aCrowd()];
  const { service, user } = await aUserOf({ systems });
  await user.marks(...tills, 'till-4');
  await user.choosesForMarks('Revokes the certificate of', 'changes something, heavy');
  user.presses('go to Send, the last line').pressesKey('enter');
  await user.sees('› Change 3 systems', '[1 change 3]', '3 protected 1');
  await user.confirms('post 3', '› Change finished', '✓ 3 changed');
  expect(
    service
      .sent('POST')
      .map(({ path }) => path.split('/').at(-2))
      .toSorted(),
  ).toEqual(tills.map(idOf));
});

test('exactly the failed systems are retried', async () => {
  const fails = firstTimes(
    1,
    onRequest('PATCH', () => aProblem(409, 'Busy'), 'till-2'),
  );
  const { service, user } = await aUserOf({
    systems: [...tills.map((name) => aStale(name)), ...aCrowd()],
    intercept: fails,
  });
  await user.marks(...tills);
  await user.choosesForMarks(described);
  await user.fillsIn('rack 4');
  await user.confirms('patch 3', '› Change finished', '✓ 2 changed', row('refused', 'till-2'), acrossLines('retry 1'));
  user.presses('retry the failed systems, after a review');
  await user.sees('› Change 1 system', 'rack 4');
  await user.confirms('patch 1', '› Change finished', '✓ 1 changed');
  expect(
    service
      .sent('PATCH')
      .map(({ path }) => path.split('/').at(-1))
      .slice(3),
  ).toEqual([idOf('till-2')]);
});

test('a change that the service accepts and its record does not show is called accepted', async () => {
  const silent = onRequest('PATCH', () => ({ status: 204, headers: {}, body: '' }));
  const record = { ...aStale('till-1') };
  Reflect.deleteProperty(record, 'description');
  const { user } = await aUserOf({ systems: [record, ...aCrowd()], intercept: silent });
  await user.marks('till-1');
  await user.choosesForMarks(described);
  await user.fillsIn('rack 4');
  await user.confirms(
    'patch 1',
    '› Change finished',
    row('accepted', 'till-1'),
    acrossLines('its record does not show it'),
  );
});

test('a text that names a field which a system does not have is refused in the form', async () => {
  const { service, user } = await aUserOf({ systems: [aStale('till-1', { connectedFrom: null }), ...aCrowd()] });
  await user.marks('till-1');
  await user.choosesForMarks(described);
  user.pressesKey('enter').types('from {connectedFrom}');
  await user.sees(acrossLines('till-1 has no "connectedFrom"'));
  user.pressesKey('enter').presses('go to Send, the last line');
  await user.sees('enter reviews the systems first');
  await user
    .pressesKey('enter')
    .sees(acrossLines('till-1 has no "connectedFrom". For the text itself type {{connectedFrom}}.'));
  expect(service.sent('PATCH')).toEqual([]);
});

interface Changed {
  readonly baseUrl: string;
  readonly token: string;
}

async function sentByAnother({ baseUrl, token }: Changed, method: string, hostname: string, body?: object) {
  await fetch(`${baseUrl}/org/n7Kq2wTd/systems/${idOf(hostname)}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, 'User-Agent': 'another/1', 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

function changedByAnother(service: Changed, hostname: string, description: string): Promise<void> {
  return sentByAnother(service, 'PATCH', hostname, { description });
}

function deletedByAnother(service: Changed, hostname: string): Promise<void> {
  return sentByAnother(service, 'DELETE', hostname);
}

test('a value that another operation reads is told beside the request for the row under the cursor', async () => {
  const inPath = (name: string): object => ({ name, in: 'path', required: true, schema: { type: 'string' } });
  const schema = { type: 'object', properties: { room: { type: 'string' } } };
  const parameters = ['orgId', 'systemId'].map(inPath);
  const body = { required: true, content: { 'application/json': { schema } } };
  const place = {
    get: { summary: 'Tells a place', parameters },
    put: { summary: 'Moves', parameters, requestBody: body },
  };
  const document = { openapi: '3.0.1', paths: { '/org/{orgId}/systems/{systemId}/place': place } };
  const { service, user } = await aUserOf({
    systems: [aStale('till-1'), aStale('till-2'), ...aCrowd()],
    intercept: describedBy(JSON.stringify(document), ({ method, path }) => {
      if (!path.endsWith('/place')) return undefined;
      return json(200, method === 'GET' ? { room: `room of ${path.split('/').at(-2) ?? ''}` } : {});
    }),
  });
  await user.marks('till-1', 'till-2');
  await user.choosesForMarks('Moves', row('room', 'not sent'));
  await user.fillsIn('cellar', 'Change 2 systems', acrossLines(`room: room of ${idOf('till-1')} → cellar`));
  await user.presses('move down').sees(acrossLines(`room: room of ${idOf('till-2')} → cellar`));
  await user.confirms('put 2', '› Change finished', '2 changed');
  expect(
    service
      .sent('PUT')
      .map(({ path }) => path.split('/').at(-2))
      .toSorted(),
  ).toEqual(['till-1', 'till-2'].map(idOf));
});

test('the commands begin with the operations for the marks, which are found by their words, too', async () => {
  const { user } = await aUserOf({ systems: [...tills.map((hostname) => aStale(hostname)), ...aCrowd()] });
  await user.presses('every operation of the service').sees('› Operations', described);
  await user.pressesKey('esc').sees('› Systems');
  await user.marks(...tills);
  await user.pressesKey(':').sees('› Commands', /:\s*\n▌? *3 marked: PATCH systems · Changes the description/);
  user.types('revoke');
  await user.sees(/: revoke\s*\n▌? *3 marked: POST revoke · Revokes the certificate/);
  await user.rests();
  await user.pressesKey('enter').sees('› POST', 'for 3 marked systems', 'changes something, heavy');
  await user.pressesKey('esc').sees('› Systems', '3 marked');
});
