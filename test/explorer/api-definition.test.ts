/** `rollcall api` by the definition of the service: names and types, `--list`, `--describe` and completions. */
import { execFile } from 'node:child_process';
import process from 'node:process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { operationsJson } from '../../src/state/explorer/list/update.ts';
import { indexed } from '../../src/state/explorer/list/feature.ts';
import { definitionFrom } from '../support/definition.ts';
import { aHome, programPath, runWithInput } from '../support/program.ts';
import { anApiService, api, json, requestsOf } from './api-service.ts';

const ok = {
  responses: { 200: { description: 'ok', content: { 'application/json': { schema: { type: 'object' } } } } },
};
const inPath = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } });
const definition = {
  openapi: '3.0.1',
  info: { title: 'T', version: 'v1' },
  tags: [{ name: 'Logs' }, { name: 'Account' }],
  paths: {
    '/account/orgs': { get: { tags: ['Account'], summary: 'Lists the organisations', ...ok } },
    '/org/{orgId}/logs/{logId}': {
      get: {
        ...{ tags: ['Logs'], summary: 'Reads a log \u001b[2J', operationId: 'readLog', ...ok },
        parameters: [
          ...[inPath('orgId'), inPath('logId')],
          { name: 'search', in: 'query', schema: { type: 'string', default: 'never sent' } },
          { name: 'kinds', in: 'query', explode: false, schema: { type: 'array', items: { type: 'string' } } },
          { name: 'If-None-Match', in: 'header', schema: { type: 'string' } },
          { name: 'Authorization', in: 'header', schema: { type: 'string' } },
        ],
      },
      delete: { tags: ['Logs'], deprecated: true, parameters: [inPath('orgId'), inPath('logId')], ...ok },
    },
    '/undeclared/{thing}': { get: { ...ok } },
    '/keys': {
      post: {
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: {
                ...{ type: 'object', required: ['note'], additionalProperties: false },
                properties: {
                  ...{ note: { type: 'string' }, uses: { type: 'integer', format: 'int64', default: 5 } },
                  ...{ kind: { type: 'integer', enum: [1, 2] }, open: { type: 'boolean' } },
                },
              },
            },
          },
        },
        ...ok,
      },
    },
    '/$(touch hacked)': { get: { ...ok } },
    '/a b': { get: { ...ok } },
  },
};

/** A service with a definition. It does not answer while `state.isUp` is false. */
async function aDefinedService() {
  const state = { isUp: true };
  const service = await anApiService((path) => {
    // Null lets the service list its organisations.
    if (!state.isUp || path === '/account/orgs') return null;
    return path === '/swagger/v1/swagger.json' ? json(definition) : json({ path });
  });
  return { state, service };
}

test('names are checked by the definition, and values have the place and the type that it says', async () => {
  const { service } = await aDefinedService();
  const home = aHome();
  const run = (...words: string[]) => api(service, [...words, '--org', 'N1'], { home });
  const sent = async (...words: string[]) => {
    const before = requestsOf(service).length;
    const { code, err } = await run(...words);
    return [
      code,
      err.trim(),
      ...requestsOf(service)
        .slice(before)
        .filter((line) => !line.includes('/account/orgs')),
    ];
  };
  expect(await sent('org/{orgId}/logs/{logId}', 'logId=7', 'search=a b', 'kinds=x', 'kinds=y,z')).toEqual([
    ...[0, '', 'GET /org/N1/logs/7?search=a%20b&kinds=x,y%2Cz HTTP/1.1'],
  ]);
  expect(await sent('/org/N1/logs/7', 'If-None-Match="v1"')).toEqual([0, '', 'GET /org/N1/logs/7 HTTP/1.1']);
  expect(service.raw.at(-1)).toMatch(/\r\nif-none-match: "v1"\r\n/i);
  expect(await sent('/org/N1/logs/7', 'serach=x')).toEqual([
    ...[2, 'rollcall: There is no parameter "serach". Did you mean search?'],
  ]);
  expect(await sent('org/{orgId}/logs/{logId}')).toEqual([2, 'rollcall: "logId" must be set.']);
  expect(await sent('/org/N1/logs/7', 'Authorization=x')).toMatchObject([2, expect.stringContaining('Authorization')]);
  expect(await sent('/undeclared/{thing}', 'thing=é')).toEqual([0, '', 'GET /undeclared/%C3%A9 HTTP/1.1']);

  const post = await run('POST', '/keys', 'note=5', 'uses=9223372036854775807', 'kind=2', 'open=true');
  expect(post.out).toContain('\n\n{"note":"5","uses":9223372036854775807,"kind":2,"open":true}\n');
  expect((await run('POST', '/keys', 'nots=5')).err).toContain('There is no field "nots". Did you mean note?');
  // A missing required field is named, and nothing is sent.
  expect(await run('POST', '/keys', 'uses=1', '--write')).toMatchObject({
    code: 2,
    err: 'rollcall: The body needs note.\n',
  });
  // The definition is kept, and not requested again so soon.
  expect(service.lines().filter((line) => line.includes('/swagger/'))).toHaveLength(1);
});

test('operations are told from the definition that is kept, without the network', async () => {
  const { service, state } = await aDefinedService();
  const home = aHome();
  const run = (...words: string[]) => api(service, words, { home });
  const listed = await run('--list', '--json');
  const records = JSON.parse(listed.out) as readonly Readonly<Record<string, unknown>>[];
  expect(listed.out).toBe(operationsJson(indexed(definitionFrom(definition)).all.map(({ operation }) => operation)));
  // By tag, in the order of the document's tags.
  expect(records.map(({ path, method }) => `${String(method)} ${String(path)}`)).toEqual([
    ...['GET /org/{orgId}/logs/{logId}', 'DELETE /org/{orgId}/logs/{logId}', 'GET /account/orgs'],
    ...['GET /undeclared/{thing}', 'POST /keys', 'GET /$(touch hacked)', 'GET /a b'],
  ]);
  state.isUp = false;
  const asked = service.raw.length;
  expect(await run('--list', '--json')).toEqual(listed);
  const lines = (await run('--list')).out;
  expect(lines).toMatch(/^TAG +METHOD +PATH +WHAT IT DOES\n/);
  expect(lines).toContain('␛[2J');
  expect((await run('--list', '--filter', 'method:delete')).out.trimEnd().split('\n')).toHaveLength(2);
  expect(await run('--list', '--filter', 'nope:x')).toMatchObject({ code: 2, out: '' });

  const described = await run('--describe', 'org/N1/logs/7');
  expect(described.out).toContain('GET /org/{orgId}/logs/{logId} (readLog)\n');
  expect(await run('--describe', 'readLog')).toEqual(described);
  for (const word of ['logId', 'search', 'kinds', 'If-None-Match', '200']) expect(described.out).toContain(word);
  const record = JSON.parse((await run('--describe', 'POST', '/keys', '--json')).out) as unknown;
  expect(record).toMatchObject({
    ...{ method: 'POST', path: '/keys', weight: 'change' },
    body: { isRequired: true, shape: { kind: 'object', fields: [{ name: 'note', isRequired: true }, {}, {}, {}] } },
  });
  const missing = await run('--describe', 'PUT', '/keys');
  expect([missing.code, missing.err]).toEqual([2, expect.stringContaining('It has: POST.')]);
  expect(service.raw).toHaveLength(asked);

  const stranger = await api(service, ['--list'], { home: aHome() });
  expect([stranger.code, stranger.out]).toEqual([1, '']);
});

test('the completions of a shell offer its paths, and run nothing of what a service wrote', async () => {
  const { service } = await aDefinedService();
  const home = aHome();
  await api(service, ['--list'], { home });
  const env = { ...home.env, ROLLCALL_BASE_URL: service.baseUrl, PATH: process.env['PATH'] ?? '' };
  const script = `
    rollcall() { '${process.execPath}' '${programPath}' "$@"; }
    source <(rollcall completion bash)
    COMP_WORDS=(rollcall api /) COMP_CWORD=2
    _rollcall; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout } = await promisify(execFile)('bash', ['-c', script], { env, cwd: home.path });
  const paths = ['/account/orgs', '/keys', '/org/{orgId}/logs/{logId}', '/undeclared/{thing}'];
  expect(stdout.trimEnd().split('\n').sort()).toEqual(paths);
  const offered = async (about: Readonly<Record<string, string>>) =>
    (await runWithInput('', about, 'completion', 'paths')).output.split('\n').sort().slice(1);
  expect(await offered(env)).toEqual(paths);
  expect([await offered(home.env), await offered({ ...env, ...aHome().env })]).toEqual([[], []]);
});

test('a name of the path and of the body is told apart by the path, and nothing is sent without that', async () => {
  const schema = { type: 'object', required: ['id'], properties: { id: { type: 'string' } } };
  const put = { parameters: [inPath('id')], requestBody: { content: { 'application/json': { schema } } }, ...ok };
  const document = { ...definition, paths: { '/things/{id}': { put } } };
  const service = await anApiService((path) =>
    path === '/account/orgs' ? null : json(path.startsWith('/swagger') ? document : {}),
  );
  const words = ['PUT', '/things/{id}'];
  expect(await api(service, [...words, 'id=7', '--write'])).toMatchObject({
    ...{ code: 2, out: '' },
    err: 'rollcall: "id" is in the path and in the body. Set it in the program, where each has its line.\n',
  });
  expect(requestsOf(service)).toEqual([]);
  expect(await api(service, ['PUT', '/things/7', 'id=8', '--write'])).toMatchObject({ code: 0, err: '' });
  expect(service.raw.at(-1)).toMatch(/^PUT \/things\/7 [^]*\r\n\r\n\{"id":"8"\}$/);
});

test('a method that is not sent is described, and refused', async () => {
  const paths = { '/a': { query: ok, options: ok, additionalOperations: { COPY: ok } } };
  const service = await anApiService((path) =>
    path === '/account/orgs' ? null : json(path.startsWith('/swagger') ? { ...definition, paths } : [1]),
  );
  for (const method of ['QUERY', 'OPTIONS', 'COPY']) {
    const message = `rollcall does not send ${method}.`;
    const described = await api(service, ['--describe', method, '/a']);
    expect([described.code, described.err]).toEqual([0, '']);
    expect(described.out).toContain(message);
    expect(await api(service, [method, '/a', '--write'])).toEqual({ code: 2, out: '', err: `rollcall: ${message}\n` });
  }
  expect((await api(service, ['--describe', 'LINK', '/a'])).err).toContain('It has: QUERY, OPTIONS, COPY.');
  expect(requestsOf(service)).toEqual([]);
});
