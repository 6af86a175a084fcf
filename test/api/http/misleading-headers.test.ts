/** Which headers a request may have. */
import { expect, test } from 'vitest';
import { headerStanding } from '../../../src/api/http/misleading-headers.ts';
import { aClient, anIntent, aServer, withJson } from '../http.ts';

const misleading = [
  'X-Host X-HTTP-Host-Override X-HTTP-Host X-Forwarded-Host X-Original-Host X-Backend-Host X-Hostname X-HTTP-Method',
  'X-HTTP-Method-Override X-Method X-Method-Override X-HttpMethodOverride x-methodoverride X-Original-URL',
  'X-Original-URI X-Rewrite-URL X-Override-URL X-Request-URI X-Real-URL X-URL X-Path X-Forwarded-For',
  'X-Forwarded-Proto X-Forwarded-Port X-Forwarded-Prefix X-Forwarded-Path X-Forwarded-Server X-Forwarded',
  'X-Forward-For X-Real-IP X-Client-IP X-Remote-IP X-Remote-Addr X-Remote-User X-True-IP X-Cluster-Client-IP',
  'X-Originating-IP X-Original-Forwarded-For X-ProxyUser-Ip X-Proxy-Url X-Scheme X-Script-Name X-Accel-Redirect',
  'X-Sendfile X-Original-Method X-Arr-SSL X-Custom-IP-Authorization-Host',
].flatMap((line) => line.split(' '));

const framing = [
  ...'Host Forwarded Content-Length Transfer-Encoding Connection Keep-Alive TE Trailer Upgrade Proxy-Authorization'.split(
    ' ',
  ),
  ...'Proxy-Connection Cookie Set-Cookie Origin Referer Expect Via Date Range True-Client-IP CF-Connecting-IP'.split(
    ' ',
  ),
  ...'Cache-Control Pragma Accept-Encoding Content-Encoding Sec-Fetch-Site Method-Override X-Http_Method'.split(' '),
  ...'Client-IP HTTP2-Settings Base-Url :authority X-A\r\nHost X_Method'.split(' '),
  ...[''],
];

test.each([...misleading, ...framing])('no request has the header %j', async (name) => {
  expect([headerStanding(name), headerStanding(name.toUpperCase())]).toEqual(['withheld', 'withheld']);
  const server = await aServer(withJson({}));
  const client = aClient(server);
  const about = { operation: 'send request', url: `${server.baseUrl}/a`, headers: { [name]: 'x' } } as const;
  const refused = { ok: false, problem: { kind: 'misleading', header: name } };
  expect(await client.readRaw({ ...about, method: 'GET' })).toMatchObject(refused);
  expect(await client.write(await anIntent(), { ...about, method: 'POST', orgId: null, body: null })).toMatchObject(
    refused,
  );
  expect(await client.download({ ...about, method: 'GET' }, () => Promise.resolve())).toMatchObject(refused);
  expect(server.requests).toEqual([]);
});

test.each(
  [
    'X-Request-Id X-Correlation-ID X-Original-Request-Id X-Methodology X-Colour X-Ghost X-Hosting-Plan X-Tenant',
    'X-Page X-Api-Version X-Reason X-Tip If-Match if-none-match Idempotency-Key Prefer',
    'tenant-id api-version From Notion-Version Accept-Language Content-MD5 If-Unmodified-Since PRIVATE-TOKEN api_version',
  ].flatMap((line) => line.split(' ')),
)('a person may set %s', (name) => {
  expect([headerStanding(name), headerStanding(name.toLowerCase())]).toEqual(['free', 'free']);
});

test.each(['Accept', 'authorization', 'Content-Type', 'User-Agent'])('rollcall sets %s itself', (name) => {
  expect(headerStanding(name)).toBe('own');
});
