import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { failureIn } from '../../../src/app/tokens/keychain-request.ts';
import { canMount } from '../../support/small-disk.ts';
import { aFolder } from '../../support/folder.ts';

/** The terminal of these tests, which every platform of theirs has. */
const path = createRequire(import.meta.url).resolve(`@lydell/node-pty-${process.platform}-${process.arch}/pty.node`);

let folder: string;

beforeEach(() => {
  folder = aFolder();
});

/** Result of loading it in a process of its own, as rollcall does: there is no way to unload it again. */
function loaded(
  name: 'loadNativeModule' | 'loadKeptNativeModule',
  where: string | readonly string[],
  codePath = path,
): string {
  const script = `
    import { readFileSync } from 'node:fs';
    import { ${name} } from '${resolve('src/app/tokens/native-module.ts')}';
    const [where, codePath] = JSON.parse(process.argv[1]);
    try {
      console.log(Object.keys(${name}(readFileSync(codePath), where)).join(' '));
    } catch (error) {
      console.log(String(error));
    }`;
  const argument = JSON.stringify([where, codePath]);
  return execFileSync(process.execPath, ['--input-type=module', '-e', script, argument], { encoding: 'utf8' }).trim();
}

function folderNamed(name: string): string {
  const made = join(folder, name);
  mkdirSync(made);
  return made;
}

test('it is loaded from the first folder that can be written to, and leaves nothing in it', () => {
  const [first, last] = [folderNamed('first'), folderNamed('last')];
  expect(loaded('loadNativeModule', [join(folder, 'missing'), first, last])).toContain('fork');
  expect([readdirSync(first), readdirSync(last)]).toEqual([[], []]);
});

test.skipIf(!canMount)(
  'a folder from which no code can be loaded is passed over, and told of where it is the last',
  () => {
    const noexec = folderNamed('noexec');
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'noexec', 'tmpfs', noexec]);
    onTestFinished(() => {
      execFileSync('umount', ['--lazy', noexec]);
    });
    expect(loaded('loadNativeModule', [noexec, folderNamed('other')])).toContain('fork');
    const failure = loaded('loadNativeModule', [noexec, join(folder, 'missing')]);
    expect(failure).toMatch(/^Error: noexec: .*failed to map segment.*; ENOENT/);
    expect(failureIn(failure)).toBe('noexec');
    expect(readdirSync(noexec)).toEqual([]);
  },
);

test('code that no folder can help is told of at once', () => {
  const noCode = join(folder, 'text');
  writeFileSync(noCode, 'no code');
  const failure = loaded('loadNativeModule', [folderNamed('first'), folderNamed('second')], noCode);
  expect(failure).toMatch(/^Error: .*(file too short|invalid ELF header)/);
  expect(failureIn(failure)).toBe('failed');
});

test('a module that keeps its name is written once, for its owner alone, and again where it was changed', () => {
  const kept = join(folder, 'kept');
  expect(loaded('loadKeptNativeModule', kept)).toContain('fork');
  const [name = ''] = readdirSync(kept);
  const keptPath = join(kept, name);
  const { ino, mode } = statSync(keptPath);
  expect(mode & 0o077).toBe(0);
  expect(loaded('loadKeptNativeModule', kept)).toContain('fork');
  expect(statSync(keptPath).ino).toBe(ino);

  writeFileSync(keptPath, 'something else');
  expect(loaded('loadKeptNativeModule', kept)).toContain('fork');
  expect(readdirSync(kept)).toEqual([name]);
  expect(readFileSync(keptPath).equals(readFileSync(path))).toBe(true);
});
