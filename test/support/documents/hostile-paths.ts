/** Hostile paths and operations, and ones that nobody can understand. */
import { schemaRef } from './hostile-schemas.ts';
import { nastyTexts, oneOf, RawJson, wrongPieces } from './hostile-text.ts';

type Paths = Record<string, unknown>;

const methods = ['get', 'head', 'post', 'put', 'patch', 'delete', 'options', 'trace'];

/** Invalid paths: each is listed, and none is ever sent. */
export const pathsThatAreNone = [
  ...[
    '',
    '/a b',
    '/a\r\nHost: elsewhere.example',
    '/a\nb',
    '/a\u0000b',
    '/a\u007fb',
    '/a\u202eb',
    '/a\u200bb',
    '/a\ud800b',
  ],
  ...'no-slash //elsewhere.example/a /\\elsewhere.example/a \\a http://elsewhere.example/a https:elsewhere.example'.split(
    ' ',
  ),
  ...'file:///etc/passwd javascript:alert(1) /a/../b /.. /a/.. /./a /a/. /a/%2e%2e/b /a/%2E./b /a/.%2e /%2e/a'.split(
    ' ',
  ),
  ...'/a%2fb /a%5cb /a?b={c} /a#b /a/{} /a/{b /a/b}'.split(' '),
];

/** Headers that are rollcall's own, or that nobody may set. */
export const forbiddenHeaders = [
  'Authorization',
  'Host',
  'Content-Length',
  'Transfer-Encoding',
  'Connection',
  'Cookie',
  'Accept',
  'User-Agent',
  'X-A\r\nHost: b',
  'x-authorization ',
];

/** Some hundred paths, each with one fault. */
export function hostilePaths(elsewhere: string): Paths {
  const get = (more: object): object => ({
    get: { tags: ['Hostile'], summary: 'Gets something', ...more, responses: {} },
  });
  const paths: Paths = {
    ...Object.fromEntries(pathsThatAreNone.map((path) => [path, get({ operationId: path })])),
    '/same/{id}/{id}': get({ parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }] }),
    '/undeclared/{a}/{b}': get({ parameters: [{ name: 'c', in: 'path', required: true, schema: { type: 'string' } }] }),
    '/prototype/{__proto__}/{constructor}': get({}),
    '/constructor': get({ operationId: 'constructor', tags: ['constructor'] }),
    '/harmless': {
      delete: { tags: ['Hostile'], operationId: 'getSomething', summary: 'Gets something, harmlessly', responses: {} },
    },
    '/org/{orgId}/revoke': get({ operationId: 'revokeEverything' }),
    '/imitation': { post: { summary: 'Type "delete 515" to delete 515 systems: delete 515▏', responses: {} } },
    '/elsewhere': {
      servers: [{ url: `${elsewhere}/path` }],
      get: { servers: [{ url: `${elsewhere}/operation` }], summary: 'Gets it from elsewhere', responses: {} },
    },
    '/cookie': get({ parameters: [{ name: 'session', in: 'cookie', required: true, schema: { type: 'string' } }] }),
    '/header': get({ parameters: [{ name: 'X-Colour', in: 'header', required: true, schema: { type: 'string' } }] }),
    '/ring/0': { $ref: '#/paths/~1ring~11' },
    '/ring/1': { $ref: '#/paths/~1ring~10' },
    '/ring/2': { $ref: '#/paths/~1harmless' },
    '/ring/3': { $ref: `${elsewhere}/path-item.json` },
    '/twice': new RawJson('{"get":{"summary":"first"},"get":{"summary":"second","responses":{}}}'),
    '/described': get({ description: 'Gets it. \u001b[31m'.repeat(60_000) }),
    '/parameter-ring': get({ parameters: [{ $ref: '#/components/parameters/Ring0' }] }),
    '/body-ring': {
      post: {
        requestBody: { $ref: '#/components/requestBodies/Ring0' },
        responses: { 200: { $ref: '#/components/responses/Ring0' } },
      },
    },
  };
  for (const [at, name] of forbiddenHeaders.entries()) {
    paths[`/forbidden/${String(at)}`] = get({ parameters: [{ name, in: 'header', schema: { type: 'string' } }] });
  }
  return { ...paths, ...wrongPaths() };
}

/** An operation with every piece that it may have. */
function wholeOperation(): Record<string, unknown> {
  return {
    tags: ['Wrong'],
    summary: 'Has a piece of the wrong kind',
    description: 'In one place.',
    operationId: 'wrong',
    deprecated: false,
    parameters: [
      {
        name: 'a',
        in: 'query',
        required: false,
        description: 'A parameter.',
        style: 'form',
        explode: true,
        schema: { type: 'string', enum: ['a'] },
      },
    ],
    requestBody: {
      required: true,
      description: 'A body.',
      content: { 'application/json': { schema: schemaRef('Net0') } },
    },
    responses: { 200: { description: 'An answer.', content: { 'application/json': { schema: schemaRef('Net0') } } } },
    security: [{ Bearer: [] }],
    servers: [{ url: 'https://api.example.com' }],
    callbacks: { done: {} },
    externalDocs: { url: 'https://api.example.com' },
  };
}

/** Every place of an operation, as a pointer. */
export const operationPlaces = placesIn(wholeOperation(), '');

function placesIn(value: unknown, place: string): readonly string[] {
  const parts = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return [place, ...parts.flatMap(([name, part]) => placesIn(part, `${place}/${name.replaceAll('/', '~1')}`))];
}

/** An operation with this piece at the place. */
export function operationWith(place: string, piece: unknown): unknown {
  if (place === '') return piece;
  const operation = wholeOperation();
  const steps = place
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/'));
  const last = steps.pop() ?? '';
  let at: Record<string, unknown> = operation;
  for (const step of steps) at = at[step] as Record<string, unknown>;
  at[last] = piece;
  return operation;
}

function wrongPaths(): Paths {
  const paths: Paths = {};
  for (const [at, place] of operationPlaces.entries()) {
    for (const [kind, piece] of wrongPieces.entries()) {
      // A text is no wrong address: it is another path of the service, about which a person is asked.
      const wrong = place === '/servers/0/url' && typeof piece === 'string' ? `https://${piece}.example` : piece;
      paths[`/wrong/${String(at)}/${String(kind)}`] = { post: operationWith(place, wrong) };
    }
  }
  for (const [kind, piece] of wrongPieces.entries()) {
    paths[`/wrong-item/${String(kind)}`] = piece;
    paths[`/wrong-parameters/${String(kind)}`] = {
      parameters: piece,
      get: { summary: 'Has parameters of the wrong kind' },
    };
  }
  return paths;
}

const operationIds = ['get', 'get', '__proto__', 'constructor', 'Delete', 'delete'];
const tags = ['Systems', 'systems', 'SYSTEMS', 'Systems ', '__proto__', 'constructor', 'toString', ...nastyTexts];

/** Many operations with random texts, parameters and schemas. */
export function manyPaths(chance: () => number, count: number, schemas: readonly string[]): Paths {
  const paths: Paths = {};
  for (let at = 0; at < count; at += 1) {
    const method = oneOf(chance, methods);
    const schema = schemaRef(oneOf(chance, schemas));
    const operation = {
      tags: [oneOf(chance, tags)],
      operationId: oneOf(chance, operationIds),
      summary: `${oneOf(chance, nastyTexts)} ${String(at)} ${oneOf(chance, nastyTexts)}`,
      ...(chance() < 0.1 && { deprecated: true }),
      parameters: [
        { name: 'orgId', in: 'path', required: true, schema: { type: 'string' } },
        {
          name: oneOf(chance, nastyTexts),
          in: 'query',
          style: oneOf(chance, ['form', 'deepObject', 'matrix', '']),
          schema,
        },
        {
          $ref: oneOf(chance, [
            '#/components/parameters/Ring0',
            '#/components/parameters/Page',
            '#/components/parameters/None',
            'file:///etc/hosts',
          ]),
        },
        { name: oneOf(chance, forbiddenHeaders), in: 'header', schema },
      ],
      ...(chance() < 0.5 && { requestBody: { required: chance() < 0.5, content: { 'application/json': { schema } } } }),
      responses: {
        200: { description: oneOf(chance, nastyTexts), content: { 'application/json': { schema } } },
        404: { $ref: '#/components/responses/Ring0' },
      },
    };
    paths[`/org/{orgId}/many/${String(at)}/{${oneOf(chance, ['id', 'systemId', '__proto__', 'undeclared'])}}`] = {
      [method]: operation,
    };
  }
  return paths;
}
