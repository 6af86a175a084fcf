/** Proxies and private certificates work, and errors name the ones that do not. */
import { describe, expect, test } from 'vitest';
import { anAuthority, type Authority } from '../support/certificates.ts';
import { aHome, eachInItsOwnProcess, runWithoutTerminal, runWithoutTerminalIn } from '../support/program.ts';
import { aProxy, aTlsFront } from '../support/proxy.ts';
import { aService, type StoryService, systemsCalled } from '../support/service.ts';
import { aNewcomer, aUser, aUserOf, type User } from '../support/user.ts';

eachInItsOwnProcess();

interface Behind {
  readonly service: StoryService;
  readonly baseUrl: string;
  readonly port: number;
}

/** A service behind TLS, under this host name. */
async function behindTls(by: Authority, name: string, from?: string, to?: string, called = name): Promise<Behind> {
  const front = aTlsFront(by.certify(name, from, to));
  const port = await front.port;
  const baseUrl = `https://${called}:${port}`;
  const service = await aService({ systems: systemsCalled('web', 450), address: baseUrl });
  front.passOnTo(Number(new URL(service.baseUrl).port));
  return { service, baseUrl, port };
}

function aProxyUser({ service, baseUrl }: Behind, env: Readonly<Record<string, string>> = {}): User {
  return aNewcomer({ env: { ROLLCALL_BASE_URL: baseUrl, ROLLCALL_TOKEN: service.token, ...env }, columns: 200 });
}

describe('certificates', () => {
  test.each([
    ['TLSv1.3', 'asks for a client certificate', /client certificate, and rollcall has none to send \(GET/],
    ['TLSv1.2', 'may ask for one', /refused the TLS handshake \(.*\)\. Nothing was sent\. It may ask for a client/],
  ] as const)(
    'a service that requires a client certificate with %s is told as such: it %s',
    async (maxVersion, _, says) => {
      const authority = anAuthority();
      const asking = { requestCert: true, rejectUnauthorized: true, maxVersion } as const;
      const front = aTlsFront({ ...authority.certify('localhost'), ...asking });
      const env = {
        ROLLCALL_BASE_URL: `https://localhost:${await front.port}`,
        ...{ ROLLCALL_TOKEN: 'T'.repeat(63), NODE_EXTRA_CA_CERTS: authority.path },
      };
      const user = aNewcomer({ env, columns: 200 });
      await user.sees(says, 'r retries');
      await user.leaves();
      expect((await runWithoutTerminalIn(env, 'doctor')).output).toMatch(says);
    },
  );

  test('of a company’s own authority are trusted where NODE_EXTRA_CA_CERTS names it', async () => {
    const authority = anAuthority();
    const user = aProxyUser(await behindTls(authority, 'localhost'), { NODE_EXTRA_CA_CERTS: authority.path });
    await user.sees('200 of 450 loaded', 'web-1');
    await user.presses('to the last row, all pages').sees('450 systems');
  });

  const untrusted = 'is not trusted (UNABLE_TO_VERIFY_LEAF_SIGNATURE). Nothing was sent. See NODE_EXTRA_CA_CERTS.';
  const today = `by this computer's clock it is ${new Date().toISOString().slice(0, 10)}`;

  test.each<[string, string[], string?, string?, string?]>([
    ['not trusted', [untrusted]],
    ['expired', ['is not valid at this time', '(CERT_HAS_EXPIRED)', today], 'localhost', '20200101', '20210101'],
    ['of another name', ['is for another name (ERR_TLS_CERT_ALTNAME_INVALID)'], 'other.test'],
  ])('%s', async (_, words, name, from, to) => {
    const authority = anAuthority();
    const dates = [from, to].map((day) => day && `${day}000000Z`);
    const behind = await behindTls(authority, name ?? 'localhost', dates[0], dates[1], 'localhost');
    const user = aProxyUser(behind, name === undefined ? {} : { NODE_EXTRA_CA_CERTS: authority.path });
    await user.sees(`The certificate of localhost:${behind.port}`, ...words, 'r retries');
    expect(behind.service.requests).toEqual([]);
  });

  test('whose authority cannot be read are not trusted, and what Node says of it does not touch the screen', async () => {
    const user = aProxyUser(await behindTls(anAuthority(), 'localhost'), { NODE_EXTRA_CA_CERTS: '/nowhere/ca.pem' });
    const screen = await user.sees('is not trusted', 'r retries');
    expect(screen).not.toContain('Ignoring');
  });

  test('that are not checked are warned of for as long as the program runs', async () => {
    const user = aProxyUser(await behindTls(anAuthority(), 'localhost'), { NODE_TLS_REJECT_UNAUTHORIZED: '0' });
    await user.sees('200 of 450 loaded', 'NODE_TLS_REJECT_UNAUTHORIZED=0: anyone on the network can read your token.');
    user.presses('hide the warning');
    await user.sees('this warning stays until you unset the variable', 'NODE_TLS_REJECT_UNAUTHORIZED=0');
    // Node's own warning would be drawn over the screen.
    expect(user.terminal.raw()).not.toContain('(node:');
  });

  test('that are not checked are warned of in a pipe, where Node is told to be silent', async () => {
    const { port } = await behindTls(anAuthority(), 'localhost');
    const quiet = { NODE_TLS_REJECT_UNAUTHORIZED: '0', NODE_NO_WARNINGS: '1', ROLLCALL_TOKEN: 'x'.repeat(63) };
    const env = { ...aHome().env, ...quiet, ROLLCALL_BASE_URL: `https://localhost:${port}` };
    const { complaint } = await runWithoutTerminalIn(env, 'systems');
    expect(complaint).toContain('NODE_TLS_REJECT_UNAUTHORIZED=0: anyone on the network can read your token.');
  });
});

describe('a proxy', () => {
  const secret = 'proxy-password';

  test('gets a request for a tunnel, with its own password, which is shown nowhere', async () => {
    const authority = anAuthority();
    const behind = await behindTls(authority, 'service.test');
    const proxy = await aProxy({ to: behind.port });
    const HTTPS_PROXY = `http://aProxyUser:${secret}@${proxy.host}`;
    const user = aProxyUser(behind, { HTTPS_PROXY, NODE_EXTRA_CA_CERTS: authority.path });
    await user.sees('200 of 450 loaded', 'web-1');
    await user.presses('to the last row, all pages').sees('450 systems');
    await user.presses('switch organisation').sees(`through the proxy •••@${proxy.host}`);
    const credentials = `Basic ${Buffer.from(`aProxyUser:${secret}`).toString('base64')}`;
    const target = new URL(behind.baseUrl).host;
    // Requests go one after the other, so one tunnel is enough.
    expect(proxy.asked).toEqual([{ target, credentials }]);
    expect(behind.service.requests.every(({ headers }) => headers['proxy-authorization'] === undefined)).toBe(true);
    await user.leaves();
    expect(user.terminal.raw()).not.toContain(secret);
    expect(user.home.filesWith(secret)).toEqual([]);
  });

  test('in small letters and without a scheme does, too, and NO_PROXY passes it by', async () => {
    const authority = anAuthority();
    const behind = await behindTls(authority, 'localhost');
    const proxy = await aProxy({ to: behind.port });
    const env = { https_proxy: proxy.host, NODE_EXTRA_CA_CERTS: authority.path };
    await aProxyUser(behind, env).sees('200 of 450 loaded');
    expect(proxy.asked).toHaveLength(1);
    await aProxyUser(behind, { ...env, NO_PROXY: 'example.com,localhost' }).sees('200 of 450 loaded');
    expect(proxy.asked).toHaveLength(1);
  });

  test('that asks for a password is named', async () => {
    const behind = await behindTls(anAuthority(), 'service.test');
    const { host } = await aProxy({ to: behind.port, status: 407 });
    await aProxyUser(behind, { HTTPS_PROXY: `http://${host}` }).sees(
      `The proxy ${host}`,
      'asks for a user and a password (407). Nothing was sent.',
      'r retries',
    );
    expect(behind.service.requests).toEqual([]);
  });

  test('that closes instead of opening a tunnel is reported at once, and retried only as often as others', async () => {
    const behind = await behindTls(anAuthority(), 'service.test');
    const proxy = await aProxy({ to: behind.port, status: 'closes' });
    const user = aProxyUser(behind, { HTTPS_PROXY: `http://${proxy.host}` });
    await user.sees(`No connection through the proxy (ECONNRESET): ${proxy.host}, to `, 'Nothing was sent.');
    // One request and at most two retries.
    expect(proxy.asked.length).toBeLessThanOrEqual(3);
    expect(behind.service.requests).toEqual([]);
  });

  test('on which nothing listens', async () => {
    const behind = await behindTls(anAuthority(), 'service.test');
    const user = aProxyUser(behind, { HTTPS_PROXY: 'http://127.0.0.1:9' });
    const cause = 'The proxy refused the connection (ECONNREFUSED)';
    await user.sees(`! ${cause}`, /Retries in \d s; esc stops\.$/m);
    await user.sees(`${cause}: 127.0.0.1:9, to `, 'Nothing was sent. r retries.');
  });

  test('for http is used on this computer', async () => {
    const service = await aService({ systems: systemsCalled('web', 3) });
    const proxy = await aProxy({ to: Number(new URL(service.baseUrl).port) });
    await aUser(service, { env: { HTTP_PROXY: `http://${proxy.host}` } }).sees('3 systems');
    expect(proxy.asked).toHaveLength(1);
  });

  test('elsewhere is not used for a service that is not encrypted, and that is said', async () => {
    const env = { HTTP_PROXY: 'http://proxy.invalid:3128', NODE_USE_ENV_PROXY: '1' };
    const { user } = await aUserOf({ systems: systemsCalled('web', 3), env, columns: 200 });
    await user.sees('3 systems');
    await user.presses('switch organisation').sees('proxy proxy.invalid:3128 set but not used');
  });
});

test('a proxy that cannot be used ends the start, and its address is not repeated', async () => {
  const env = { HTTPS_PROXY: 'http://me:100%zz1080@127.0.0.1:3128' };
  const { exitCode, complaint } = await runWithoutTerminalIn(env, '--base-url=https://api.example');
  expect(exitCode).toBe(2);
  expect(complaint).toContain('HTTPS_PROXY: a % in the user or password must be written as %25');
  expect(complaint).not.toContain('1080');
});

test('the pages of a scan use a connection again', async () => {
  const authority = anAuthority();
  const behind = await behindTls(authority, 'service.test');
  const proxy = await aProxy({ to: behind.port });
  const user = aProxyUser(behind, { HTTPS_PROXY: `http://${proxy.host}`, NODE_EXTRA_CA_CERTS: authority.path });
  await user.sees('200 of 450 loaded');
  for (let time = 1; time <= 3; time++) {
    await user.presses('show or hide disabled systems').sees(time % 2 === 1 ? 'disabled shown' : 'disabled hidden');
    await user.presses('to the last row, all pages').sees('450 systems');
  }
  expect(behind.service.requests.length).toBeGreaterThan(9);
  // One that was idle for 4 s is closed, and two requests in flight need two: how many are open depends on the machine.
  expect(proxy.asked.length).toBeLessThan(behind.service.requests.length);
});

test('an address of the service with a user and a password is refused, and not repeated', async () => {
  const { exitCode, complaint } = await runWithoutTerminal('--base-url=https://user:secret@api.example');
  expect(exitCode).toBe(2);
  expect(complaint).toContain('must not contain a user name or password');
  expect(complaint).not.toContain('secret');
});
