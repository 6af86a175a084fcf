import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { takeLock } from '../../../../src/app/storage/lock.ts';
import {
  demoPreferences,
  openPreferences,
  type Preferences,
} from '../../../../src/app/storage/preferences/preferences.ts';
import { aFolder, inShell, ownFolders } from '../../../support/folder.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = ownFolders().config;
  file = join(folder, 'config.json');
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

test('the demo takes the commands of the settings and nothing else, and says when they are not understood', async () => {
  const commands = [{ key: '!e', name: 'show', argv: ['echo'] }];
  aFile(JSON.stringify({ commands, profiles: { default: { days: 30 }, work: {} } }));
  const demo = await demoPreferences();
  expect(demo).toMatchObject({ path: null, profile: {}, profileNames: ['default'], unknown: [] });
  expect(demo.commands).toMatchObject(commands);
  writeFileSync(file, '{');
  expect(await demoPreferences()).toMatchObject({
    ...{ commands: [], fault: null },
    unknown: ['Your commands are missing: settings not understood (rollcall doctor).'],
  });
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
  expect(JSON.parse(readFileSync(file, 'utf8').replace('\ufeff', ''))).toMatchObject({
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
    problem: `Your settings are neither read nor saved: ${file}, line 1, column 11: The file is of a later version of rollcall.`,
  });
  await remembering('https://a.example')(preferences);
  await remembering('https://a.example')(here);
  expect(here.problem).toBe(preferences.problem);
  expect(readFileSync(file, 'utf8')).toBe(later);
  expect(readdirSync(folder)).toEqual(['config.json', 'locks']);
});

test.each([
  ['empty', Buffer.from('')],
  ['cut', Buffer.from('{"profiles":{"default":{"baseUrl":"https://a.ex')],
  ['of wrong types', Buffer.from('{"profiles":[]}')],
  ['larger than 1 MB', Buffer.from(`{"profiles":{"default":{"baseUrl":"${'x'.repeat(2_000_000)}"}}}`)],
  ['of other characters', Buffer.from('{"profiles":{"default":{"tokenCommand":"ü"}}}', 'latin1')],
  ['of two bytes a character', Buffer.from('{}', 'utf16le')],
  ['of zeros', Buffer.alloc(100)],
])('a file that is not understood stays as it is, whatever is remembered: %s', async (_, content) => {
  mkdirSync(folder);
  writeFileSync(file, content, { mode: 0o600 });
  const preferences = await load();
  expect(preferences).toMatchObject({ profile: {}, fault: { path: file, isEditable: true, copyAt: null } });
  expect(preferences.problem).toContain(`Your settings are neither read nor saved: ${file}`);
  await remembering('https://new.example')(preferences);
  expect((await load()).profile).toEqual({});
  expect(readFileSync(file).equals(content)).toBe(true);
  expect(readdirSync(folder)).toEqual(['config.json']);
});

describe('the last settings that were understood', () => {
  const good = '{ "profiles": { "default": { "readOnly": true } } } // mine\n';

  test('are restored, and the file that was not is kept beside them', async () => {
    aFile(good);
    await load();
    writeFileSync(file, '{ "profiles": ');
    const preferences = await load();
    expect(preferences.fault?.copyAt).toBeGreaterThan(0);
    expect(preferences.restoreCopy()).toBeNull();
    expect(preferences).toMatchObject({ fault: null, problem: null, profile: { readOnly: true } });
    expect(readFileSync(file, 'utf8')).toBe(good);
    const bad = readdirSync(folder).find((name) => name.includes('.bad-')) ?? '';
    expect(readFileSync(join(folder, bad), 'utf8')).toBe('{ "profiles": ');
    expect(statSync(join(folder, 'config.last-good.json')).mode & 0o777).toBe(0o600);
  });

  test('are those after the last change', async () => {
    const preferences = await load();
    await remembering('https://a.example')(preferences);
    expect(readFileSync(join(folder, 'config.last-good.json'), 'utf8')).toBe(readFileSync(file, 'utf8'));
  });

  test.each([['{ "profiles": '], ['']])('are not offered where their copy is damaged: %j', async (damaged) => {
    aFile('');
    writeFileSync(join(folder, 'config.last-good.json'), damaged, { mode: 0o600 });
    expect((await load()).fault?.copyAt).toBeNull();
  });
});

describe('a link of your own', () => {
  test('is followed for reading and for writing, and stays a link', async () => {
    const dotfiles = aFolder();
    mkdirSync(folder);
    const target = join(dotfiles, 'rollcall.json');
    writeFileSync(target, '{ "profiles": { "default": { "days": 30 } } }', { mode: 0o644 });
    chmodSync(dotfiles, 0o755);
    symlinkSync(target, file);
    const preferences = await load();
    expect(preferences).toMatchObject({ fault: null, profile: { days: 30 } });
    await remembering('https://a.example')(preferences);
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
    expect(readFileSync(target, 'utf8')).toContain('https://a.example');
    expect(statSync(dotfiles).mode & 0o777).toBe(0o755);
  });

  test('that leads nowhere is a file that cannot be read', async () => {
    mkdirSync(folder);
    symlinkSync(join(folder, 'gone.json'), file);
    const preferences = await load();
    expect(preferences.fault).toMatchObject({
      message: 'The file to which this link leads is missing.',
      isEditable: false,
    });
    await remembering('https://a.example')(preferences);
    expect(readdirSync(folder)).toEqual(['config.json']);
  });
});

const writable = 'Other users can write to the file. Check what is in it, then: chmod go-w config.json';
const theirs = `echo '{"profiles":{"default":{"tokenCommand":"theirs"}}}' > config.json; chown 12345:12345 config.json`;
test.each([
  ['a link', 'This is not a plain file.', 'mkfifo pipe; ln -s pipe config.json'],
  ['a pipe', 'This is not a plain file.', 'mkfifo config.json'],
  ['writable by everybody', writable, 'echo {} > config.json; chmod 666 config.json'],
  ['writable by its group', writable, 'echo {} > config.json; chmod 620 config.json'],
  ...(process.getuid?.() === 0 ? [['of another user', 'The file belongs to another user.', theirs]] : []),
])('a file that another user may have written, or that could block, is left alone: %s', async (_, message, make) => {
  mkdirSync(folder);
  inShell(folder, make);
  const before = statSync(file);
  const preferences = await load();
  expect(preferences.problem).toBe(`Your settings are neither read nor saved: ${file}: ${message}`);
  expect(preferences.fault).toMatchObject({ isEditable: false, copyAt: null });
  expect(preferences.profile).toEqual({});

  await remembering('https://a.example')(preferences);
  expect(preferences.profile.baseUrl).toBe('https://a.example');
  expect(statSync(file).ino).toBe(before.ino);
});

test('without a place to write, everything is remembered for the session', async () => {
  writeFileSync(folder, 'a file where the folder should be');
  const preferences = await load();
  expect(preferences.problem).toMatch(/^Your settings are neither read nor saved: /);
  await remembering('https://a.example')(preferences);
  expect(preferences.profile.baseUrl).toBe('https://a.example');
});

test('without a home, everything is remembered for the session, and the demo has no commands', async () => {
  vi.stubEnv('HOME', '');
  vi.stubEnv('XDG_CONFIG_HOME', undefined);
  vi.stubEnv('XDG_STATE_HOME', undefined);
  const preferences = await load();
  expect(preferences.problem).toBe('Your settings are neither read nor saved: there is no folder for them.');
  await remembering('https://a.example')(preferences);
  expect(preferences.profile.baseUrl).toBe('https://a.example');
  expect(await demoPreferences()).toMatchObject({ commands: [], unknown: [], problem: null });
});

test('when saving fails later, that is reported, and the session continues', async () => {
  const problems: string[] = [];
  const preferences = await load('default', problems);
  rmSync(folder, { recursive: true, force: true });
  writeFileSync(folder, 'a file where the folder should be');
  await remembering('https://a.example')(preferences);
  expect(preferences.profile.baseUrl).toBe('https://a.example');
  expect(preferences.problem).toBe('Settings last for this session only: their file could not be written.');
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

test('a change that could not be saved is saved with the next one', async () => {
  const preferences = await load();
  rmSync(folder, { recursive: true, force: true });
  writeFileSync(folder, 'a file where the folder should be');
  await remembering('https://a.example')(preferences);
  rmSync(folder);
  preferences.change((profile) => ({ ...profile, days: 30 }));
  await preferences.saved();
  expect((await load()).profile).toEqual({ baseUrl: 'https://a.example', days: 30 });
});

const n1 = 'https://a.example N1';
const n2 = 'https://a.example N2';

test('a profile that another session has made read-only is so here once it is looked for, and nothing else of it', async () => {
  const readOnly = { [n1]: { readOnly: true, word: 'PROD' }, [n2]: { word: 'LAB' } };
  const [here, there] = [await load(), await load()];
  there.change((profile) => ({ ...profile, readOnly: true, days: 7, organisations: readOnly }));
  await there.saved();
  expect(here.profile).toEqual({});
  await here.refreshProtection();
  expect(here.profile).toEqual({ readOnly: true, organisations: { [n1]: { readOnly: true } } });
  // Its own last word is not overruled by the file of before.
  here.change((profile) => ({ ...profile, readOnly: false }));
  await here.refreshProtection();
  expect(here.profile['readOnly']).toBe(false);
});

test.each([
  ['is found before a change', (here: Preferences) => here.refreshProtection()],
  ['is found by what is saved', remembering('https://a.example')],
])('a file that is not understood any more in the middle of a session: %s', async (_, find) => {
  const problems: string[] = [];
  const here = await load('default', problems);
  aFile('{"profiles":');
  await find(here);
  expect(here.fault).toMatchObject({ path: file, at: { line: 1, column: 13 }, message: 'A value is missing.' });
  expect(problems).toEqual([here.problem]);
  expect(readFileSync(file, 'utf8')).toBe('{"profiles":');
  writeFileSync(file, '{"profiles":{"default":{"readOnly":true}}}');
  here.reread();
  expect(here).toMatchObject({ fault: null, problem: null, profile: { readOnly: true } });
});

test('a system that another session protects is protected here once it is looked for, beside those protected here', async () => {
  const [here, there] = [await load(), await load()];
  const protects = (...protectedSystems: string[]) => ({
    organisations: { [n1]: { protectedSystems, word: 'PROD' } },
  });
  here.change((profile) => ({ ...profile, ...protects('A') }));
  await here.saved();
  there.change((profile) => ({ ...profile, ...protects('A', 'B', '7') }));
  await there.saved();
  await here.refreshProtection();
  expect(here.profile.organisations?.[n1]?.protectedSystems).toEqual(['A', 'B', '7']);
});
