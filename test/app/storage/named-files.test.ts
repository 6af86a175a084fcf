/** Files that a person names: to read one changes nothing outside of the folders of rollcall. */
import fs from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readTypedFile } from '../../../src/app/storage/typed-file.ts';
import { readOwnFile } from '../../../src/app/storage/own-file.ts';
import { readReviewFile } from '../../../src/app/storage/export-files.ts';
import { aFolder, inShell } from '../../support/folder.ts';
import { holds } from '../../support/property.ts';
import { aHome, runWithoutTerminalIn } from '../../support/program.ts';
import { aServiceWithALaptop } from '../../support/service.ts';
import { environmentFor } from '../../support/user.ts';

/** Every name below the folder, and the folder, with what a change of it would change. */
function outside(folder: string): readonly (readonly [string, ...number[]])[] {
  return [folder, ...fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))]
    .sort()
    .map((path) => {
      const { mode, uid, gid, ino, size, mtimeMs, ctimeMs } = fs.lstatSync(path);
      return [path, mode, uid, gid, ino, size, mtimeMs, ctimeMs] as const;
    });
}

const readers: Readonly<Record<string, (path: string) => { readonly ok: boolean }>> = {
  review: readReviewFile,
  'a file of a form': (path) => readTypedFile(path, 100),
  'a file behind a link of yours': (path) => {
    const link = join(aFolder(), 'rollcall');
    fs.symlinkSync(path, link);
    return { ok: readOwnFile(link, { isLinkFollowed: true }).kind === 'read' };
  },
};

const kinds = ['file', 'nothing', 'folder', 'link', 'lost link', 'pipe'] as const;

test.each(Object.entries(readers))('names, modes and times stay as they were: %s', (_, read) => {
  let reads = 0;
  const mode = fc.constantFrom(0o700, 0o755, 0o750, 0o775, 0o777, 0o1777, 0o511);
  const fileMode = fc.constantFrom(0o600, 0o644, 0o664, 0o666, 0o444, 0o000);
  holds(
    [mode, fileMode, fc.constantFrom(...kinds), fc.constantFrom('shared', 'rollcall')],
    (of, ofFile, kind, name) => {
      const above = aFolder();
      const folder = join(above, name, 'named');
      fs.mkdirSync(folder, { recursive: true });
      const path = join(folder, 'file.json');
      if (kind === 'file') fs.writeFileSync(path, '{}');
      if (kind === 'file') fs.chmodSync(path, ofFile);
      if (kind === 'folder') fs.mkdirSync(path);
      if (kind === 'link') inShell(folder, 'echo {} > ../there.json; ln -s ../there.json file.json');
      if (kind === 'lost link') fs.symlinkSync('none', path);
      if (kind === 'pipe') inShell(folder, 'mkfifo file.json');
      for (const one of [folder, join(above, name)]) fs.chmodSync(one, of);
      const before = outside(above);
      if (read(path).ok) reads += 1;
      const after = outside(above);
      // Their files are removed with the test.
      for (const one of [folder, join(above, name)]) fs.chmodSync(one, 0o700);
      expect(after).toEqual(before);
    },
  );
  expect(reads).toBeGreaterThan(0);
});

const logo = ['api', 'POST', '/org/{orgId}/logo', '--org', 'Northwind', '--write'];

test.each([
  ['--review', ['--review', 'FILE']],
  ['a field of a form', [...logo, 'picture=FILE']],
  ['--input', [...logo, '--input', 'FILE']],
])('a command that reads a file leaves its folder as it is: %s', async (_, words) => {
  const service = await aServiceWithALaptop();
  const folder = join(aFolder(), 'rollcall');
  fs.mkdirSync(folder);
  fs.chmodSync(folder, 0o755);
  fs.writeFileSync(join(folder, 'there.json'), '{}');
  const before = outside(folder);
  for (const name of ['there.json', 'none.json']) {
    const given = words.map((word) => word.replace('FILE', join(folder, name)));
    await runWithoutTerminalIn({ ...aHome().env, ...environmentFor(service) }, ...given);
  }
  expect(outside(folder)).toEqual(before);
});
