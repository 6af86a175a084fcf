/** Bodies as definitions describe them: many shapes, references with a read-only id, and texts in HTML. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { describedBy, opensOperations } from '../support/explorer.ts';
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

/** An editor that leaves this text, and what it was given. */
function anEditor(text: string): { readonly editor: string; readonly seen: () => string } {
  const { path } = aHome();
  const [written, given] = [join(path, 'written.json'), join(path, 'given.json')];
  writeFileSync(written, text);
  writeFileSync(join(path, 'editor'), `cp "$1" ${given}; cp ${written} "$1"`);
  return { editor: `sh ${join(path, 'editor')}`, seen: () => readFileSync(given, 'utf8') };
}

async function opens(path: string, editor: string): Promise<User> {
  const service = await aService({
    systems: [aSystem({ hostname: 'laptop-anna' })],
    intercept: describedBy(JSON.stringify(document)),
  });
  const user = aUser(service, { env: { EDITOR: editor } });
  await user.opens('Northwind');
  await user.sees('laptop-anna');
  await opensOperations(user);
  await user.goesTo(path);
  await user.pressesKey('enter').sees(`› POST ${path}`);
  return user;
}

test('a body of one of 60 shapes is a line of JSON, and the editor begins with the names of the shapes', async () => {
  const { editor, seen } = anEditor('{"Widget59Size": 4}');
  const user = await opens('/widgets', editor);
  await user.sees(row('value', 'not sent', 'one of 60 shapes'), 'enter $EDITOR');
  await user.pressesKey('enter').sees(row('Widget59Size', '4'));
  expect(seen()).toMatch(/One of 60 shapes; \* must be set:\n\/\/ +Widget0: Widget0Size\n/);
});

test('a reference is a line of JSON; the editor says of its id that it is read-only in the definition', async () => {
  const { editor, seen } = anEditor('{"id": "P42", "type": "service"}');
  const user = await opens('/incidents', editor);
  await user.sees('Shown everywhere.');
  await user.goesTo('service');
  await user.pressesKey('enter').sees(row('service', '{"id":"P42","type":"service"}'));
  expect(seen()).toContain('// id: text; read-only in the definition; required');
});

test('the pipe tells an operation as the form does', async () => {
  const service = await anApiService((path) => json(path.endsWith('/swagger.json') ? document : {}));
  const described = await api(service, ['--describe', 'POST', '/incidents'], { home: aHome() });
  expect(described.out).toContain('\nOpens an incident & pages a team.\n');
});
