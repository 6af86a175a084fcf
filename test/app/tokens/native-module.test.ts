/** Native code is loaded from memory, whatever the folders permit, and nobody else can change it meanwhile. */
import { execFileSync } from 'node:child_process';
import {
  closeSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { failureIn } from '../../../src/app/tokens/keychain-request.ts';
import { loadKeptNativeModule, loadNativeModule } from '../../../src/app/tokens/native-module.ts';
import { canMount } from '../../support/small-disk.ts';
import { aFolder } from '../../support/folder.ts';

/** The terminal of these tests, which every platform of theirs has. */
const path = createRequire(import.meta.url).resolve(`@lydell/node-pty-${process.platform}-${process.arch}/pty.node`);

let folder: string;

beforeEach(() => {
  folder = aFolder();
});

const held: number[] = [];

afterAll(() => {
  for (const file of held) closeSync(file);
});

/** The names that it has, or the failure. */
function loaded(load: () => unknown): string {
  // The system takes a file for the module that it has loaded from one of the same number: each gets another.
  held.push(openSync(path, 'r'));
  try {
    return Object.keys(load() as object).join(' ');
  } catch (error) {
    return String(error);
  }
}

const loadedFrom = (folders: readonly string[], code: Uint8Array = readFileSync(path)): string =>
  loaded(() => loadNativeModule(code, folders));

function folderNamed(name: string): string {
  const made = join(folder, name);
  mkdirSync(made);
  return made;
}

test('it is loaded from the first folder that can be written to, and leaves nothing in it', () => {
  const [first, last] = [folderNamed('first'), folderNamed('last')];
  expect(loadedFrom([join(folder, 'missing'), first, last])).toContain('fork');
  expect([readdirSync(first), readdirSync(last)]).toEqual([[], []]);
  const open = readdirSync('/proc/self/fd').filter((file) => {
    const link = lstatSync(`/proc/self/fd/${file}`, { throwIfNoEntry: false });
    return link !== undefined && readlinkSync(`/proc/self/fd/${file}`).startsWith(folder);
  });
  expect(open).toEqual([]);
});

test.skipIf(!canMount)(
  'a folder from which no code can be loaded is passed over, and told of where it is the last',
  () => {
    const noexec = folderNamed('noexec');
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'noexec', 'tmpfs', noexec]);
    onTestFinished(() => {
      execFileSync('umount', ['--lazy', noexec]);
    });
    expect(loadedFrom([noexec, folderNamed('other')])).toContain('fork');
    const failure = loadedFrom([noexec, join(folder, 'missing')]);
    expect(failure).toMatch(/^Error: noexec: .*failed to map segment.*; ENOENT/);
    expect(failureIn(failure)).toBe('noexec');
    expect(readdirSync(noexec)).toEqual([]);
  },
);

test('code that no folder can help is told of at once', () => {
  const failure = loadedFrom([folderNamed('first'), folderNamed('second')], Buffer.from('no code'));
  expect(failure).toMatch(/^Error: .*(file too short|invalid ELF header)/);
  expect(failureIn(failure)).toBe('failed');
});

test('a module that keeps its name is written once, for its owner alone, and again where it was changed', () => {
  const kept = join(folder, 'rollcall', 'kept');
  const loadedKept = (): string => loaded(() => loadKeptNativeModule(readFileSync(path), kept));
  expect(loadedKept()).toContain('fork');
  const [name = ''] = readdirSync(kept);
  expect(name).toMatch(/^[\da-f]{64}\.node$/);
  const keptPath = join(kept, name);
  const { ino, mode } = statSync(keptPath);
  expect([mode & 0o777, statSync(kept).mode & 0o777]).toEqual([0o600, 0o700]);
  expect(loadedKept()).toContain('fork');
  expect(statSync(keptPath).ino).toBe(ino);

  // The loaded code stays so: the file is another one.
  rmSync(keptPath);
  writeFileSync(keptPath, 'something else');
  expect(loadedKept()).toContain('fork');
  expect(readdirSync(kept)).toEqual([name]);
  expect(readFileSync(keptPath).equals(readFileSync(path))).toBe(true);
});
