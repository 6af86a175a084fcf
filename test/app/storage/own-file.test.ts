/** The one reader of files that must be the person's own. */
import fs from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { beforeEach, expect, test } from 'vitest';
import { judgeOwnFile, jsonIn, readOwnFile } from '../../../src/app/storage/own-file.ts';
import { aFolder, inShell } from '../../support/folder.ts';

const isRoot = process.getuid?.() === 0;

let folder: string;
let file: string;

beforeEach(() => {
  const home = aFolder();
  folder = join(home, 'rollcall');
  file = join(folder, 'file.json');
  fs.mkdirSync(folder, { mode: 0o700 });
});

function aFile(text = '{"one":1}', mode = 0o600): void {
  fs.writeFileSync(file, text);
  fs.chmodSync(file, mode);
}

test('a file of your own is read, with what it is on the disk', () => {
  aFile();
  const next = fs.openSync(file, 'r');
  fs.closeSync(next);
  const read = readOwnFile(file, { maxBytes: 9 });
  // It is closed again.
  const after = fs.openSync(file, 'r');
  fs.closeSync(after);
  expect(after).toBe(next);
  expect(read).toMatchObject({ kind: 'read', stats: { size: 9 } });
  expect(read.kind === 'read' && jsonIn(read.bytes)).toEqual({ one: 1 });
  expect(judgeOwnFile(file)).toEqual({ kind: 'own' });
});

test('a missing file is missing, and one below a file, too', () => {
  expect(readOwnFile(file)).toEqual({ kind: 'missing', code: 'ENOENT' });
  expect(readOwnFile(join(folder, 'none', 'file.json'))).toEqual({ kind: 'missing', code: 'ENOENT' });
  aFile();
  expect(readOwnFile(join(file, 'below'))).toEqual({ kind: 'missing', code: 'ENOTDIR' });
});

test.each([
  ['a folder that others may write to', 'folder', 'chmod 777 .'],
  ['writing by a group', 'exposed', 'chmod 620 file.json'],
  ['writing by everybody', 'exposed', 'chmod 602 file.json'],
  ['more than the limit', 'tooLarge', 'printf 0123456789 > file.json'],
  ['a folder in its place', 'notPlain', 'rm file.json; mkdir file.json'],
  ['a pipe in its place', 'notPlain', 'rm file.json; mkfifo file.json'],
  ['a link in its place', 'notPlain', 'mv file.json there; ln -s there file.json'],
  ...(isRoot ? [['another owner', 'notYours', 'chown 12345:12345 file.json']] : []),
])('%s: refused', (_, why, spoil) => {
  aFile();
  inShell(folder, spoil);
  expect(readOwnFile(file, { maxBytes: 9 })).toMatchObject({ kind: 'refused', why });
  expect(judgeOwnFile(file, { maxBytes: 9 })).toMatchObject({ kind: 'refused', why });
});

test('a mask says what others must not be able to do', () => {
  aFile('{}', 0o664);
  expect(readOwnFile(file, { closed: 0o002 })).toMatchObject({ kind: 'read' });
  aFile('{}', 0o604);
  expect(readOwnFile(file)).toMatchObject({ kind: 'read' });
  expect(readOwnFile(file, { closed: 0o077 })).toMatchObject({ kind: 'refused', why: 'exposed' });
});

test('a link of your own is followed where that is wanted, and judged by where it leads', () => {
  aFile();
  const link = join(folder, 'link.json');
  fs.symlinkSync(file, link);
  expect(readOwnFile(link, { isLinkFollowed: true })).toMatchObject({ kind: 'read' });
  fs.chmodSync(file, 0o666);
  expect(readOwnFile(link, { isLinkFollowed: true })).toMatchObject({ kind: 'refused', why: 'exposed' });
  fs.rmSync(file);
  expect(readOwnFile(link, { isLinkFollowed: true })).toMatchObject({ kind: 'refused', why: 'lostLink' });
  inShell(folder, 'mkfifo pipe');
  fs.symlinkSync(join(folder, 'pipe'), file);
  expect(readOwnFile(link, { isLinkFollowed: true })).toMatchObject({ kind: 'refused', why: 'notPlain' });
  fs.rmSync(file);
  fs.symlinkSync(link, file);
  expect(readOwnFile(link, { isLinkFollowed: true })).toEqual({ kind: 'refused', why: 'unreadable', code: 'ELOOP' });
});

test.each<[string, readonly string[], string]>([
  ['its folder', ['there/file.json'], 'there'],
  ['the folder of a link on the way', ['between/link.json', 'there/file.json'], 'between'],
  ['its folder, by a folder that is a link', ['way/file.json'], 'there'],
  ['its folder, by a link that is relative to one', ['way/link.json', 'file.json'], 'there'],
])('a file behind links is refused where others can write to %s, and no folder is changed', (_, way, open) => {
  inShell(folder, 'mkdir between there; ln -s there way; echo {} > there/file.json');
  const [first = '', second] = way;
  fs.symlinkSync(join(folder, first), file);
  if (second !== undefined) fs.symlinkSync(second === 'file.json' ? second : join(folder, second), join(folder, first));
  for (const mode of [0o755, 0o700]) {
    inShell(folder, `chmod ${mode.toString(8)} between there`);
    expect(readOwnFile(file, { isLinkFollowed: true })).toMatchObject({ kind: 'read' });
    expect(fs.statSync(join(folder, 'there')).mode & 0o777).toBe(mode);
  }
  for (const mode of [0o770, 0o707]) {
    fs.chmodSync(join(folder, open), mode);
    expect(readOwnFile(file, { isLinkFollowed: true })).toMatchObject({ kind: 'refused', why: 'folder' });
  }
});

test.runIf(isRoot)('a file that another person has given is read where that is wanted, and by no link else', () => {
  aFile();
  const link = join(folder, 'link.json');
  fs.symlinkSync(file, link);
  const followed = { isLinkFollowed: true };
  for (const [own, other] of [
    ['file.json', 'link.json'],
    ['link.json', 'file.json'],
  ]) {
    inShell(folder, `chown -h 0:0 ${own}; chown -h 12345:12345 ${other}`);
    expect(readOwnFile(link, followed)).toEqual({ kind: 'refused', why: 'notYours' });
  }
  inShell(folder, 'chmod 777 .; chown -h 12345:12345 *');
  expect(readOwnFile(link, { ...followed, isAnyones: true })).toMatchObject({ kind: 'read' });
  expect(readOwnFile(file, { isAnyones: true })).toMatchObject({ kind: 'read' });
  fs.chmodSync(file, 0o622);
  expect(readOwnFile(file, { isAnyones: true })).toEqual({ kind: 'refused', why: 'exposed' });
});

test('a file without JSON holds none', () => {
  expect(['', '{', 'x'].map((text) => jsonIn(Buffer.from(text)))).toEqual([undefined, undefined, undefined]);
});
