/** Changes at services that store in ways of their own: what the service shows is told, and undone. */
import { expect, test } from 'vitest';
import { json } from '../../src/demo/answer.ts';
import { type Interception, send, type Service } from '../../src/demo/service.ts';
import { describedBy } from '../support/explorer.ts';
import { aHome } from '../support/program.ts';
import { aCrowd, aStale, staleSystems } from '../support/service.ts';
import { acrossLines, aUserOf, type Met } from '../support/user.ts';

type Fields = Readonly<Record<string, unknown>>;
type Stores = (sent: Fields) => Fields;

const asSent: Stores = (sent) => sent;
const text = { type: 'string' };
const list = { type: 'array', nullable: true, items: {} };
const properties = {
  ...{ description: text, site: text, room: { ...text, nullable: true } },
  ...{ tags: list, customDns: list, rack: { type: 'number' }, isEnabled: { type: 'boolean' } },
};

/** `till-1` and `till-2` at a service with one operation for them; the editor writes this body. */
async function aUserWriting(body: Fields, tills: readonly Fields[], stores: Stores): Promise<Met> {
  const inPath = (name: string): object => ({ name, in: 'path', required: true, schema: text });
  const content = { 'application/json': { schema: { type: 'object', properties } } };
  const patch = { summary: 'Writes it', parameters: ['orgId', 'systemId'].map(inPath), requestBody: { content } };
  const paths = { '/org/{orgId}/systems/{systemId}': { patch } };
  const held: { service?: Pick<Service, 'change' | 'systems'> } = {};
  const home = aHome();
  const editor = home.keeps('editor', `printf %s '${JSON.stringify(body)}' > "$1"`);
  const met = await aUserOf({
    ...{ home, env: { EDITOR: `sh ${editor}` } },
    systems: [...tills.map((fields, at) => aStale(`till-${at + 1}`, fields)), ...aCrowd()],
    intercept: describedBy(JSON.stringify({ openapi: '3.0.1', paths }), ({ method, path, body: sent }) => {
      const systemId = path.split('/').at(-1) ?? '';
      if (method !== 'PATCH') return undefined;
      held.service?.change(systemId, stores(JSON.parse(sent ?? '{}') as Fields));
      return json(
        200,
        held.service?.systems().find((one) => one['systemId'] === systemId),
      );
    }),
  });
  held.service = met.service;
  return met;
}

const tags = [{ tag: 'a' }, { tag: 'b' }];
const dns = ['192.0.2.9', '192.0.2.1'];
const trimmed: Stores = (sent) => ({ description: String(sent['description']).trim().toLowerCase() });
const rounded: Stores = (sent) => ({ rack: Math.round(Number(sent['rack'])) });
const two = (fields: Fields): readonly Fields[] => [fields, fields];

test.each<[string, Fields, readonly Fields[], Stores, string, (readonly Fields[])?]>([
  ['tags that are objects are cleared', { tags: [] }, two({ tags }), asSent, '✓ 2 changed'],
  [
    'servers that are objects are cleared',
    { customDns: [] },
    two({ customDns: [{ ip: '::1' }] }),
    asSent,
    '✓ 2 changed',
  ],
  ['a list is set to null', { customDns: null }, two({ customDns: dns }), asSent, '✓ 2 changed'],
  ['servers change their order', { customDns: dns.toReversed() }, two({ customDns: dns }), asSent, '✓ 2 changed'],
  [
    'a text is spelled otherwise',
    { description: 'Rack 4 ' },
    two({ description: 'old' }),
    trimmed,
    '"rack 4", not as sent',
  ],
  ['a number is rounded', { rack: 2.6 }, two({ rack: 1 }), rounded, 'changed to 3, not as sent'],
  ['systems are disabled', { isEnabled: false }, two({}), asSent, '✓ 2 changed'],
  [
    'a field that may be null was absent',
    { room: 'new' },
    [{ room: 'old' }, {}],
    asSent,
    '✓ 2 changed',
    [{ room: 'old' }, { room: null }],
  ],
  [
    'a field that may not be null was absent',
    { site: 'new' },
    [{ site: 'old' }, {}],
    asSent,
    '1 had no value; it stays',
    [{ site: 'old' }, { site: 'new' }],
  ],
])('%s: that is told, and undone', async (_, body, tills, stores, told, left = tills) => {
  const { service, user } = await aUserWriting(body, tills, stores);
  const before = service.systems().slice(0, 2);
  await user.marks('till-1', 'till-2');
  await user.choosesForMarks('Writes it');
  await user.presses('write the body as JSON in $EDITOR').sees(/\b1 of \d set/);
  await user.presses('go to Send, the last line').sees('enter reviews the systems first');
  await user.pressesKey('enter').sees('› Change 2 systems');
  await user.confirms('patch 2', '› Change finished', '✓ 2 changed', acrossLines(told));
  user.presses('undo: restore the earlier values, after a review');
  const count = told.endsWith('it stays') ? 1 : 2;
  await user.confirms(`patch ${count}`, '› Change finished', `✓ ${count} changed`);
  expect(service.systems().slice(0, 2)).toEqual(before.map((system, at) => ({ ...system, ...left[at] })));
});

test('dates that the service spells otherwise in its details are no change of a system', async () => {
  const respelled: Interception = ({ response, answer }) => {
    const own = answer();
    const body = String(own.body).replaceAll(/(\d\d:\d\d\.\d+)Z"/g, '$1000+00:00"');
    send(response, { ...own, body });
  };
  const { service, user } = await aUserOf({
    systems: [...staleSystems(2), ...aCrowd()],
    intercept: ({ method, path }) => (method === 'GET' && path.includes('/systems/ID-') ? respelled : undefined),
  });
  await user.deletesStale(2, '2 deleted');
  expect(service.hostnames()).not.toContain('old-1');
});
