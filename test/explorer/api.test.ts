/** Requests, output and exit codes of `rollcall api`, through the built program and real connections. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { aHome, open, programPath } from '../support/program.ts';
import { aChangingService, anApiService, api, describingChanges, json, requestsOf, token } from './api-service.ts';

test('a request has the bytes that were meant, and no others', async () => {
  const service = await anApiService(() => json({}));
  const { code, out } = await api(service, [
    '/tags/{tag}',
    'tag=東京 a?b#c',
    'q=a&b=c',
    'list=1',
    'list=é',
    '--',
    'z=-1',
  ]);
  expect([code, out]).toEqual([0, '{}']);
  // Names are checked against the definition, if there is one.
  expect(service.lines()[0]).toBe('GET /swagger/v1/swagger.json HTTP/1.1');
  expect(service.raw.slice(1)).toEqual([
    [
      'GET /tags/%E6%9D%B1%E4%BA%AC%20a%3Fb%23c?q=a%26b%3Dc&list=1&list=%C3%A9&z=-1 HTTP/1.1',
      `Host: ${new URL(service.baseUrl).host}`,
      'Accept-Encoding: gzip, br',
      'Accept: application/json, application/problem+json',
      `Authorization: Bearer ${token}`,
      `User-Agent: rollcall/${packageJson.version}`,
      'Connection: keep-alive',
      '\r\n',
    ].join('\r\n'),
  ]);
});

test('values and paths that would lead elsewhere are refused, and nothing is sent', async () => {
  const service = await anApiService(() => json({}));
  for (const words of [
    ...['..', '.', '', 'a/', '%2e%2e', 'a\\b', 'x'.repeat(201)].map((value) => ['/tags/{tag}', `tag=${value}`]),
    ...['/a/../b', '/a/%2e%2e/b', '//evil.example/a', '/\\evil.example/a', 'https://evil.example/a', '/a#b', '/a\\b'],
    ...['http://127.0.0.1:1/account/orgs', `${service.baseUrl}.evil.example/a`, 'C:/Program Files/Git/account/orgs'],
  ]) {
    const { code, out, err } = await api(service, [words].flat());
    expect([code, out], [words].flat().join(' ')).toEqual([2, '']);
    expect(err).toMatch(/^rollcall: .*\.\n$/);
  }
  expect(requestsOf(service)).toEqual([]);
});

test('JSON of too many levels is refused wherever it is given, and nothing is sent', async () => {
  const service = await aChangingService(() => json({}));
  const file = join(aHome().path, 'deep.json');
  for (const levels of [501, 2000, 200_000]) {
    for (const deep of [
      `${'['.repeat(levels)}${']'.repeat(levels)}`,
      `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`,
    ]) {
      writeFileSync(file, deep);
      const { code, out, err } = await api(service, ['POST', '/keys', '--input', file, '--write']);
      expect([code, out, err]).toEqual([
        ...[2, '', 'rollcall: --input: it has more than 500 levels of lists and objects. Nothing was sent.\n'],
      ]);
    }
  }
  const field = await api(service, ['POST', '/keys', `tags:=${'['.repeat(2000)}${']'.repeat(2000)}`, '--write']);
  expect([field.code, field.err]).toEqual([
    ...[2, 'rollcall: "tags" has more than 500 levels of lists and objects. Nothing was sent.\n'],
  ]);
  expect(requestsOf(service)).toEqual([]);
  // The deepest accepted body arrives unchanged.
  const most = `${'['.repeat(500)}${']'.repeat(500)}`;
  writeFileSync(file, most);
  expect(await api(service, ['POST', '/keys', '--input', file, '--write'])).toMatchObject({ code: 0, err: '' });
  expect(service.raw.at(-1)).toContain(`\r\n\r\n${most}`);
});

test('an answer keeps its rows, however deep one of them is', async () => {
  const deep = `${'{"a":['.repeat(20_000)}1${']}'.repeat(20_000)}`;
  const service = await anApiService(() => ({
    ...json({}),
    body: `[{"name":"web-1"},{"name":"web-2","odd":${deep}}]`,
  }));
  for (const flag of ['--lines', '--paginate']) {
    const { code, out } = await api(service, ['/things', flag]);
    expect(code).toBe(0);
    expect(out.match(/"name": "web-\d"/g)).toEqual(['"name": "web-1"', '"name": "web-2"']);
  }
});

test('the exit code says what became of the request, and only a 2xx answer is on standard output', async () => {
  const problem = { type: 'x/some', title: 'Gone fishing', status: 200, traceId: '4f2a' };
  const service = await anApiService((path) => {
    if (path === '/lost') return null;
    const status = Number(path.slice(1));
    if (status === 302) return { status, headers: { location: 'https://evil.example/' }, body: 'elsewhere' };
    return status === 200 ? json([1]) : json(problem, status);
  });
  const ran = async (path: string) => {
    const { code, out, err } = await api(service, [path]);
    return [code, out, err];
  };
  const [fine, elsewhere, refused, unknown, broken, lost, noPort] = await Promise.all([
    ...['/200', '/302', '/404', '/401', '/500', '/lost'].map(ran),
    api({ baseUrl: 'http://127.0.0.1:1' }, ['/a']).then(({ code, out, err }) => [code, out, err]),
  ]);
  expect(fine).toEqual([0, '[1]', '']);
  expect(elsewhere).toEqual([3, '', expect.stringContaining('302 to "https://evil.example/"')]);
  expect(refused).toEqual([4, '', 'rollcall: GET /404: 404 "Gone fishing" (trace 4f2a).\n']);
  expect(unknown).toEqual([4, '', expect.stringMatching(/^rollcall: GET \/401: 401 .*not accepted\.\n$/)]);
  expect(broken).toEqual([5, '', 'rollcall: GET /500: 500 "Gone fishing" (trace 4f2a).\n']);
  expect(lost).toEqual([1, '', expect.stringMatching(/^rollcall: The connection was lost .*\.\n$/)]);
  expect(noPort).toEqual([1, '', expect.stringContaining('Nothing was sent.')]);
  // A failure of the service is retried twice; a refusal is not.
  expect(service.lines().filter((line) => line.includes('/500'))).toHaveLength(3);
  expect(service.lines().filter((line) => line.includes('/404'))).toHaveLength(1);
});

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s ends a request that is under way', async (signal) => {
  const arrived = Promise.withResolvers<undefined>();
  const service = await anApiService(() => {
    arrived.resolve(undefined);
    return 'silence';
  });
  const env = { ...aHome().env, ROLLCALL_BASE_URL: service.baseUrl, ROLLCALL_TOKEN: token };
  const program = spawn(process.execPath, [programPath, 'api', '/a'], { env, stdio: ['ignore', 'pipe', 'ignore'] });
  await arrived.promise;
  program.kill(signal);
  const [out] = await Promise.all([text(program.stdout), once(program, 'close')]);
  // A shell calls it 130, 143 and 129.
  expect([out, program.signalCode]).toEqual(['', signal]);
});

/** Seven pages of two items; `elsewhere`: the link of the third page. */
function sevenPages(elsewhere?: string) {
  return anApiService((path) => {
    const page = Number(/[?&]page=(\d)/.exec(path)?.[1] ?? 0);
    const next =
      page === 6 ? null : page === 2 && elsewhere !== undefined ? elsewhere : `/logs?kind=a&page=${page + 1}`;
    const metadata = {
      total: 14,
      lastPage: 6,
      prevPage: page === 0 ? null : page - 1,
      nextPage: page === 6 ? null : page + 1,
    };
    const items = `[{"at":${page},"id":9223372036854775807},{"at":${page},"name":"\\u202e"}]`;
    return {
      headers: { 'content-type': 'application/json' },
      body: `{"metadata":${JSON.stringify(metadata)},"links":{"next":${JSON.stringify(next)}},"items":${items}}`,
    };
  });
}

test('all pages are one array, or an item a line; a link to elsewhere ends them', async () => {
  const service = await sevenPages();
  const paged = await api(service, ['/logs', 'kind=a', '--paginate']);
  expect([paged.code, paged.err]).toEqual([0, '']);
  expect(JSON.parse(paged.out)).toHaveLength(14);
  // Every digit is kept, and characters that a terminal obeys are escaped.
  expect(paged.out).toMatch(/"id": ?9223372036854775807/);
  expect(paged.out).toContain(String.raw`"\u202e"`);
  const lines = await api(service, ['/logs', 'kind=a', '--lines']);
  expect(lines.out.trimEnd().split('\n')).toHaveLength(14);
  expect(requestsOf(service)).toHaveLength(14);

  for (const elsewhere of [
    'https://evil.example/logs?kind=a&page=3',
    '/other?kind=a',
    '/logs?kind=b&page=3',
    '/logs?kind=a&page=1',
  ]) {
    const broken = await sevenPages(elsewhere);
    const whole = await api(broken, ['/logs', 'kind=a', '--paginate']);
    expect([whole.code, whole.out], elsewhere).toEqual([1, '']);
    expect(whole.err).toMatch(/^rollcall: The list is not complete: 6 of 14 rows were read\. The service .*\.\n$/);
  }
  const broken = await sevenPages('//evil.example');
  const some = await api(broken, ['/logs', 'kind=a', '--lines']);
  expect([some.code, some.out.trimEnd().split('\n')]).toEqual([1, expect.objectContaining({ length: 6 })]);
  expect((await api(broken, ['/logs', '--paginate', '--lines'])).code).toBe(2);
});

test('an answer that is no list has no pages', async () => {
  const service = await anApiService((path) => (path === '/list' ? json(['a', 'b']) : json({ a: 1 })));
  expect(await api(service, ['/one', '--paginate'])).toMatchObject({ code: 1, out: '' });
  expect(await api(service, ['/list', '--lines'])).toMatchObject({ code: 0, out: '"a"\n"b"\n' });
});

test('fields never change the method, and what would change something is only shown', async () => {
  const service = await anApiService((path) => (path.startsWith('/swagger/') ? describingChanges : json({})));
  expect((await api(service, ['/a?e=f', 'b=c', 'd:=[1,2]'])).code).toBe(0);
  expect((await api(service, ['head', '/a'])).code).toBe(0);
  expect(requestsOf(service)).toEqual(['GET /a?e=f&b=c&d=1&d=2 HTTP/1.1', 'HEAD /a HTTP/1.1']);

  for (const method of ['POST', 'put', 'PATCH', 'DELETE']) {
    const { code, out, err } = await api(service, [method, '/a?e=f', 'b=c', 'd:=[1e999]']);
    expect([code, err]).toEqual([2, 'rollcall: Nothing was sent; --write sends it.\n']);
    expect(out).toMatch(new RegExp(`^${method.toUpperCase()} ${service.baseUrl}/a\\?e=f\n`));
    expect(out).toContain('\nContent-Length: 21\n\n{"b":"c","d":[1e999]}\n');
    expect(out).toContain('\nContent-Type: application/json\nAuthorization: Bearer ***\n');
  }
  for (const path of [
    '/org/N1/systems',
    '/org/N1/systems/S1',
    '/Org/{orgId}/Systems/',
    'org/N1/{a}',
    '/org/N1/%73ystems',
  ]) {
    const { code, out, err } = await api(service, [
      'DELETE',
      path,
      '--write',
      '--org',
      'N1',
      ...(path.includes('{a}') ? ['a=systems'] : []),
    ]);
    expect([code, out, err], path).toEqual([
      2,
      '',
      expect.stringContaining('rollcall deletes systems after a review.'),
    ]);
  }
  expect((await api(service, ['TRACE', '/a'])).code).toBe(2);
  // An intended change is not silently sent as a read.
  expect(await api(service, ['/a', 'b=c', '--write'])).toMatchObject({ code: 2, out: '' });
  const curl = await api(service, ['POST', '/a?q=1', '--input', '-', '--curl'], { stdin: '[null]' });
  expect(curl).toMatchObject({
    code: 0,
    out: `printf 'header = "Authorization: Bearer %s"' "$ROLLCALL_TOKEN" | curl -K - -X POST '${service.baseUrl}/a?q=1' -H 'Content-Type: application/json' --data-raw '[null]'\n`,
  });
  expect(await api(service, ['/a', '--dry-run'])).toMatchObject({
    code: 0,
    out: expect.stringContaining(`GET ${service.baseUrl}/a\n`) as string,
  });
  expect(requestsOf(service).filter((line) => !/^(GET|HEAD) \/(a|account\/orgs)/.test(line))).toEqual([]);
  expect(service.lines().filter((line) => line.includes(' /a'))).toHaveLength(2);
});

test('the organisation is the one of --org, the last one, or the only one', async () => {
  const service = await anApiService((path) => (path === '/account/orgs' ? null : json({ path })));
  const path = 'org/{orgId}/systems';
  expect(await api(service, [path, '--org', 'tailspin'])).toMatchObject({ code: 0, out: '{"path":"/org/T2/systems"}' });
  expect(await api(service, [path, 'orgId=T2'])).toMatchObject({ code: 2, out: '' });
  const open = await api(service, [path]);
  expect([open.code, open.out]).toEqual([2, '']);
  expect(open.err).toContain('Northwind (N1), Tailspin (T2)');
  expect((await api(service, [path, '--org', 'nobody'])).err).toContain(
    '--org: no organisation has the name or id "nobody"',
  );
  expect(requestsOf(service).filter((line) => line.includes('/systems'))).toHaveLength(1);

  const one = await anApiService((at) =>
    at === '/account/orgs'
      ? json({ orgs: [{ orgId: 'N1', orgName: 'Northwind', role: 'Owner' }] })
      : json({ path: at }),
  );
  expect(await api(one, [`/${path}`])).toMatchObject({ code: 0, out: '{"path":"/org/N1/systems"}' });

  const home = aHome();
  home.keepsSettings({ version: 1, profiles: { default: { baseUrl: service.baseUrl } } });
  const profile = { lastOrganisations: { [service.baseUrl]: 'L9' } };
  home.keeps('state/rollcall/state.json', JSON.stringify({ profiles: { default: profile } }));
  const last = await api(service, [`${service.baseUrl}/${path}`], { home });
  expect([last.code, last.out]).toEqual([0, '{"path":"/org/L9/systems"}']);
  expect(last.err).toContain('L9');
});

test('ends quietly or with the reason where standard output or input cannot be used', async () => {
  const body = JSON.stringify(Array.from({ length: 50_000 }, (_, at) => ({ at })));
  const service = await anApiService((path) =>
    path.startsWith('/swagger/') ? describingChanges : { headers: { 'content-type': 'application/json' }, body },
  );
  const env = { ...aHome().env, ROLLCALL_BASE_URL: service.baseUrl, ROLLCALL_TOKEN: token };
  const shell = async (script: string) => {
    const program = `'${process.execPath}' '${programPath}'`;
    const run = promisify(execFile)('bash', ['-c', script.replaceAll('rollcall', program)], { env, maxBuffer: 1e8 });
    const { stdout, stderr } = await run;
    return { stdout, stderr };
  };
  expect(await shell('rollcall api /a | head -c 3; echo ${PIPESTATUS[0]}')).toEqual({ stdout: '[{"0\n', stderr: '' });
  const full = await shell('rollcall api /a > /dev/full; echo $?');
  expect(full.stdout).toBe('1\n');
  expect(full.stderr).toContain('The output could not be written');
  expect(await api(service, ['POST', '/a', '--input', '-'])).toMatchObject({
    code: 2,
    out: '',
    err: 'rollcall: --input: it is empty.\n',
  });
  expect(await api(service, ['POST', '/a', '--input', '-'], { stdin: '{' })).toMatchObject({ code: 2, out: '' });
  expect(await api(service, ['/a', '--input', '-'], { stdin: '{}' })).toMatchObject({ code: 2, out: '' });
  const exposed = await api(service, ['/a', `key=${token}`]);
  expect([exposed.code, exposed.out, exposed.err.includes(token)]).toEqual([2, '', false]);
  expect(exposed.err).toContain('Do not pass tokens as arguments');
});

test('on a terminal an answer is indented, and nothing in it acts or is secret', async () => {
  const service = await anApiService((path) =>
    path.startsWith('/swagger/')
      ? describingChanges
      : path === '/account/orgs'
        ? null
        : path === '/zip'
          ? { headers: { 'content-type': 'application/zip' }, body: Uint8Array.of(80, 75, 0, 255) }
          : {
              headers: { 'content-type': 'application/json' },
              body: '{"name":"\\u001b[2Jtill","key":"abcd-efgh-ijkl","n":9223372036854775807}',
            },
  );
  const env = { ...aHome().env, ROLLCALL_BASE_URL: service.baseUrl, ROLLCALL_TOKEN: token };
  const shown = open(process.execPath, [programPath, 'api', '/a'], { env });
  await shown.exited;
  expect(shown.raw().replaceAll('\r', '')).toBe(
    '{\n  "name": "\\u001b[2Jtill",\n  "key": "•••",\n  "n": 9223372036854775807\n}\n',
  );
  // The service may never show a new secret again.
  const made = open(process.execPath, [programPath, 'api', 'POST', '/a', '--write'], { env });
  await made.exited;
  expect(made.raw()).toContain('  "name": "\\u001b[2Jtill",\r\n  "key": "abcd-efgh-ijkl",');
  const zip = open(process.execPath, [programPath, 'api', '/zip'], { env });
  await zip.exited;
  expect(zip.raw()).toContain('The answer is not text (application/zip).');
});
