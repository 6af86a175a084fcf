/** The organisation that a command means: the only one, and never a guess between two. */
import process from 'node:process';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Settings } from '../../../src/app/cli/settings.ts';
import { accessFor, organisationOf } from '../../../src/app/commands/access.ts';
import type { Organisation } from '../../../src/api/organisations.ts';
import { token } from '../../api/http.ts';

const all = [
  ['n7', 'Northwind'],
  ['c1', 'Contoso North'],
].map(([orgId, orgName]) => ({ orgId, orgName, role: 'Owner' }) as Organisation);

test.each<[string, boolean, object]>([
  ['n7', false, { orgId: 'n7', note: null }],
  ['northwind', true, { orgId: 'n7', note: null }],
  ['contoso', false, { orgId: 'c1', note: 'The organisation is Contoso North (c1).' }],
  ['north', false, { code: 2, message: expect.stringMatching(/^--org: .*north/i) as string }],
  ['contoso', true, { code: 2, message: expect.stringMatching(/^--org: .*Contoso North/) as string }],
  [
    'x',
    true,
    { code: 2, message: expect.stringMatching(/There are: Northwind \(n7\), Contoso North \(c1\)$/) as string },
  ],
])('--org %s, whole: %s', (wanted, isWhole, meant) => {
  expect(organisationOf(all, wanted, isWhole)).toEqual(meant);
});

test.each([
  [
    'https://a.example',
    true,
    ['rollcall: NODE_TLS_REJECT_UNAUTHORIZED=0: anyone on the network can read your token.\n'],
  ],
  ['https://a.example', false, []],
  ['http://127.0.0.1:1', true, []],
])('a command at %s warns of certificates that are not checked (%s)', async (baseUrl, isTlsUnchecked, warnings) => {
  const said: string[] = [];
  const spy = vi.spyOn(process.stderr, 'write').mockImplementation((text) => said.push(String(text)) > 0);
  onTestFinished(() => {
    spy.mockRestore();
  });
  const settings = { isDemo: false, baseUrl, token: { value: token, from: 'stdin' }, isTlsUnchecked };
  expect(await accessFor(settings as Settings, () => Promise.reject(new Error('none')))).toEqual({ baseUrl, token });
  expect(said).toEqual(warnings);
});

test('a command has the token that was given, else the stored one, else it says what to do', async () => {
  const baseUrl = 'https://a.example';
  const of = (settings: object, found: object = { kind: 'none' }) =>
    accessFor({ isDemo: false, baseUrl, token: null, ...settings } as Settings, () =>
      Promise.resolve({ find: () => Promise.resolve(found) } as never),
    );
  const noAddress = 'No address is known. Use --base-url, or sign in once in rollcall.';
  const noToken = 'No token is stored for this service. Sign in once in rollcall, or set ROLLCALL_TOKEN.';
  expect(await of({ baseUrl: null })).toEqual({ code: 2, message: noAddress });
  expect(await of({ token: { value: token, from: 'stdin' } })).toEqual({ baseUrl, token });
  expect(await of({}, { kind: 'found', token: 'stored' })).toEqual({ baseUrl, token: 'stored' });
  expect(await of({})).toEqual({ code: 2, message: noToken });
  const sentence = 'It is locked.';
  expect(await of({}, { kind: 'failed', sentence })).toEqual({ code: 2, message: sentence });
  const ways = `${sentence} Set tokenCommand in the settings, set ROLLCALL_TOKEN, or use --token-stdin.`;
  expect(await of({}, { kind: 'failed', storage: 'keychain', sentence })).toEqual({ code: 2, message: ways });
  const message = `${sentence} Accept the token command in rollcall once, or name it in tokenCommandFor.`;
  expect(await of({}, { kind: 'unaccepted', sentence })).toEqual({ code: 2, message });
});
