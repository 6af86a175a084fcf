import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
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
import { join, resolve } from 'node:path';
import process from 'node:process';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { takeLock } from '../../../../src/app/storage/lock.ts';
import { openPreferences, type Preferences } from '../../../../src/app/storage/preferences/preferences.ts';

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

function load(profile = 'default', problems: string[] = []): Promise<Preferences> {
  return openPreferences(profile, (sentence) => problems.push(sentence));
}

function remembering(baseUrl: string) {
  return (preferences: Preferences): Promise<void> => {
    preferences.change((profile) => ({ ...profile, baseUrl }));
    return preferences.saved();
  };
}

test('at first nothing is remembered, and nothing is written', async () => {
  const preferences = await load();
  expect(preferences).toMatchObject({ path: file, profile: {}, profileNames: ['default'], problem: null });
  expect(() => statSync(file)).toThrow('ENOENT');
});

test('the settings of a profile are there at the next start, for the owner alone, and other profiles have their own', async () => {
  await remembering('https://a.example')(await load());
  const other = await load('work');
  expect(other.profile).toEqual({});
  await remembering('https://b.example')(other);

  const next = await load();
  expect(next).toMatchObject({ profile: { baseUrl: 'https://a.example' }, profileNames: ['default', 'work'] });
  next.use('work');
  expect(next).toMatchObject({ profileName: 'work', profile: { baseUrl: 'https://b.example' } });
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('a byte order mark and unknown fields are survived, and stay', async () => {
  aFile('\ufeff{"profiles":{"default":{"baseUrl":"https://a.example","later":1}},"later":2}');
  const preferences = await load();
  expect(preferences).toMatchObject({ profile: { baseUrl: 'https://a.example' }, problem: null });
  await remembering('https://b.example')(preferences);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
    profiles: { default: { baseUrl: 'https://b.example', later: 1 } },
    later: 2,
  });
});

test('a file of a later version is left as it is, at the start and whenever something is remembered', async () => {
  const here = await load();
  const later = '{"format":2,"profiles":["of another kind"]}';
  aFile(later);
  const preferences = await load();
  expect(preferences).toMatchObject({
    profile: {},
    problem: `Your settings are neither read nor saved: ${file} is of a later version of rollcall.`,
  });
  await remembering('https://a.example')(preferences);
  await remembering('https://a.example')(here);
  expect(here.problem).toBe('Your settings last for this session only: rollcall could not write their file.');
  expect(readFileSync(file, 'utf8')).toBe(later);
  expect(readdirSync(folder)).toEqual(['config.json', 'locks']);
});

describe('G8: an unreadable file is moved aside', () => {
  test.each([
    ['empty', ''],
    ['cut', '{"profiles":{"default":{"baseUrl":"https://a.ex'],
    ['no object', '7'],
    ['of wrong types', '{"profiles":[]}'],
    ['of wrong types inside', '{"profiles":{"default":{"days":"many"}}}'],
    ['of wrong types in its format', '{"format":"two"}'],
    ['huge', `{"profiles":{"default":{"baseUrl":"${'x'.repeat(2_000_000)}"}}}`],
  ])('%s', async (_, content) => {
    aFile(content);
    const preferences = await load();
    expect(preferences.profile).toEqual({});
    const [kept = ''] = readdirSync(folder);
    expect(kept).toMatch(/^config\.json\.bad-\d{4}-/);
    expect(preferences.problem).toBe(
      `Your settings file is unreadable. The defaults are used; the file is kept as ${kept}.`,
    );

    await remembering('https://new.example')(preferences);
    expect(readFileSync(join(folder, kept), 'utf8')).toBe(content);
    expect((await load()).profile.baseUrl).toBe('https://new.example');
  });
});

const isRoot = process.getuid?.() === 0;

describe('G9: a file that another user may have written, or that could block, is left alone', () => {
  const others: readonly (readonly [string, string, () => void])[] = [
    [
      'a link',
      'is not a plain file',
      () => {
        symlinkSync('/dev/null', file);
      },
    ],
    [
      'a pipe',
      'is not a plain file',
      () => {
        spawnSync('mkfifo', [file]);
      },
    ],
    [
      'writable by everybody',
      'can be written by every user',
      () => {
        writeFileSync(file, '{}');
        chmodSync(file, 0o666);
      },
    ],
    [
      'of another user',
      'belongs to another user',
      () => {
        writeFileSync(file, '{"profiles":{"default":{"tokenCommand":"theirs"}}}', { mode: 0o600 });
        chownSync(file, 12_345, 12_345);
      },
    ],
  ];
  test.each(others.filter(([name]) => isRoot || name !== 'of another user'))('%s', async (_, says, make) => {
    mkdirSync(folder);
    make();
    const before = statSync(file);
    const preferences = await load();
    expect(preferences.problem).toBe(`Your settings are neither read nor saved: ${file} ${says}.`);
    expect(preferences.profile).toEqual({});

    await remembering('https://a.example')(preferences);
    expect(preferences.profile.baseUrl).toBe('https://a.example');
    expect(statSync(file).ino).toBe(before.ino);
  });
});

test('G11: without a place to write, everything is remembered for the session', async () => {
  writeFileSync(folder, 'a file where the folder should be');
  const preferences = await load();
  expect(preferences.problem).toMatch(/^Your settings are neither read nor saved: /);
  await remembering('https://a.example')(preferences);
  expect(preferences.profile.baseUrl).toBe('https://a.example');
});

test('G10: when saving fails later, that is reported, and the session continues', async () => {
  const problems: string[] = [];
  const preferences = await load('default', problems);
  rmSync(folder, { recursive: true, force: true });
  writeFileSync(folder, 'a file where the folder should be');
  await remembering('https://a.example')(preferences);
  expect(preferences.profile.baseUrl).toBe('https://a.example');
  expect(preferences.problem).toBe('Your settings last for this session only: rollcall could not write their file.');
  expect(problems).toEqual([preferences.problem]);
});

test('quitting waits only a moment for a program that locks the file, and loses nothing', async () => {
  const preferences = await load();
  const held = await takeLock(join(folder, 'locks'), file);
  onTestFinished(() => {
    if (held.kind === 'held') held.release();
  });
  preferences.change((profile) => ({ ...profile, baseUrl: 'https://a.example' }));
  preferences.change((profile) => ({ ...profile, days: 30 }));
  await new Promise(setImmediate);
  preferences.change((profile) => ({ ...profile, pageSize: 50 }));
  await preferences.savedInHaste();
  expect((await load()).profile).toEqual({ baseUrl: 'https://a.example', days: 30, pageSize: 50 });
});

test('what could not be saved is saved with the next change', async () => {
  const preferences = await load();
  rmSync(folder, { recursive: true, force: true });
  writeFileSync(folder, 'a file where the folder should be');
  await remembering('https://a.example')(preferences);
  rmSync(folder);
  preferences.change((profile) => ({ ...profile, days: 30 }));
  await preferences.saved();
  expect((await load()).profile).toEqual({ baseUrl: 'https://a.example', days: 30 });
});

test('what another session has made read-only is so here once it is looked for, and nothing else of it', async () => {
  const readOnly = { N1: { readOnly: true, word: 'PROD' }, N2: { word: 'LAB' } };
  const [here, there] = [await load(), await load()];
  there.change((profile) => ({ ...profile, readOnly: true, days: 7, organisations: readOnly }));
  await there.saved();
  expect(here.profile).toEqual({});
  await here.refreshProtection();
  expect(here.profile).toEqual({ readOnly: true, organisations: { N1: { readOnly: true } } });
  // Its own last word is not overruled by the file of before.
  here.change((profile) => ({ ...profile, readOnly: false }));
  await here.refreshProtection();
  expect(here.profile['readOnly']).toBe(false);
  writeFileSync(file, '{"profiles":');
  await here.refreshProtection();
  expect(here.profile['readOnly']).toBe(false);
  expect(readdirSync(folder)).toEqual(['config.json', 'locks']);
});

test('what another session protects is protected here once it is looked for, beside what is protected here', async () => {
  const [here, there] = [await load(), await load()];
  const protects = (...protectedSystems: unknown[]) => ({ organisations: { N1: { protectedSystems, word: 'PROD' } } });
  here.change((profile) => ({ ...profile, ...protects('A') }));
  await here.saved();
  there.change((profile) => ({ ...profile, ...protects('A', 'B', 7) }));
  await there.saved();
  await here.refreshProtection();
  expect(here.profile.organisations?.['N1']?.protectedSystems).toEqual(['A', 'B', 7]);
});

test('programs that change it at the same time lose nothing of one another', async () => {
  const script = `
    import { changePreferences } from ${JSON.stringify(resolve('src/app/storage/preferences/preferences.ts'))};
    for (let at = 0; at < 40; at++) {
      const name = process.argv[1] + at;
      await changePreferences(${JSON.stringify(file)}, (before) => ({
        ...before, profiles: { ...before.profiles, [name]: { days: at + 1 } },
      }));
    }`;
  const programs = ['a', 'b', 'c'].map((name) =>
    once(spawn(process.execPath, ['--input-type=module', '-e', script, name], { stdio: 'ignore' }), 'close'),
  );
  expect(await Promise.all(programs)).toEqual([
    [0, null],
    [0, null],
    [0, null],
  ]);
  expect((await load()).profileNames).toHaveLength(121);
});
