/** Settings that cannot be read: their protections are unknown, so nothing is changed until they can. */
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { describe, expect, test } from 'vitest';
import { aHome, type Home, runWithoutTerminalIn } from '../support/program.ts';
import { aCrowd, aService, aSystem, daysAgo, idOf, type StoryService, systemsCalled } from '../support/service.ts';
import { asked, aUser, aUserIn, environmentFor, row } from '../support/user.ts';

const old = { lastSeen: daysAgo(200) };
const protectedSystem = aSystem({ hostname: 'printer', ...old });

function aServiceWithOldSystems(): Promise<StoryService> {
  return aService({ systems: [protectedSystem, ...systemsCalled('old', 2, old), ...aCrowd()] });
}

function settingsOf(home: Home): string {
  const folder = join(home.path, 'config', 'rollcall');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return join(folder, 'config.json');
}

function wholeText({ baseUrl }: StoryService): string {
  const organisations = { [`${baseUrl} n7Kq2wTd`]: { protectedSystems: [idOf('printer')] } };
  const prod = { readOnly: true };
  return JSON.stringify({ profiles: { default: { days: 150, organisations }, prod } }, null, 2);
}

type Damage = (file: string, whole: string) => void;

const damages: readonly (readonly [string, Damage])[] = [
  [
    'days in quotes',
    (file, whole) => {
      writeFileSync(file, whole.replace('150', '"150"'));
    },
  ],
  [
    'read-only in words',
    (file, whole) => {
      writeFileSync(file, whole.replace('true', '"yes"'));
    },
  ],
  [
    'protected systems as a text',
    (file, whole) => {
      writeFileSync(file, whole.replace(/\[\s*("[^"]*")\s*\]/, '$1'));
    },
  ],
  [
    'two commas',
    (file, whole) => {
      writeFileSync(file, whole.replace(',', ',,'));
    },
  ],
  [
    'a word without quotes',
    (file, whole) => {
      writeFileSync(file, whole.replace('"days"', 'days'));
    },
  ],
  [
    'a key in another spelling',
    (file, whole) => {
      writeFileSync(file, whole.replace('readOnly', 'readonly'));
    },
  ],
  [
    'half of the file',
    (file, whole) => {
      writeFileSync(file, whole.slice(0, whole.length / 2));
    },
  ],
  [
    'an empty file',
    (file) => {
      writeFileSync(file, '');
    },
  ],
  [
    'a later format',
    (file, whole) => {
      writeFileSync(file, whole.replace('{', '{ "format": 2,'));
    },
  ],
  [
    'another character set',
    (file, whole) => {
      writeFileSync(file, Buffer.from(whole.replace('prod', 'pröd'), 'latin1'));
    },
  ],
  [
    'a link that leads nowhere',
    (file) => {
      rmSync(file);
      symlinkSync(`${file}.gone`, file);
    },
  ],
  [
    'a folder that others may write to',
    (file) => {
      chmodSync(join(file, '..'), 0o777);
    },
  ],
  ...(process.getuid?.() === 0
    ? ([
        [
          'a folder of another user',
          (file) => {
            chownSync(join(file, '..'), 12_345, 12_345);
          },
        ],
      ] satisfies (readonly [string, Damage])[])
    : []),
];

const commands = [
  ['systems', '--stale'],
  ['systems'],
  ['runs'],
  ['api', '--list'],
  ['api', 'GET', '/org/n7Kq2wTd/systems'],
  ['api', 'POST', '/org/n7Kq2wTd/enrolment-keys', 'description=x', '--write'],
  ['doctor'],
  ['systems', '--profile', 'prod'],
];

describe.each(damages)('with %s', (_, damage) => {
  test('every command ends with 2, names the file, sends nothing and leaves the file as it is', async () => {
    const service = await aServiceWithOldSystems();
    const home = aHome();
    const file = settingsOf(home);
    writeFileSync(file, wholeText(service), { mode: 0o600 });
    damage(file, wholeText(service));
    const before = existsSync(file) ? readFileSync(file) : null;
    for (const words of commands) {
      const ended = await runWithoutTerminalIn({ ...home.env, ...environmentFor(service) }, ...words);
      expect([words, ended.exitCode]).toEqual([words, 2]);
      expect(ended.output + ended.complaint).toContain(file.replace(/\/config\.json$/, ''));
    }
    expect(service.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
    expect(existsSync(file) ? readFileSync(file) : null).toEqual(before);
  });

  test('the screen says so and changes nothing, on every screen', async () => {
    const service = await aServiceWithOldSystems();
    const home = aHome();
    const file = settingsOf(home);
    writeFileSync(file, wholeText(service), { mode: 0o600 });
    damage(file, wholeText(service));
    const user = aUser(service, { home, columns: 120 });
    await user.sees('› Settings file not understood', 'rollcall has not changed the file.');
    expect(service.requests).toEqual([]);
    user.presses('continue read-only');
    await user.opens('Northwind');
    await user.sees('READ-ONLY SETTINGS UNREAD', '! Settings not understood: nothing is changed.');
    await user.rests();
    await user.presses('mark all stale').sees('3 marked');
    await user.presses('review and delete').sees('read-only: the settings file is not understood (:).');
    await user.rests();
    await user.presses('create an enrolment key').sees('read-only: the settings file is not understood (:).');
    await user.leaves();
    expect(service.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  });
});

test('a file that is corrected in the editor is read at once, and what it protects is protected', async () => {
  const service = await aServiceWithOldSystems();
  const home = aHome();
  const file = settingsOf(home);
  writeFileSync(file, wholeText(service).replace('150', '"150"'), { mode: 0o600 });
  const editor = join(home.path, 'editor');
  writeFileSync(editor, 'sed "s/\\"150\\"/150/" "$1" > "$1.new" && cat "$1.new" > "$1" && rm "$1.new"');
  const user = aUser(service, { home, env: { EDITOR: `sh ${editor}` } });
  await user.sees('"days" in profiles.default must be 1 to 999999.', ', line 4, column 15');
  user.presses('edit the settings file');
  await user.opens('Northwind');
  await user.sees('stale (over 150 d)', row('◆', 'printer'), (screen) => !screen.includes('READ-ONLY'));
  await user.presses('mark all stale').sees('3 marked');
  await user.presses('review and delete').sees(asked('delete 2'), '1 kept');
});

test('the last settings that were understood are restored, and the damaged file is kept', async () => {
  const service = await aServiceWithOldSystems();
  const home = aHome();
  const file = settingsOf(home);
  writeFileSync(file, wholeText(service), { mode: 0o600 });
  const first = await aUserIn('Northwind', service, { home });
  await first.leaves();
  writeFileSync(file, '{ "profiles"');
  const user = aUser(service, { home });
  await user.sees('A colon is missing before this.', 'b restores those of');
  user.presses('restore the backup of the settings');
  await user.opens('Northwind');
  await user.sees('stale (over 150 d)', row('◆', 'printer'));
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ profiles: { prod: { readOnly: true } } });
});

test('settings that are damaged in the middle of a session stop a deletion before it begins', async () => {
  const service = await aServiceWithOldSystems();
  const home = aHome();
  const file = settingsOf(home);
  writeFileSync(file, wholeText(service), { mode: 0o600 });
  const user = await aUserIn('Northwind', service, { home });
  await user.presses('mark all stale').sees('3 marked');
  await user.presses('review and delete').sees(asked('delete 2'));
  writeFileSync(file, wholeText(service).replace('150', '"150"'));
  await user.confirms('delete 2', '› Settings file not understood');
  expect(service.sent('DELETE')).toEqual([]);
  writeFileSync(file, wholeText(service));
  user.presses('read the settings file again');
  await user.sees('The settings file is understood again.', (screen) => !screen.includes('READ-ONLY'));
  await user.sees(asked('delete 2'));
  await user.pressesKey('esc').sees('s mark stale');
  await user.leaves();
  expect(service.sent('DELETE')).toEqual([]);
});

test('a link to a file of your own is followed, and comments stay when a form changes a setting', async () => {
  const service = await aServiceWithOldSystems();
  const home = aHome();
  const file = settingsOf(home);
  const dotfiles = join(home.path, 'dotfiles');
  mkdirSync(dotfiles);
  const target = join(dotfiles, 'rollcall.json');
  writeFileSync(target, `// mine\n${wholeText(service).replace('150,', '150, // half a year\n')}`, { mode: 0o600 });
  symlinkSync(target, file);
  const user = await aUserIn('Northwind', service, { home });
  await user.sees('stale (over 150 d)', row('◆', 'printer'));
  await user.goesTo('old-1');
  await user.presses('protect this system').sees('◆ old-1 is protected for good. p undoes.');
  await user.leaves();
  const text = readFileSync(target, 'utf8');
  expect(text).toContain('// mine');
  expect(text).toContain('// half a year');
  expect(text).toContain(idOf('old-1'));
});
