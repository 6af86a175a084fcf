/** Requests, records and answers of `rollcall api --write`, through the built program and real connections. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { lockOrganisation } from '../../src/app/storage/lock.ts';
import { aHome, type Home, programPath } from '../support/program.ts';
import { aChangingService, anApiService, api, describingChanges, json, requestsOf, token } from './api-service.ts';

/** The lines of the records, oldest first. */
function recordsIn(home: Home): readonly Readonly<Record<string, unknown>>[] {
  const folder = join(home.path, 'state', 'rollcall', 'changes');
  return readdirSync(folder)
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
    .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Readonly<Record<string, unknown>>]));
}

/** The lines of a request that ended so. */
const ended = (kind: string) => [
  { kind: 'change' },
  { kind: 'intent' },
  { kind: 'result', outcome: { kind } },
  { kind: 'end' },
];

test('--write sends the bytes that were shown without it, once, and records them before', async () => {
  const service = await aChangingService(() => json({ id: 7 }, 201));
  const home = aHome();
  for (const words of [
    ['POST', 'org/{orgId}/tags?q=a%2Cb', '--org', 'northwind', 'tag=caf\u00e9', 'n:=9223372036854775807'],
    ['delete', '/org/N1/tags?x=1,2', 'ids:=[1,2]'],
    ['PUT', '/org/N1/tags/7'],
  ]) {
    const from = requestsOf(service).length;
    const shown = await api(service, words, { home });
    expect([shown.code, shown.err]).toEqual([2, 'rollcall: Nothing was sent; --write sends it.\n']);
    expect(requestsOf(service).filter((line) => !line.startsWith('GET '))).toHaveLength(from === 0 ? 0 : sent());
    expect(await api(service, [...words, '--write', '--dry-run'], { home })).toEqual({ ...shown, code: 0, err: '' });
    const ran = await api(service, [...words, '--write'], { home });
    expect([ran.code, ran.out]).toEqual([0, '{"id":7}']);
    const raw = service.raw.filter((request) => !request.startsWith('GET ')).at(-1) ?? '';
    const [head = '', body = ''] = Buffer.from(raw, 'latin1').toString().split('\r\n\r\n');
    const [line = '', ...headers] = head.replace(token, '***').split('\r\n');
    const [shownHead = '', shownBody = ''] = shown.out.replace(/\n$/, '').split('\n\n');
    const [shownLine, ...shownHeaders] = shownHead.split('\n');
    expect(shownLine).toBe(line.replace(/^(\S+) (\S+) .*/, `$1 ${service.baseUrl}$2`));
    const own = headers.filter((header) => !/^(Host|Connection|Content-Length: 0)/.test(header));
    expect(shownHeaders.toSorted()).toEqual(own.toSorted());
    expect(shownBody).toBe(body);
  }
  function sent(): number {
    return service.lines().filter((line) => !line.startsWith('GET ')).length;
  }
  expect(service.lines().filter((line) => !line.startsWith('GET '))).toEqual([
    'POST /org/N1/tags?q=a%2Cb HTTP/1.1',
    'DELETE /org/N1/tags?x=1,2 HTTP/1.1',
    'PUT /org/N1/tags/7 HTTP/1.1',
  ]);
  const records = recordsIn(home);
  const change = ['change', 'intent', 'result', 'end'];
  expect(records.map(({ kind }) => kind)).toEqual([...change, ...change, ...change]);
  expect(records[0]).toMatchObject({ does: 'request', method: 'POST', orgId: 'N1', orgName: 'Northwind' });
  expect(records[1]).toMatchObject({ sent: { tag: 'caf\u00e9' } });
  expect(records[2]).toMatchObject({ outcome: { kind: 'done' }, status: 201 });
  expect(JSON.stringify(records)).not.toContain(token);
});

test('where there is no service, nothing was sent, and that is said', async () => {
  const nobody = await api({ baseUrl: 'http://127.0.0.1:1' }, ['POST', '/a', '--write']);
  expect([nobody.code, nobody.out]).toEqual([2, '']);
  expect(nobody.err).toContain('Nothing was sent.');
});

test('a change in flight is waited for when a signal comes, and its end is recorded', async () => {
  const arrived = { late: Promise.withResolvers<undefined>(), never: Promise.withResolvers<undefined>() };
  const release = Promise.withResolvers<undefined>();
  const service = await aChangingService((path) => {
    if (path === '/never') {
      arrived.never.resolve(undefined);
      return 'silence';
    }
    arrived.late.resolve(undefined);
    return release.promise.then(() => json({ id: 1 }));
  });
  const started = (path: string, home: Home) => {
    const env = { ...home.env, ROLLCALL_BASE_URL: service.baseUrl, ROLLCALL_TOKEN: token };
    const program = spawn(process.execPath, [programPath, 'api', 'PUT', path, '--write'], { env, stdio: 'pipe' });
    return { program, ended: Promise.all([text(program.stdout), text(program.stderr), once(program, 'close')]) };
  };
  const [late, never] = [aHome(), aHome()];
  const [answered, lost] = [started('/late', late), started('/never', never)];
  await Promise.all([arrived.late.promise, arrived.never.promise]);
  answered.program.kill('SIGINT');
  lost.program.kill('SIGTERM');
  // The signal arrives before the answer.
  setTimeout(() => {
    release.resolve(undefined);
  }, 300);
  const [out, err] = await answered.ended;
  // A shell calls it 130.
  expect([answered.program.signalCode, out, err]).toEqual([
    'SIGINT',
    '{"id":1}',
    'rollcall: PUT /late was sent: 200.\n',
  ]);
  expect(recordsIn(late)).toMatchObject(ended('done'));
  // A second signal ends the wait.
  lost.program.kill('SIGTERM');
  const [nothing, message] = await lost.ended;
  expect([lost.program.exitCode, nothing]).toEqual([6, '']);
  expect(message).toContain('PUT /never was sent, and ended before its answer came.');
  expect(recordsIn(never)).toMatchObject(ended('unknown'));
});

test('a signal before a change leaves ends it, and nothing is sent', async () => {
  const asked = Promise.withResolvers<undefined>();
  const service = await anApiService((path) => {
    if (path !== '/account/orgs') return describingChanges;
    asked.resolve(undefined);
    return 'silence';
  });
  const env = { ...aHome().env, ROLLCALL_BASE_URL: service.baseUrl, ROLLCALL_TOKEN: token };
  const program = spawn(process.execPath, [programPath, 'api', 'PUT', '/a', '--write'], { env, stdio: 'ignore' });
  await asked.promise;
  program.kill('SIGINT');
  await once(program, 'close');
  expect(program.signalCode).toBe('SIGINT');
  expect(service.lines().filter((line) => line.startsWith('PUT'))).toEqual([]);
});

test('where its record cannot be written, nothing is sent', async () => {
  const service = await aChangingService(() => json({}));
  const home = aHome();
  const state = join(home.path, 'state', 'rollcall');
  mkdirSync(state, { recursive: true, mode: 0o700 });
  writeFileSync(join(state, 'changes'), '');
  const { code, out, err } = await api(service, ['POST', '/a', '--write'], { home });
  expect([code, out]).toEqual([2, '']);
  expect(err).toMatch(/^rollcall: Nothing was sent: its record cannot be saved \(\w+\)\.\n$/);
  expect(requestsOf(service).filter((line) => line.startsWith('POST'))).toEqual([]);
});

test('while a run is in progress in its organisation, a change is refused', async () => {
  const service = await aChangingService(() => json({}));
  const home = aHome();
  const before = process.env['XDG_STATE_HOME'];
  process.env['XDG_STATE_HOME'] = home.env['XDG_STATE_HOME'];
  const lock = await lockOrganisation(false, service.baseUrl, 'N1');
  process.env['XDG_STATE_HOME'] = before;
  if (lock.kind !== 'held') throw new Error(lock.kind);
  const held = await api(service, ['PUT', '/org/N1/a', '--write'], { home });
  expect([held.code, held.err]).toEqual([2, expect.stringContaining('A run is in progress in this organisation')]);
  expect((await api(service, ['PUT', '/org/T2/a', '--write'], { home })).code).toBe(0);
  lock.release();
  expect((await api(service, ['PUT', '/org/N1/a', '--write'], { home })).code).toBe(0);
  expect(requestsOf(service).filter((line) => line.startsWith('PUT'))).toEqual([
    'PUT /org/T2/a HTTP/1.1',
    'PUT /org/N1/a HTTP/1.1',
  ]);
});

test('the organisation of a change is one of the account, and that of --org', async () => {
  const service = await aChangingService(() => json({}));
  for (const words of [['/org/N9/a'], ['/org/n1/a'], ['/org/N1/a', '--org', 'Tailspin'], ['/org/{orgId}/a']]) {
    const { code, out, err } = await api(service, ['PUT', ...words, '--write']);
    expect([code, out], words.join(' ')).toEqual([2, '']);
    expect(err).toMatch(/Northwind \(N1\), Tailspin \(T2\)|another organisation/);
  }
  for (const path of ['/org/T2/a', '/org/{orgId}/a', '/a']) {
    const { code, err } = await api(service, ['PUT', path, '--org', 'Tail', '--write']);
    expect([code, err]).toEqual([
      2,
      expect.stringContaining('--org: unknown organisation "Tail". Did you mean "Tailspin"?'),
    ]);
  }
  expect(requestsOf(service).filter((line) => line.startsWith('PUT'))).toEqual([]);
  expect((await api(service, ['PUT', '/org/T2/a', '--org', 'Tailspin', '--write'])).code).toBe(0);
});

test('the state before a change is read and recorded, and no secret is', async () => {
  const schema = {
    type: 'object',
    properties: { note: { type: 'string' }, pin: { type: 'string', format: 'password' } },
  };
  const body = { content: { 'application/json': { schema } } };
  const answers = { responses: { '200': { description: 'Done.' } } };
  const definition = {
    openapi: '3.0.1',
    paths: { '/things/{id}': { get: answers, delete: answers, put: { ...answers, requestBody: body } } },
  };
  const service = await anApiService((path, method) => {
    if (path === '/account/orgs') return null;
    if (path.startsWith('/swagger/')) return json(definition);
    return json(method === 'GET' ? { note: 'old', apiKey: 'abcd-efgh-ijkl' } : { note: 'new' });
  });
  const home = aHome();
  const changed = await api(service, ['PUT', '/things/{id}', 'id=7', 'note=new', 'pin=12', '--write'], { home });
  expect([changed.code, changed.out, changed.err]).toEqual([0, '{"note":"new"}', '']);
  // A heavy operation is announced.
  const removed = await api(service, ['DELETE', '/things/7', '--write'], { home });
  expect([removed.code, removed.err]).toEqual([0, 'rollcall: DELETE /things/7 was sent: 200.\n']);
  expect(requestsOf(service).filter((line) => line.includes('/things/'))).toEqual(
    ['GET', 'PUT', 'GET', 'DELETE'].map((method) => `${method} /things/7 HTTP/1.1`),
  );
  expect(service.raw.find((request) => request.startsWith('PUT '))).toContain('{"note":"new","pin":"12"}');
  const before = { note: 'old', apiKey: '•••' };
  expect(recordsIn(home).filter(({ kind }) => kind === 'change' || kind === 'intent')).toMatchObject([
    { template: '/things/{id}' },
    { sent: { note: 'new', pin: '•••' }, was: before },
    { method: 'DELETE', template: '/things/{id}' },
    { sent: null, was: before },
  ]);
  // A printed line may be kept in a log, so it hides the secret too.
  const curl = await api(service, ['PUT', '/things/7', 'note=new', 'pin=12', '--curl'], { home });
  expect(curl.out).toContain(`--data-raw '{"note":"new","pin":"SECRET"}'`);
  expect(curl.err).toBe('rollcall: The line is without "pin": SECRET stands for it.\n');
});

test('an answer that cannot be printed was a change all the same', async () => {
  const service = await aChangingService(() => json({ id: 1 }));
  const home = aHome();
  const env = { ...home.env, ROLLCALL_BASE_URL: service.baseUrl, ROLLCALL_TOKEN: token };
  const script = `"${process.execPath}" "${programPath}" api POST /a --write > /dev/full; echo $?`;
  const run = await promisify(execFile)('bash', ['-c', script], { env });
  expect(run.stdout).toBe('1\n');
  expect(run.stderr).toContain('The output could not be written');
  expect(recordsIn(home)).toMatchObject(ended('done'));
});

const fileTypes = [
  'application/octet-stream',
  'text/plain',
  'application/xml',
  'application/x-yaml',
  'application/x-ndjson',
];

test.each(fileTypes)(
  'a body of %s goes as it is, from a file and from a pipe, and its record names the file',
  async (type) => {
    const requestBody = { required: true, content: { [type]: { schema: {} } } };
    const paths = { '/files': { put: { requestBody, responses: { 200: { description: 'Done.' } } } } };
    const service = await anApiService((path) =>
      path === '/account/orgs' ? null : json(path.startsWith('/swagger/') ? { openapi: '3.0.1', paths } : {}),
    );
    const home = aHome();
    const file = join(home.path, 'a file');
    const content = '\u0000<a>\r\n- b: "\u00e9"\n{"c":1}\n{"d":2}';
    writeFileSync(file, content);
    for (const [name, stdin] of [
      [file, ''],
      ['-', content],
    ] as const) {
      const sent = await api(service, ['PUT', '/files', '--input', name, '--write'], { home, stdin });
      expect([sent.code, sent.out]).toEqual([0, '{}']);
      const [head = '', body] = Buffer.from(service.raw.at(-1) ?? '', 'latin1')
        .toString()
        .split('\r\n\r\n');
      expect(head.toLowerCase()).toContain(`content-type: ${type}\r\n`);
      expect(body).toBe(content);
    }
    const texts = recordsIn(home).flatMap(({ sent }) => (sent === undefined ? [] : [sent]));
    expect(texts).toEqual([file, '-'].map((name) => `(the content of ${name}, read when it is sent)`));
    const none = await api(service, ['PUT', '/files', '--write'], { home });
    expect([none.code, none.err]).toEqual([2, `rollcall: The body is a file (${type}): set its path.\n`]);
    const missing = await api(service, ['PUT', '/files', '--input', join(home.path, 'none'), '--write'], { home });
    expect([missing.code, missing.err]).toEqual([2, expect.stringContaining('none')]);
    const curl = await api(service, ['PUT', '/files', '--input', file, '--curl'], { home });
    expect(curl.out).toContain(`--data-binary '@${file}'`);
  },
);
