/** The definition describes exactly what the service serves. */
import { expect, test } from 'vitest';
import { apiBrowser } from '../../../src/demo/definition/api-browser.ts';
import { type Definition, definitionOf } from '../../../src/demo/definition/definition.ts';
import { OPERATIONS } from '../../../src/demo/routes.ts';
import { SCHEMAS } from '../../../src/demo/definition/schemas.ts';
import { aClient, aDemo, ORG, posting } from '../client.ts';

test('it is served to everybody, with the address of the service', async () => {
  const { json, ask, service } = await aClient();
  const definition = (await json('/swagger/v1/swagger.json')) as Definition;
  expect(definition).toEqual(JSON.parse(JSON.stringify(definitionOf(service.baseUrl, OPERATIONS))));
  expect(definition.servers).toEqual([{ url: service.baseUrl }]);
  const { status, headers } = await ask('/swagger/v1/swagger.json', { headers: { authorization: '' } });
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
});

test('every reference leads to something', () => {
  const definition = definitionOf('http://service', OPERATIONS);
  const references = [...JSON.stringify(definition).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path = '']) => path);
  expect(references.length).toBeGreaterThan(10);
  for (const path of references) {
    let place: unknown = definition;
    for (const name of path.split('/')) place = (place as Record<string, unknown>)[name];
    expect(place, path).toBeTypeOf('object');
  }
});

test('every placeholder of a path is a parameter, and operation ids are unique', () => {
  for (const { path, description } of OPERATIONS) {
    const placeholders = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
      $ref: `#/components/parameters/${name ?? ''}`,
    }));
    expect(description.parameters ?? []).toEqual(expect.arrayContaining(placeholders));
  }
  const ids = OPERATIONS.map(({ description }) => description.operationId);
  expect(new Set(ids).size).toBe(ids.length);
});

type Described = { [K in keyof typeof SCHEMAS]: (typeof SCHEMAS)[K] extends { required: unknown } ? K : never };

test.each<[schema: Described[keyof Described], address: string, init?: RequestInit]>([
  ['Account', '/account'],
  ['OrganisationList', '/account/orgs'],
  ['OrganisationDetails', ORG],
  ['SystemPage', `${ORG}/systems`],
  ['EnrolmentKeyPage', `${ORG}/enrolment-keys`],
  ['Policy', `${ORG}/policies/42`],
  ['LogPage', `${ORG}/logs?level=Error`],
  ['EnrolmentKey', `${ORG}/enrolment-keys`, posting({ description: 'lab' })],
  ['Problem', '/nowhere'],
  ['Problem', `${ORG}/systems?per_page=0`],
])('%s: what is sent has every required property, and no other than those named', async (schema, address, init) => {
  const { json } = await aDemo();
  const sent = Object.keys((await json(address, init)) as object);
  expect(sent).toEqual(expect.arrayContaining(SCHEMAS[schema].required));
  expect(Object.keys(SCHEMAS[schema].properties)).toEqual(expect.arrayContaining(sent));
});

test('System: two further fields are sent, as services do that document less than they send', async () => {
  const { service } = await aDemo();
  const named = Object.keys(SCHEMAS.System.properties);
  const sent = new Set(service.systems().flatMap((system) => Object.keys(system)));
  expect([...sent].filter((name) => !named.includes(name))).toEqual(['gatewayId', 'udpSupported']);
  for (const system of service.systems())
    expect(Object.keys(system)).toEqual(expect.arrayContaining(SCHEMAS.System.required));
});

test.each(OPERATIONS.map((operation) => [operation.description.operationId, operation] as const))(
  '%s: every status it answers is described',
  async (_, { method, path, description }) => {
    const { ask, service } = await aDemo();
    const filled = (values: Readonly<Record<string, string>>): string =>
      path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? 'none');
    const systemId = service.systems()[0]?.systemId ?? '';
    const known = filled({ orgId: 'n7Kq2wTd', systemId, keyId: '11', policyId: '42', logId: 'e1', tag: 'till' });
    const unknown = filled({ orgId: 'n7Kq2wTd' });
    const takesBody = description.requestBody !== undefined;
    const asks: [address: string, init: RequestInit][] = [
      [known, { method, headers: { authorization: '' } }],
      [known, { method, headers: { 'if-match': '"another"' } }],
      [unknown, { method }],
      [filled({ orgId: 'another' }), { method }],
      [`${known}?per_page=0`, takesBody ? { ...posting({ state: 'no state' }), method } : { method }],
      [known, takesBody ? { ...posting({ description: 'lab' }), method } : { method }],
    ];
    if (takesBody) {
      asks.push([known, { method, body: 'text' }], [known, { ...posting('x'.repeat(100_000)), method }]);
      asks.push([known, { ...posting(null), method, body: '{' }]);
    }
    if (method === 'DELETE') asks.push([filled({ orgId: 'n7Kq2wTd', policyId: '51' }), { method }]);
    if (path.endsWith('/logo')) asks.push([known, aForm()]);
    for (const [address, init] of asks) {
      expect(Object.keys(description.responses)).toContain(String((await ask(address, init)).status));
    }
  },
);

function aForm(): RequestInit {
  const body = new FormData();
  body.set('picture', new Blob(['a picture']));
  return { method: 'POST', body };
}

test('it comes with a tag, by which a caller learns that it is the same', async () => {
  const { ask } = await aClient();
  const { headers } = await ask('/swagger/v1/swagger.json');
  const etag = headers.get('etag') ?? '';
  expect(etag).toMatch(/^"[\w-]{43}"$/);
  for (const known of [etag, `W/${etag}`, `"another", ${etag}`]) {
    const again = await ask('/swagger/v1/swagger.json', { headers: { 'if-none-match': known } });
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag]);
  }
  expect((await ask('/swagger/v1/swagger.json', { headers: { 'if-none-match': '"another"' } })).status).toBe(200);
});

test('the page at the root lists every operation of the definition, and nothing else', () => {
  const rows = apiBrowser(definitionOf('http://service', OPERATIONS)).match(/<tr>.*/g);
  expect(rows).toHaveLength(OPERATIONS.length);
  expect(rows).toContain(
    '<tr><td>POST<td><code>/org/{orgId}/enrolment-keys</code><td>Creates an enrolment key, and answers its secret.',
  );
});

test('its texts cannot become markup', () => {
  const definition = definitionOf('http://service', []);
  const page = apiBrowser({ ...definition, info: { ...definition.info, title: '<b>&' } });
  expect(page).toContain('<h1>&lt;b>&amp;</h1>');
});
