/** Which addresses NO_PROXY passes by. */
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { networkTo, routeTo } from '../../../src/app/network/proxy.ts';
import { runWithoutTerminalIn } from '../../support/program.ts';
import { holds } from '../../support/property.ts';

beforeEach(() => {
  for (const name of ['no_proxy', 'NO_PROXY', 'https_proxy', 'all_proxy', 'ALL_PROXY']) vi.stubEnv(name, undefined);
  vi.stubEnv('HTTPS_PROXY', 'http://proxy.example:3128');
});

afterEach(() => {
  vi.unstubAllEnvs();
});

function routeWith(entries: string, baseUrl: string): string {
  vi.stubEnv('NO_PROXY', entries);
  const read = routeTo(baseUrl);
  return read.ok ? read.route.kind : read.sentence;
}

test.each([
  ['::1', 'https://[::1]', 'direct'],
  ['[::1]', 'https://[::1]', 'direct'],
  ['::1', 'https://[::1]:8443', 'direct'],
  ['[::1]:8443', 'https://[::1]:8443', 'direct'],
  ['[::1]:443', 'https://[::1]', 'direct'],
  ['[::1]:443', 'https://[::1]:8443', 'proxy'],
  ['0:0:0:0:0:0:0:1', 'https://[::1]', 'direct'],
  ['a.example, 2001:DB8::A', 'https://[2001:db8::a]', 'direct'],
  ['::ffff:127.0.0.1', 'https://[::ffff:7f00:1]', 'direct'],
  ['*', 'https://[::1]', 'direct'],
  ['::2', 'https://[::1]', 'proxy'],
  ['::1', 'https://one.example', 'proxy'],
  ['one.example:443', 'https://one.example', 'direct'],
  ['', 'https://[::1]', 'proxy'],
])('NO_PROXY=%s and %s: %s', (entries, baseUrl, kind) => {
  expect(routeWith(entries, baseUrl)).toBe(kind);
});

test('any address of IPv6 is passed by in every spelling, and no other one', () => {
  const port = fc.constantFrom('', ':8443');
  holds([fc.ipV6(), fc.ipV6(), port, fc.boolean()], (address, other, at, isUpper) => {
    const hostOf = (one: string): string => new URL(`https://[${one}]`).hostname;
    fc.pre(hostOf(address) !== hostOf(other));
    const spelled = isUpper ? address.toUpperCase() : address;
    for (const entry of [spelled, `[${spelled}]`, ...(at === '' ? [] : [`[${spelled}]${at}`])]) {
      expect(routeWith(`${other},${entry}`, `https://[${address}]${at}`)).toBe('direct');
      expect(routeWith(entry, `https://[${other}]${at}`)).toBe('proxy');
    }
  });
});

test.each(['socks5://proxy.example:1080', 'http://', 'http://a%:b@proxy.example'])(
  'nothing goes past a proxy that cannot be used: %s',
  async (proxy) => {
    vi.stubEnv('HTTPS_PROXY', proxy);
    const { exchange } = networkTo('https://one.example');
    await expect(
      exchange?.('https://one.example', { method: 'GET', headers: {}, signal: new AbortController().signal }),
    ).rejects.toThrow('no way');
    const env = { HTTPS_PROXY: proxy, ROLLCALL_BASE_URL: 'https://rollcall.invalid', ROLLCALL_TOKEN: 'T'.repeat(63) };
    for (const command of [['systems'], ['api', '/account/orgs']]) {
      const { exitCode, complaint } = await runWithoutTerminalIn(env, ...command);
      expect({ exitCode, complaint }).toMatchObject({
        exitCode: 2,
        complaint: expect.stringMatching(/HTTPS_PROXY: /) as string,
      });
    }
  },
);

test('the program goes straight to such an address', async () => {
  const env = { HTTPS_PROXY: 'http://proxy.example:3128', ROLLCALL_BASE_URL: 'https://[::1]:9' };
  expect((await runWithoutTerminalIn({ ...env, NO_PROXY: '::1' }, 'doctor')).output).toMatch(/proxy +none/);
  expect((await runWithoutTerminalIn(env, 'doctor')).output).toMatch(/proxy +proxy\.example:3128/);
});

test.each<[string, string, string | object]>([
  ['http://a:b@p:1', 'https://one.example', { kind: 'proxy', name: '•••@p:1' }],
  ['p:1', 'https://one.example', { kind: 'proxy', name: 'p:1' }],
  ['http://p:1', 'http://127.0.0.1:9', { kind: 'proxyNotUsed', name: 'p:1' }],
  ['http://127.0.0.1:1', 'http://127.0.0.1:9', { kind: 'proxy', name: '127.0.0.1:1' }],
  ['http://[::1]:1', 'http://127.0.0.1:9', { kind: 'proxy', name: '[::1]:1' }],
  ['http://localhost:1', 'http://127.0.0.1:9', { kind: 'proxyNotUsed', name: 'localhost:1' }],
  ['ftp://p', 'http://127.0.0.1:9', 'HTTP_PROXY: rollcall uses proxies with http:// or https:// addresses only.'],
  ['http://', 'https://one.example', 'HTTPS_PROXY: this is not a valid address. Example: http://proxy.example:3128'],
  ['http://a%:b@p', 'https://one.example', 'HTTPS_PROXY: a % in the user or password must be written as %25.'],
])('with the proxy %s the way to %s is %j', (proxy, baseUrl, way) => {
  for (const name of ['http_proxy', 'HTTPS_PROXY', 'HTTP_PROXY']) vi.stubEnv(name, proxy);
  const read = routeTo(baseUrl);
  expect(read.ok ? read.route : read.sentence).toEqual(way);
  if (!read.ok && baseUrl.startsWith('http:')) expect(networkTo(baseUrl)).toEqual({ route: { kind: 'direct' } });
  if (proxy === 'p:1') expect(read.ok && read.proxy?.href).toBe('http://p:1/');
});
