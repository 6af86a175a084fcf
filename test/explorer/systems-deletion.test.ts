/** One judge, asked in three places: the client, the explorer and the pipe. The services' logs judge. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { json } from '../../src/demo/answer.ts';
import type { Call } from '../../src/api/calls/call.ts';
import { noLabel } from '../../src/state/session/organisations.ts';
import { classOf } from '../../src/state/change/request/request-class.ts';
import { anAddress, aService as aUserReading, base, isDeletionFor, type Sent } from '../api/deletion/addresses.ts';
import { seededRandom } from '../../src/demo/fleet/random.ts';
import { describedBy, opensOperations, setsField } from '../support/explorer.ts';
import { anOrganisation } from '../support/make.ts';
import { aService, aSystem, daysAgo } from '../support/service.ts';
import { aUserIn, row } from '../support/user.ts';
import { anApiCommand } from './api-command.ts';

/** Addresses that some service reads as a deletion of systems, except the ones that differ only in a header. */
function deletions(count: number, seed: number): readonly Sent[] {
  const random = seededRandom(seed);
  const found: Sent[] = [];
  while (found.length < count) {
    const sent = anAddress(random);
    if (Object.keys(sent.headers).length === 0 && isDeletionFor(aUserReading(random), sent)) found.push(sent);
  }
  return found;
}

test('the explorer leads each of 5,000 spellings of a deletion to the review', () => {
  const organisation = anOrganisation({ orgId: 'N1' });
  const about = {
    organisation,
    label: noLabel,
    hasFreeBody: false,
    wasUnknown: false,
    isRunGoing: false,
    secondPersonAbove: null,
  };
  for (const sent of deletions(5000, 11)) {
    const path = sent.url.slice(base.length);
    const words = { operationId: null, summary: '', isDeprecated: false };
    const call: Call = { ...sent, orgId: 'N1', operation: `${sent.method} ${path}`, secrets: [] };
    const judged = classOf({ operation: { method: sent.method, path, ...words }, call, ...about });
    expect(judged, JSON.stringify(sent)).toMatchObject({ kind: 'takenOver', by: { kind: 'review' } });
  }
});

test('rollcall api sends none of 300 spellings of a deletion', async () => {
  const command = await anApiCommand();
  const input = join(command.home.path, 'body.json');
  let refused = 0;
  for (const { method, url, body } of deletions(300, 12)) {
    if (body !== null) writeFileSync(input, body);
    const words = [
      method,
      url.slice(base.length),
      ...(body === null ? [] : ['--input', input]),
      '--org',
      'N1',
      '--write',
    ];
    const { code, message } = await command.run(...words);
    expect(code, words.join(' ')).toBe(2);
    if (message.includes('rollcall deletes systems after a review.')) refused += 1;
  }
  // The other addresses are invalid: their paths are refused before.
  expect(refused).toBeGreaterThan(200);
  expect(command.changes()).toEqual([]);
});

const text = { type: 'string' };
const inPath = (name: string) => ({ name, in: 'path', required: true, schema: text });
const ids = { type: 'object', properties: { systemIds: { type: 'array', items: text } } };
const paths = {
  '/org/{orgId}/systems/bulk-delete': {
    post: {
      summary: 'Tidies machines up',
      parameters: [inPath('orgId')],
      requestBody: { content: { 'application/json': { schema: ids } } },
    },
  },
  '/org/{orgId}/notes/{noteId}/systems/{systemId}': {
    post: {
      summary: 'Notes a machine',
      parameters: [
        ...['orgId', 'noteId', 'systemId'].map(inPath),
        ...['X-Host', 'X-HTTP-Host-Override', 'X-Reason'].map((name) => ({ name, in: 'header', schema: text })),
      ],
    },
  },
};

test('the systems of a list in a body are reviewed: a connected one is kept, and no bulk request leaves', async () => {
  const document = { openapi: '3.0.1', info: { title: 'Bulk', version: 'v1' }, paths };
  const service = await aService({
    systems: [
      aSystem({ hostname: 'laptop-anna', systemId: 'LAP01' }),
      aSystem({ hostname: 'pos-1', systemId: 'POS01', lastSeen: daysAgo(200) }),
    ],
    intercept: describedBy(JSON.stringify(document), ({ path }) =>
      path.includes('/notes/') ? json(200, {}) : undefined,
    ),
  });
  const changes = () =>
    service.requests.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`);
  const user = await aUserIn('Northwind', service, { columns: 100 });
  await user.sees('laptop-anna');
  await opensOperations(user);
  await user.goesTo('Tidies machines up');
  await user.pressesKey('enter').sees('systemIds');
  await user.goesTo('systemIds');
  await setsField(user, 'LAP01, POS01');
  await user.sees(row('systemIds', '["LAP01","POS01"]'));
  await user.pressesKey('s', 'enter').sees('2 systems are marked for this. y reviews them.', 'laptop-anna, pos-1');
  user.presses('mark them, and review them');
  await user.sees(/› Delete 1 /, '1 of 2 systems', '1 kept', /protected 1/, row('✗', 'pos-1'));
  expect(changes()).toEqual([]);
  await user.pressesKey('esc').sees('laptop-anna');
  await user.leaves();
  expect(changes()).toEqual([]);
});

test('a value that leads elsewhere is refused at its field, and no header that misleads can be set', async () => {
  const document = { openapi: '3.0.1', info: { title: 'Bulk', version: 'v1' }, paths };
  const service = await aService({
    systems: [aSystem({ hostname: 'laptop-anna', systemId: 'LAP01' })],
    intercept: describedBy(JSON.stringify(document)),
  });
  const user = await aUserIn('Northwind', service, { columns: 100 });
  await user.sees('laptop-anna');
  await opensOperations(user);
  await user.goesTo('Notes a machine');
  await user.pressesKey('enter').sees('noteId', 'X-Reason', row('X-Host', 'rollcall does not send this header.'));
  await user.sees(row('X-HTTP-Host-Override', 'rollcall does not send this header.'));
  const sets = async (name: string, value: string): Promise<void> => {
    // The brace finds its row, not the title.
    await user.goesTo(`${name} `);
    await setsField(user, value);
  };
  await sets('systemId', 'LAP01');
  for (const [value, message] of [
    ['..;', '"noteId" cannot contain "/", "\\", "%" or ";".'],
    ['%2e%2e', '"noteId" cannot contain "/", "\\", "%" or ";".'],
    ['..', '"noteId" cannot be "..": that leads to another address.'],
    ['a ', '"noteId" must not begin or end with a blank.'],
  ] as const) {
    await sets('noteId', value);
    await user.pressesKey('s', 'enter').sees(message);
  }
  await user.pressesKey('esc').sees('2 operations');
  await user.leaves();
  expect(service.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  expect(service.requests.filter(({ headers }) => 'x-host' in headers)).toEqual([]);
});
