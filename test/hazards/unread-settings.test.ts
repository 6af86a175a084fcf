/** Settings that cannot be read: their protections are unknown, so nothing is changed until they can. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { aHome, runWithoutTerminalIn } from '../support/program.ts';
import { aCrowd, aService, aStale, idOf, staleSystems } from '../support/service.ts';
import { asked, aUser, aUserIn, environmentFor, row } from '../support/user.ts';

/** A service with two old systems and a printer, and a home whose settings protect the printer. */
async function aProtectedPrinter() {
  const service = await aService({ systems: [aStale('printer'), ...staleSystems(2), ...aCrowd()] });
  const home = aHome();
  const organisations = { [`${service.baseUrl} n7Kq2wTd`]: { protectedSystems: [idOf('printer')] } };
  const profiles = { default: { days: 150, organisations }, prod: { readOnly: true } };
  const text = JSON.stringify({ profiles }, null, 2);
  const file = home.keepsSettings(text);
  return { service, home, file, text };
}

/** Damaged texts, and a command that spoils the folder of the file `$0`; what else cannot be read is a unit. */
const damages: readonly (readonly [string, ((text: string) => string) | string])[] = [
  ['days in quotes', (text) => text.replace('150', '"150"')],
  ['half of the file', (text) => text.slice(0, text.length / 2)],
  ['a folder that others may write to', 'chmod 777 "$(dirname "$0")"'],
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
  async function aDamagedFile() {
    const met = await aProtectedPrinter();
    const { file, text, service } = met;
    const damaged = typeof damage === 'string' ? null : damage(text);
    if (typeof damage === 'string') execFileSync('sh', ['-c', damage, file]);
    else writeFileSync(file, damaged ?? '');
    const changes = () => service.requests.filter(({ method }) => method !== 'GET');
    return { ...met, changes, hasLines: damaged !== null };
  }

  test('every command ends with 2, names the file and the line, sends nothing and leaves the file as it is', async () => {
    const { service, home, file, changes, hasLines } = await aDamagedFile();
    const before = existsSync(file) ? readFileSync(file) : null;
    for (const words of commands) {
      const ended = await runWithoutTerminalIn({ ...home.env, ...environmentFor(service) }, ...words);
      expect([words, ended.exitCode]).toEqual([words, 2]);
      expect(ended.output + ended.complaint).toContain(home.configFolder);
      if (hasLines) expect(ended.output + ended.complaint).toMatch(/\/config\.json, line \d+, column \d+: /);
    }
    expect(changes()).toEqual([]);
    expect(existsSync(file) ? readFileSync(file) : null).toEqual(before);
  });

  test('the screen says so and changes nothing, on every screen', async () => {
    const { service, home, changes } = await aDamagedFile();
    const user = aUser(service, { home, columns: 120 });
    await user.sees('› Settings file not understood', 'rollcall has not changed the file.');
    expect(service.requests).toEqual([]);
    user.presses('continue read-only');
    await user.opens('Northwind', 'READ-ONLY SETTINGS UNREAD', '! Settings not understood: nothing is changed.');
    await user.rests();
    await user.marksStale(3);
    await user.presses('review and delete').sees('read-only: the settings file is not understood (:).');
    await user.rests();
    await user.presses('create an enrolment key').sees('read-only: the settings file is not understood (:).');
    await user.leaves();
    expect(changes()).toEqual([]);
  });
});

test('a file that is corrected in the editor is read at once, and what it protects is protected', async () => {
  const { service, home, file, text } = await aProtectedPrinter();
  writeFileSync(file, text.replace('150', '"150"'));
  const editor = home.keeps('editor', 'sed "s/\\"150\\"/150/" "$1" > "$1.new" && cat "$1.new" > "$1" && rm "$1.new"');
  const user = aUser(service, { home, env: { EDITOR: `sh ${editor}` } });
  await user.sees('"days" in profiles.default must be 1 to 999999.', ', line 4, column 15');
  user.presses('edit the settings file');
  await user.opens('Northwind', 'stale (over 150 d)', row('◆', 'printer'), (screen) => !screen.includes('READ-ONLY'));
  await user.reviewsStale(3, asked('delete 2'), '1 kept');
});

test('the last settings that were understood are restored, and the damaged file is kept', async () => {
  const { service, home, file } = await aProtectedPrinter();
  const first = await aUserIn('Northwind', service, { home });
  await first.leaves();
  writeFileSync(file, '{ "profiles"');
  const user = aUser(service, { home });
  await user.sees('A colon is missing before this.', 'b restores those of');
  user.presses('restore the backup of the settings');
  await user.opens('Northwind', 'stale (over 150 d)', row('◆', 'printer'));
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ profiles: { prod: { readOnly: true } } });
});

test('settings that are damaged in the middle of a session stop a deletion before it begins', async () => {
  const { service, home, file, text } = await aProtectedPrinter();
  const user = await aUserIn('Northwind', service, { home });
  await user.reviewsStale(3, asked('delete 2'));
  writeFileSync(file, text.replace('150', '"150"'));
  await user.confirms('delete 2', '› Settings file not understood');
  expect(service.sent('DELETE')).toEqual([]);
  writeFileSync(file, text);
  user.presses('read the settings file again');
  await user.sees('The settings file is understood again.', (screen) => !screen.includes('READ-ONLY'));
  await user.sees(asked('delete 2'));
  await user.pressesKey('esc').sees('s mark stale');
  await user.leaves();
  expect(service.sent('DELETE')).toEqual([]);
});

test('a link to a file of your own is followed, and comments stay when a form changes a setting', async () => {
  const { service, home, file, text } = await aProtectedPrinter();
  const own = `// mine\n${text.replace('150,', '150, // half a year\n')}`;
  const target = home.keeps(join('dotfiles', 'rollcall.json'), own);
  rmSync(file);
  symlinkSync(target, file);
  const user = await aUserIn('Northwind', service, { home });
  await user.sees('stale (over 150 d)', row('◆', 'printer'));
  await user.goesTo('old-1');
  await user.presses('protect this system').sees('◆ old-1 is protected for good. p undoes.');
  await user.leaves();
  const changed = readFileSync(target, 'utf8');
  for (const words of ['// mine', '// half a year', idOf('old-1')]) expect(changed).toContain(words);
});
