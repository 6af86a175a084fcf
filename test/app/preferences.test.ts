import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { loadPreferences } from '../../src/app/preferences.ts';

let folder: string;
let file: string;

beforeEach(() => {
  const home = mkdtempSync(join(tmpdir(), 'rollcall-'));
  vi.stubEnv('XDG_CONFIG_HOME', home);
  folder = join(home, 'rollcall');
  file = join(folder, 'config.json');
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(home, { recursive: true });
  });
});

function aFile(content: string): void {
  mkdirSync(folder);
  writeFileSync(file, content, { mode: 0o600 });
}

test('at first nothing is remembered, and nothing is written', async () => {
  const preferences = await loadPreferences();
  expect(preferences).toMatchObject({ path: file, lastBaseUrl: null, problem: null });
  expect(preferences.lastOrganisation('https://a.example')).toBeNull();
  expect(() => statSync(file)).toThrow('ENOENT');
});

test('the address, and the organisation of each address, are there at the next start', async () => {
  const first = await loadPreferences();
  first.rememberBaseUrl('https://a.example');
  first.rememberOrganisation('https://a.example', 'org-1');
  first.rememberOrganisation('https://b.example/v1', 'org-2');
  expect(first.lastBaseUrl).toBe('https://a.example');

  const next = await loadPreferences();
  expect(next).toMatchObject({ lastBaseUrl: 'https://a.example', problem: null });
  expect(next.lastOrganisation('https://a.example')).toBe('org-1');
  expect(next.lastOrganisation('https://b.example/v1')).toBe('org-2');
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('a byte order mark and unknown fields are survived', async () => {
  aFile('\ufeff{"lastBaseUrl":"https://a.example","later":1}');
  const preferences = await loadPreferences();
  expect(preferences).toMatchObject({ lastBaseUrl: 'https://a.example', problem: null });
  preferences.rememberOrganisation('https://a.example', 'org-1');
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ later: 1 });
});

describe('a file that cannot be read is kept aside', () => {
  test.each([
    ['empty', ''],
    ['cut', '{"lastBaseUrl":"https://a.ex'],
    ['of wrong types', '{"lastBaseUrl":7}'],
    ['of wrong types inside', '{"lastOrganisations":{"https://a.example":["org-1"]}}'],
    ['huge', `{"lastBaseUrl":"${'x'.repeat(2_000_000)}"}`],
  ])('%s', async (_, content) => {
    aFile(content);
    const preferences = await loadPreferences();
    expect(preferences.lastBaseUrl).toBeNull();
    const [kept = ''] = readdirSync(folder);
    expect(kept).toMatch(/^config\.json\.bad-\d{4}-/);
    expect(preferences.problem).toBe(
      `Preferences could not be read; the defaults are used, and the file is kept as ${kept}.`,
    );

    preferences.rememberBaseUrl('https://new.example');
    expect(readFileSync(join(folder, kept), 'utf8')).toBe(content);
    expect((await loadPreferences()).lastBaseUrl).toBe('https://new.example');
  });
});

describe('a file that somebody else may have written, or that could block, is left alone', () => {
  test.each<[string, () => void]>([
    [
      'a link',
      () => {
        symlinkSync('/dev/null', file);
      },
    ],
    [
      'a pipe',
      () => {
        spawnSync('mkfifo', [file]);
      },
    ],
    [
      'writable by everybody',
      () => {
        writeFileSync(file, '{}');
        chmodSync(file, 0o666);
      },
    ],
  ])('%s', async (_, make) => {
    mkdirSync(folder);
    make();
    const before = statSync(file);
    const preferences = await loadPreferences();
    expect(preferences.problem).toMatch(/^Preferences are neither read nor saved: .*config\.json /);

    preferences.rememberBaseUrl('https://a.example');
    expect(preferences.lastBaseUrl).toBe('https://a.example');
    expect(statSync(file).ino).toBe(before.ino);
  });
});

test('without a place to write, everything is remembered for the session', async () => {
  writeFileSync(folder, 'a file where the folder should be');
  const preferences = await loadPreferences();
  expect(preferences.problem).toMatch(/^Preferences are neither read nor saved: /);
  preferences.rememberOrganisation('https://a.example', 'org-1');
  expect(preferences.lastOrganisation('https://a.example')).toBe('org-1');
});

test('when saving fails later, that is said, and the session goes on', async () => {
  const preferences = await loadPreferences();
  rmSync(folder, { recursive: true });
  writeFileSync(folder, 'a file where the folder should be');
  preferences.rememberBaseUrl('https://a.example');
  expect(preferences.lastBaseUrl).toBe('https://a.example');
  expect(preferences.problem).toBe('Preferences are kept for this session only: their file cannot be written.');
});
