import { expect, test } from 'vitest';
import { readFlags } from '../../../src/app/cli/flags.ts';
import {
  type Environment,
  type RememberedPlace,
  type Settings,
  settingsFrom,
  takeEnvironment,
} from '../../../src/app/cli/settings.ts';
import { defaultProfileSettings } from '../../../src/state/session/profile-settings.ts';

const token = 'aB3'.repeat(21);
const noEnvironment: Environment = {
  baseUrl: null,
  token: null,
  isTlsUnchecked: false,
  address: null,
  isScreenReader: false,
};

const noProfile: RememberedPlace = { ...defaultProfileSettings, baseUrl: null };

function settle(argv: string[], environment = noEnvironment, profile = noProfile, typed: string | null = null) {
  const read = readFlags(argv);
  if (!read.ok) throw new Error(read.sentence);
  return settingsFrom(read.flags, environment, profile, typed);
}

const usual: Settings = {
  ...{ isDemo: false, baseUrl: null, token: null, organisation: null, search: '', filter: '', view: null },
  ...{ days: 90, flaggedDays: null, forced: null, isTlsUnchecked: false, address: null },
  profileSettings: defaultProfileSettings,
};

test('nothing is set where nothing was said', () => {
  expect(settle([])).toEqual({ ok: true, settings: usual });
});

test('flags are carried over', () => {
  const settings = { ...usual, organisation: 'Northwind', search: 'till', days: 7, flaggedDays: 7 };
  expect(settle(['--org', 'Northwind', '--search', 'till', '--days', '7'])).toEqual({ ok: true, settings });
});

test('a filter and a view of the command line are kept for the list, and a filter with a mistake is refused', () => {
  const settings = { ...usual, filter: 'key:lab', view: '2' };
  expect(settle(['--filter', 'key:lab', '--view', '2'])).toEqual({ ok: true, settings });
  expect(settle(['--filter', 'seen:soon'])).toEqual({
    ok: false,
    sentence: '--filter, at 6: "soon" is not an age. Example: seen:>90d',
  });
  // The filters of the history are another language.
  expect(settle(['runs', '--filter', 'kind:delete'])).toMatchObject({ ok: true });
});

test('the address of the flag wins over the environment', () => {
  const environment = { ...noEnvironment, baseUrl: 'https://environment.example', token };
  expect(settle([], environment)).toMatchObject({
    settings: { baseUrl: 'https://environment.example', token: { value: token, from: 'environment' } },
  });
  expect(settle(['--base-url', 'https://flag.example'], environment)).toMatchObject({
    settings: { baseUrl: 'https://flag.example', token: { value: token, from: 'environment' } },
  });
});

test('the demo takes neither address nor token from outside', () => {
  const environment = { ...noEnvironment, baseUrl: 'https://real.example', token };
  expect(settle(['--demo'], environment)).toEqual({ ok: true, settings: { ...usual, isDemo: true } });
});

test('read-only is the stricter mode', () => {
  expect(settle(['--preview'])).toMatchObject({ settings: { forced: 'preview' } });
  expect(settle(['--read-only'])).toMatchObject({ settings: { forced: 'read-only' } });
  expect(settle(['--read-only', '--preview'])).toMatchObject({ settings: { forced: 'read-only' } });
});

test('the profile decides where nothing else was said', () => {
  const own = {
    ...{ days: 30, pageSize: 50, isReadOnly: true, marksDisabled: false, bell: true, checksAtRest: true },
    ...{ theme: 'light' as const, portal: null, basePath: null, person: 'anna' },
  };
  const profile: RememberedPlace = { baseUrl: 'https://profile.example', ...own };
  expect(settle([], noEnvironment, profile)).toMatchObject({
    settings: { baseUrl: 'https://profile.example', days: 30, profileSettings: own, forced: null },
  });
  expect(settle(['--days', '7', '--base-url', 'https://flag.example'], noEnvironment, profile)).toMatchObject({
    settings: { baseUrl: 'https://flag.example', days: 7, profileSettings: own },
  });
});

test('a token from standard input wins over the environment, and says where it is from', () => {
  const environment = { ...noEnvironment, token: 'x'.repeat(63) };
  expect(settle(['--token-stdin'], environment, noProfile, `${token}\r\n`)).toMatchObject({
    settings: { token: { value: token, from: 'stdin' } },
  });
  const short = settle(['--token-stdin'], environment, noProfile, 'x\n');
  expect(short).toEqual({ ok: false, sentence: '--token-stdin: expected 63 letters and digits, got 1' });
});

test('a value that cannot be used is refused with where it came from', () => {
  const environment = { ...noEnvironment, baseUrl: 'ftp://x.example', token: 'too-short' };
  expect(refusal(['--base-url', 'ftp://x.example'])).toMatch(/^--base-url: /);
  expect(refusal([], environment)).toMatch(/^ROLLCALL_BASE_URL: /);
  expect(refusal(['--base-url', 'https://flag.example'], environment)).toBe(
    'ROLLCALL_TOKEN: expected 63 letters and digits, got 9',
  );
});

function refusal(argv: string[], environment = noEnvironment): string {
  const from = settle(argv, environment);
  return from.ok ? 'not refused' : from.sentence;
}

test('both variables are read, and the token is gone from the environment at once', () => {
  const env = { ROLLCALL_BASE_URL: 'https://x.example', ROLLCALL_TOKEN: 'secret', PATH: '/bin' };
  expect(takeEnvironment(env)).toEqual({ ...noEnvironment, baseUrl: 'https://x.example', token: 'secret' });
  expect(env).toEqual({ ROLLCALL_BASE_URL: 'https://x.example', PATH: '/bin' });
});

test('missing and empty variables count as none', () => {
  expect(takeEnvironment({})).toEqual(noEnvironment);
  expect(takeEnvironment({ ROLLCALL_BASE_URL: '', ROLLCALL_TOKEN: '' })).toEqual(noEnvironment);
});

test('where the person comes from over SSH is known', () => {
  expect(takeEnvironment({ SSH_CONNECTION: '203.0.113.7 51000 10.0.0.2 22' }).address).toBe('203.0.113.7');
  expect(takeEnvironment({ SSH_CONNECTION: '::ffff:203.0.113.7 51000 ::1 22' }).address).toBe('203.0.113.7');
});

test.each([
  ['0', true],
  ['1', false],
  ['', false],
])('certificates that Node is told not to look at are noticed (%j)', (value, isTlsUnchecked) => {
  expect(takeEnvironment({ NODE_TLS_REJECT_UNAUTHORIZED: value })).toMatchObject({ isTlsUnchecked });
});

test('a screen reader is known by the variable of Ink', () => {
  expect(takeEnvironment({ INK_SCREEN_READER: 'true' }).isScreenReader).toBe(true);
  expect(takeEnvironment({ INK_SCREEN_READER: '1' }).isScreenReader).toBe(false);
});
