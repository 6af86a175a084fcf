/** Bodies as definitions describe them: many shapes, references with a read-only id, and texts in HTML. */
import { expect, test } from 'vitest';
import { describedBy, opensOperations, setsField } from '../support/explorer.ts';
import { aService, aSystem } from '../support/service.ts';
import { aUser, row, type User } from '../support/user.ts';
import { aHome } from '../support/program.ts';
import { anApiService, api, json } from './api-service.ts';

const text = { type: 'string' };
const read = { ...text, readOnly: true };
const widgets = Array.from({ length: 60 }, (_, at) => `Widget${String(at)}`);

function body(schema: object): object {
  return { requestBody: { required: true, content: { 'application/json': { schema } } } };
}

const document = {
  openapi: '3.0.3',
  info: { title: 'Boards', version: '1' },
  paths: {
    '/widgets': { post: body({ oneOf: widgets.map((name) => ({ $ref: `#/components/schemas/${name}` })) }) },
    '/incidents': {
      post: {
        summary: '<p>Opens an <b>incident</b> &amp; pages a team.</p>',
        ...body({
          required: ['title', 'service'],
          properties: {
            title: { ...text, description: 'Shown <em>everywhere</em>.' },
            service: { $ref: '#/components/schemas/Service' },
          },
        }),
      },
    },
  },
  components: {
    schemas: {
      ...Object.fromEntries(widgets.map((name) => [name, { properties: { [`${name}Size`]: { type: 'integer' } } }])),
      Service: { required: ['id', 'type'], properties: { id: read, type: text, summary: read } },
    },
  },
};

async function opens(path: string): Promise<User> {
  const service = await aService({
    systems: [aSystem({ hostname: 'laptop-anna' })],
    intercept: describedBy(JSON.stringify(document)),
  });
  const user = aUser(service);
  await user.opens('Northwind');
  await user.sees('laptop-anna');
  await opensOperations(user);
  await user.goesTo(path);
  await user.pressesKey('enter').sees(`› POST ${path}`);
  return user;
}

test('the last of 60 shapes is found by its name, and its fields are in the form', async () => {
  const user = await opens('/widgets');
  await user.pressesKey('enter').sees('one of 60 shapes', 'Widget0');
  await user.pressesKey('f').sees('filter:');
  user.types('et59');
  await user.sees('1 of 60 shapes', row('Widget59', 'Widget59Size'));
  await user.pressesKey('enter').sees(row('shape', 'Widget59'), 'Widget59Size');
});

test('the id of a reference is set, and says that it is read-only in the definition', async () => {
  const user = await opens('/incidents');
  await user.sees('Shown everywhere.');
  await user.goesTo('service');
  await user.pressesKey('enter').sees(row('id', 'text · read-only in the definition'));
  await setsField(user, 'P42');
  await user.sees(row('id', 'P42'));
});

test('the pipe tells an operation as the form does', async () => {
  const service = await anApiService((path) => json(path.endsWith('/swagger.json') ? document : {}));
  const described = await api(service, ['--describe', 'POST', '/incidents'], { home: aHome() });
  expect(described.out).toContain('\nOpens an incident & pages a team.\n');
});
