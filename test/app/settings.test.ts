import { expect, test } from 'vitest';
import type { Environment } from '../../src/app/environment.ts';
import { readFlags } from '../../src/app/flags.ts';
import { type Settings, settingsFrom } from '../../src/app/settings.ts';

const token = 'aB3'.repeat(21);
const noEnvironment: Environment = { baseUrl: null, token: null, isTlsUnchecked: false, address: null };

function settle(argv: string[], environment = noEnvironment) {
  const read = readFlags(argv);
  if (!read.ok) throw new Error(read.sentence);
  return settingsFrom(read.flags, environment);
}

const usual: Settings = {
  isDemo: false,
  baseUrl: null,
  token: null,
  organisation: null,
  search: '',
  days: 90,
  mode: 'normal',
  isTlsUnchecked: false,
  address: null,
};

test('nothing is set where nothing was said', () => {
  expect(settle([])).toEqual({ ok: true, settings: usual });
});

test('flags are carried over', () => {
  expect(settle(['--org', 'Northwind', '--search', 'till', '--days', '7'])).toEqual({
    ok: true,
    settings: { ...usual, organisation: 'Northwind', search: 'till', days: 7 },
  });
});

test('the address of the flag wins over the environment', () => {
  const environment = { ...noEnvironment, baseUrl: 'https://environment.example', token };
  expect(settle([], environment)).toMatchObject({ settings: { baseUrl: 'https://environment.example', token } });
  expect(settle(['--base-url', 'https://flag.example'], environment)).toMatchObject({
    settings: { baseUrl: 'https://flag.example', token },
  });
});

test('the demo takes neither address nor token from outside', () => {
  const environment = { ...noEnvironment, baseUrl: 'https://real.example', token };
  expect(settle(['--demo'], environment)).toEqual({ ok: true, settings: { ...usual, isDemo: true } });
});

test('read-only is the stricter mode', () => {
  expect(settle(['--preview'])).toMatchObject({ settings: { mode: 'preview' } });
  expect(settle(['--read-only'])).toMatchObject({ settings: { mode: 'read-only' } });
  expect(settle(['--read-only', '--preview'])).toMatchObject({ settings: { mode: 'read-only' } });
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
